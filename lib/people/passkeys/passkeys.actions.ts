import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { newId } from "../../kernel/secret.ts";
import type { CoreServices, Services } from "../../kernel/services.actions.ts";
import { secretHash } from "../../kernel/statements.queries.ts";
import { base64UrlBytes, base64UrlText } from "../../kernel/text.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import { wayInMail } from "../../messages/mail/account-mails.ts";
import type { WayIn } from "../../messages/mail/lifecycle-email.ts";
import { sealMail } from "../../messages/seal-message.actions.ts";
import type { ActingMember } from "../items.ts";
import { PEOPLE_LIMITS } from "../limits.ts";
import {
  type RegistrationAnswer,
  type RegistrationOptions,
  registrationOptions,
  relyingPartyOf,
} from "./passkey.ts";
import {
  type Change,
  addPasskey as commitPasskey,
  removePasskey as commitRemoval,
  credentialsOf,
  type PasskeyItem,
  renamePasskey as rename,
} from "./passkeys.queries.ts";
import type { WebAuthn } from "./ports.ts";

export type PasskeyServices = Services & { webAuthn: WebAuthn };

const HOUR_CHARACTERS = "2026-11-20T10".length;

/**
 * What a challenge is for, and for whom: a session, or the browser that wants to sign in, by what its cookie
 * holds.
 */
export type ChallengeFor = { purpose: "register" | "sign_in" | "prove"; holder: string };

/** An open challenge, under which it is written down as used. */
type TakenChallenge = { challenge: string; challengeHash: Uint8Array; expiresAt: Date };

const subjectOf = ({ purpose, holder }: ChallengeFor): string => `${purpose}/${holder}`;

/**
 * In base64url. It carries its own expiry, encrypted for one purpose and holder: unanswered challenges store
 * nothing, however many are requested.
 */
export async function newPasskeyChallenge(
  { clock, serverVault }: CoreServices,
  whose: ChallengeFor,
): Promise<string> {
  const expiresAt = new Date(clock().getTime() + PEOPLE_LIMITS.passkeyChallengeMinutes * MINUTE_MS);
  const sealed = await serverVault.seal("passkey-challenge", subjectOf(whose), expiresAt.toISOString());
  return base64UrlText(new TextEncoder().encode(sealed));
}

/**
 * The challenge that an authenticator says it has answered, if it is one of ours, for that purpose and
 * holder, and not over.
 */
export async function readPasskeyChallenge(
  { clock, serverVault }: CoreServices,
  whose: ChallengeFor,
  clientDataJSON: string,
): Promise<TakenChallenge | null> {
  const challenge = challengeIn(clientDataJSON);
  const sealed = challenge === null ? null : textOf(challenge);
  if (challenge === null || sealed === null) return null;
  const opened = await serverVault.open("passkey-challenge", subjectOf(whose), sealed);
  const expiresAt = opened === null ? null : new Date(opened.text);
  if (expiresAt === null || expiresAt <= clock()) return null;
  return { challenge, challengeHash: await secretHash(challenge), expiresAt };
}

function textOf(base64Url: string): string | null {
  const bytes = base64UrlBytes(base64Url);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** What a browser writes for the authenticator to sign; the signature is checked over the very same bytes. */
function challengeIn(clientDataJSON: string): string | null {
  const text = textOf(clientDataJSON);
  if (text === null) return null;
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    // What is no JSON holds no challenge of ours.
    return null;
  }
  const { challenge, crossOrigin } = Object(data) as { challenge?: unknown; crossOrigin?: unknown };
  // Our pages stand in nobody's frame.
  return typeof challenge === "string" && crossOrigin !== true ? challenge : null;
}

/** What a browser needs to make a passkey for the person of this very session. */
export async function askToAddPasskey(
  services: Services,
  { member }: Pick<ActingMember, "member">,
): Promise<Outcome<{ options: RegistrationOptions }>> {
  const relyingParty = relyingPartyOf(services.baseUrl);
  if (relyingParty === null) return refuse("passkeys_unavailable");
  const challenge = await newPasskeyChallenge(services, { purpose: "register", holder: member.sessionId });
  const userHandle = base64UrlText(new TextEncoder().encode(member.userId));
  const known = await credentialsOf(services.db, member.userId);
  return done({
    options: registrationOptions({ relyingParty, challenge, userHandle, email: member.email, known }),
  });
}

export async function addPasskey(
  services: PasskeyServices,
  acting: ActingMember,
  { name, answer }: { name: string; answer: RegistrationAnswer },
): Promise<Outcome<{ passkey: PasskeyItem }>> {
  const relyingParty = relyingPartyOf(services.baseUrl);
  if (relyingParty === null) return refuse("passkeys_unavailable");
  const whose = { purpose: "register", holder: acting.member.sessionId } as const;
  const taken = await readPasskeyChallenge(services, whose, answer.response.clientDataJSON);
  if (taken === null) return refuse("bad_new_passkey");
  const { challenge, challengeHash, expiresAt } = taken;
  const registered = await services.webAuthn.readRegistration(answer, { challenge, relyingParty });
  if (registered === null) return refuse("bad_new_passkey");
  const id = newId(ID_PREFIXES.passkey, services.random);
  const change = await changeOf(services, acting, "passkey_added", { subject: id, details: { name } });
  const wish = { ...change, id, name, registered, challengeHash, expiresAt };
  switch (await commitPasskey(services.db, wish)) {
    case "added": {
      const times = { created_at: change.entry.at.toISOString(), last_used_at: null };
      return done({ passkey: { id, name, backed_up: registered.backedUp, ...times } });
    }
    case "used":
      return refuse("bad_new_passkey");
    case "known":
      return refuse("passkey_known");
    case "full":
      return refuse("too_many_passkeys");
  }
}

export async function renamePasskey(
  { db, clock }: CoreServices,
  { member, actor }: ActingMember,
  { id, name }: { id: string; name: string },
): Promise<Outcome<{ ok: true }>> {
  const { userId, householdId } = member;
  const action = "passkey_renamed" as const;
  const entry = { householdId, at: clock(), actor, action, subject: id, details: { name } };
  return (await rename(db, { userId, id, name, entry })) ? done({ ok: true }) : refuse("not_found");
}

/** Whatever it signed in is signed out, but for the session that asks; `endOthers` signs out everything else too. */
export async function removePasskey(
  services: Services,
  acting: ActingMember,
  { id, endOthers }: { id: string; endOthers: boolean },
): Promise<Outcome<{ ok: true; ended: number }>> {
  const { sessionId } = acting.member;
  const change = await changeOf(services, acting, "passkey_removed", { subject: id });
  const removed = await commitRemoval(services.db, { ...change, id, sessionId, endOthers });
  return removed === null ? refuse("not_found") : done({ ok: true, ended: removed.ended });
}

/** The person is mailed of each kind of change once an hour at most. */
async function changeOf(
  services: Services,
  { member, actor }: ActingMember,
  action: WayIn,
  about: { subject: string; details?: Record<string, string> },
): Promise<Change> {
  const at = services.clock();
  const { userId, householdId, email, language } = member;
  const mail = await sealMail(services, {
    householdId: null,
    recipient: email,
    dedupeKey: `${action}/${userId}/${at.toISOString().slice(0, HOUR_CHARACTERS)}`,
    kind: "account_changed",
    content: wayInMail(action, at, language),
  });
  return { userId, entry: { householdId, at, actor, action, ...about }, mail };
}
