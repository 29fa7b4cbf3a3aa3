import type { WayIn } from "../../../schema/vocabulary.ts";
import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyMade,
  PasskeyOptions,
} from "../../../schema/wire/account/passkeys.ts";
import { done, doneIf, type Outcome, refuse } from "../../kernel/outcome.ts";
import { newId } from "../../kernel/secret.ts";
import type { CoreServices, Services } from "../../kernel/services.actions.ts";
import { secretHash } from "../../kernel/statements.queries.ts";
import { base64UrlBytes, base64UrlText } from "../../kernel/text.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import { wayInMail } from "../../outbox/mail/account-mails.ts";
import { sealMail } from "../../outbox/seal-message.actions.ts";
import { type ActingMember, entryBy } from "../activity.ts";
import { findHousehold } from "../households.queries.ts";
import { PEOPLE_LIMITS } from "../limits.ts";
import { openNewSession, type SignedIn, type SignInCaller } from "../sign-in.actions.ts";
import { registrationOptions, relyingPartyOf, requestOptions } from "./passkey.ts";
import {
  type Change,
  addPasskey as commitPasskey,
  removePasskey as commitRemoval,
  credentialsOf,
  findPasskey,
} from "./passkeys.queries.ts";
import type { WebAuthn } from "./ports.ts";

export type PasskeyServices = Services & { webAuthn: WebAuthn };

/** A challenge is for `register/` and a session's id, or for `sign_in/` and the nonce of a browser's cookie. */
type ChallengeSubject = `register/${string}` | `sign_in/${string}`;

const challengeExpiry = (now: Date): Date =>
  new Date(now.getTime() + PEOPLE_LIMITS.passkeyChallengeMinutes * MINUTE_MS);

/**
 * Creates a challenge in base64url. It contains its expiry, sealed for its subject, so that requests for challenges
 * store nothing.
 */
async function newChallenge({ clock, serverVault }: CoreServices, subject: ChallengeSubject) {
  const expiry = challengeExpiry(clock()).toISOString();
  return base64UrlText(
    new TextEncoder().encode(await serverVault.seal("passkey-challenge", subject, expiry)),
  );
}

/** Tells if we issued a challenge for that subject, and it hasn't expired. */
const isOurs =
  ({ clock, serverVault }: CoreServices, subject: ChallengeSubject) =>
  async (challenge: string): Promise<boolean> => {
    const sealed = textOf(challenge);
    const opened = sealed === null ? null : await serverVault.open("passkey-challenge", subject, sealed);
    return opened !== null && clock() < new Date(opened.text);
  };

function textOf(base64Url: string): string | null {
  const bytes = base64UrlBytes(base64Url);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** Returns the options with which a browser creates a passkey for the person of this session. */
export async function askToAddPasskey(services: Services, { member }: Pick<ActingMember, "member">) {
  const relyingParty = relyingPartyOf(services.baseUrl);
  if (relyingParty === null) return refuse("passkeys_unavailable");
  const challenge = await newChallenge(services, `register/${member.sessionId}`);
  const userHandle = base64UrlText(new TextEncoder().encode(member.userId));
  const known = await credentialsOf(services.db, member.userId);
  const { email } = member;
  return done({ options: registrationOptions({ relyingParty, challenge, userHandle, email, known }) });
}

export async function addPasskey(
  services: PasskeyServices,
  acting: ActingMember,
  { name, response }: NewPasskey,
): Promise<Outcome<PasskeyMade>> {
  const relyingParty = relyingPartyOf(services.baseUrl);
  if (relyingParty === null) return refuse("passkeys_unavailable");
  const asked = { relyingParty, isOurs: isOurs(services, `register/${acting.member.sessionId}`) };
  const registered = await services.webAuthn.readRegistration(response, asked);
  if (registered === null) return refuse("bad_new_passkey");
  const id = newId(ID_PREFIXES.passkey, services.random);
  const change = await changeOf(services, acting, "passkey_added", id, { name });
  const verdict = await commitPasskey(services.db, { ...change, id, name, registered });
  if (verdict !== "added") return refuse(verdict);
  const times = { created_at: change.entry.at.toISOString(), last_used_at: null };
  return done({ passkey: { id, name, ...times } });
}

/** Removes a passkey and ends the sessions that it opened, except the current one; `endOthers` ends all others too. */
export async function removePasskey(
  services: Services,
  acting: ActingMember,
  { id, endOthers }: { id: string; endOthers: boolean },
): Promise<Outcome<{ ok: true }>> {
  const { sessionId } = acting.member;
  const change = await changeOf(services, acting, "passkey_removed", id);
  return doneIf(await commitRemoval(services.db, { ...change, id, sessionId, endOthers }));
}

async function changeOf(
  services: Services,
  acting: ActingMember,
  action: WayIn,
  id: string,
  details?: Record<string, string>,
): Promise<Change> {
  const at = services.clock();
  const { userId, email, language, householdId } = acting.member;
  const home = await findHousehold(services.db, householdId);
  const mail = await sealMail(services, {
    householdId: null,
    recipient: email,
    dedupeKey: `${action}/${id}`,
    kind: "account_changed",
    content: wayInMail(action, { at, timeZone: home?.time_zone ?? "UTC", language }),
  });
  return { userId, entry: entryBy(acting, at, action, id, details), mail };
}

/** Returns sign-in options, the same for everybody. `nonce` is the cookie of the only browser that may answer. */
export async function askForPasskey(services: Services, nonce: string): Promise<Outcome<PasskeyOptions>> {
  const relyingParty = relyingPartyOf(services.baseUrl);
  if (relyingParty === null) return refuse("passkeys_unavailable");
  return done({ options: requestOptions(relyingParty, await newChallenge(services, `sign_in/${nonce}`)) });
}

/** Signs in the owner of a passkey by the answer of their authenticator, which has verified the person. */
export async function signInWithPasskey(
  services: PasskeyServices,
  { nonce, answer, ...caller }: SignInCaller & { nonce: string; answer: PasskeyAnswer["response"] },
): Promise<Outcome<SignedIn>> {
  const relyingParty = relyingPartyOf(services.baseUrl);
  const found = await findPasskey(services.db, answer.id);
  if (relyingParty === null || found === null) return refuse("bad_passkey");
  const { id: passkeyId, key, facts } = found;
  // `userHandle` is the person that the authenticator created the passkey for.
  const { userHandle } = answer.response;
  if (userHandle !== undefined && textOf(userHandle) !== facts.userId) return refuse("bad_passkey");
  const asked = { relyingParty, isOurs: isOurs(services, `sign_in/${nonce}`), key };
  const asserted = await services.webAuthn.readAssertion(answer, asked);
  if (asserted === null) return refuse("bad_passkey");
  const { challenge, ...signed } = asserted;
  const used = { challengeHash: await secretHash(challenge), expiresAt: challengeExpiry(services.clock()) };
  const proof = { by: "passkey", passkeyId, userId: facts.userId, ...signed, ...used } as const;
  const session = await openNewSession(services, { proof, facts }, caller);
  return session === null ? refuse("bad_passkey") : done(session);
}
