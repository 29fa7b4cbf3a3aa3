import { SECRET_TYPES } from "../../../schema/vocabulary.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { newSecret } from "../../kernel/secret.ts";
import type { Services } from "../../kernel/services.actions.ts";
import { base64UrlBytes } from "../../kernel/text.ts";
import type { Member } from "../items.ts";
import { networkOf } from "../network.ts";
import type { PasskeyProof } from "../proofs.queries.ts";
import type { Proved } from "../sessions.actions.ts";
import { proveSession } from "../sessions.queries.ts";
import { openNewSession, type SignedIn, type SignInCaller } from "../sign-in.actions.ts";
import { blockedProblem } from "../sign-in.ts";
import {
  type AssertionAnswer,
  countsOn,
  type RequestOptions,
  relyingPartyOf,
  requestOptions,
} from "./passkey.ts";
import type { PasskeyServices } from "./passkeys.actions.ts";
import { type ChallengeFor, newPasskeyChallenge, readPasskeyChallenge } from "./passkeys.actions.ts";
import { credentialsOf, type FoundPasskey, findPasskey } from "./passkeys.queries.ts";

type Options = Outcome<{ options: RequestOptions }>;

/** `nonce`: what the browser keeps as a cookie, so that nobody else's browser answers. The same for everybody. */
export async function askForPasskey(services: Services, nonce: string): Promise<Options> {
  const relyingParty = relyingPartyOf(services.baseUrl);
  if (relyingParty === null) return refuse("passkeys_unavailable");
  const challenge = await newPasskeyChallenge(services, { purpose: "sign_in", holder: nonce });
  return done({ options: requestOptions(relyingParty, challenge) });
}

/** Signs in the passkey's owner: the authenticator has verified them. */
export async function signInWithPasskey(
  services: PasskeyServices,
  { nonce, answer, ...caller }: SignInCaller & { nonce: string; answer: AssertionAnswer },
): Promise<Outcome<SignedIn>> {
  const checked = await checkAnswer(services, { purpose: "sign_in", holder: nonce }, answer);
  if (checked === null) return refuse("bad_passkey");
  const { proof, found } = checked;
  const { blockedFor } = found.facts;
  if (blockedFor !== null) return { ok: false, problem: blockedProblem(blockedFor) };
  const session = await openNewSession(services, { proof, facts: found.facts }, caller);
  return session === null ? refuse("bad_passkey") : done(session);
}

/** One of the member's own passkeys, in this session. */
export async function askToProve(
  services: Services,
  { sessionId, userId }: Pick<Member, "sessionId" | "userId">,
): Promise<Options> {
  const relyingParty = relyingPartyOf(services.baseUrl);
  if (relyingParty === null) return refuse("passkeys_unavailable");
  const challenge = await newPasskeyChallenge(services, { purpose: "prove", holder: sessionId });
  return done({ options: requestOptions(relyingParty, challenge, await credentialsOf(services.db, userId)) });
}

/** A fresh proof that no other site can ask for in our name. */
export async function proveWithPasskey(
  services: PasskeyServices,
  { sessionId, userId }: Member,
  { answer, ip }: { answer: AssertionAnswer; ip: string | null },
): Promise<Outcome<Proved>> {
  const checked = await checkAnswer(services, { purpose: "prove", holder: sessionId }, answer);
  if (checked === null || checked.found.facts.userId !== userId) return refuse("bad_passkey");
  const token = newSecret(SECRET_TYPES.session, services.random);
  const at = { network: networkOf(ip), now: services.clock() };
  const isProved = await proveSession(services.db, { sessionId, proof: checked.proof, token, ...at });
  return isProved ? done({ token }) : refuse("bad_passkey");
}

/** Null for an answer that is not of a known passkey, to a challenge of ours for that holder. */
async function checkAnswer(
  services: PasskeyServices,
  whose: ChallengeFor,
  answer: AssertionAnswer,
): Promise<{ proof: PasskeyProof; found: FoundPasskey } | null> {
  const relyingParty = relyingPartyOf(services.baseUrl);
  const taken = await readPasskeyChallenge(services, whose, answer.response.clientDataJSON);
  if (relyingParty === null || taken === null) return null;
  const found = await findPasskey(services.db, answer.id);
  if (found === null || !isOf(found, answer)) return null;
  const { challenge, challengeHash, expiresAt } = taken;
  const asserted = await services.webAuthn.readAssertion(answer, { challenge, relyingParty, key: found.key });
  if (asserted === null || !countsOn(found.key.signatures, asserted.signatures)) return null;
  const { id: passkeyId, facts } = found;
  const signed = { ...asserted, challengeHash, expiresAt };
  return { found, proof: { by: "passkey", passkeyId, userId: facts.userId, ...signed } };
}

/** The authenticator names the person that it made the passkey for; one that was asked for by its id may leave it out. */
function isOf({ facts }: FoundPasskey, { response: { userHandle } }: AssertionAnswer): boolean {
  if (userHandle === undefined) return true;
  const bytes = base64UrlBytes(userHandle);
  return bytes !== null && new TextDecoder().decode(bytes) === facts.userId;
}
