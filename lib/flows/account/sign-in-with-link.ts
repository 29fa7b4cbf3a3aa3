import { SECRET_TYPES } from "../../../schema/vocabulary.ts";
import { type Outcome, refuse } from "../../domain/outcome.ts";
import { isWellFormedSecret } from "../../domain/secret.ts";
import { findLinkChallenge } from "../../store/account/challenges.ts";
import { completeSignIn, type SignedIn, type SignInCaller, type SignInPorts } from "./complete-sign-in.ts";

/** `token` is what stands in the mailed link. */
export async function signInWithLink(
  ports: SignInPorts,
  { token, ...caller }: SignInCaller & { token: string },
): Promise<Outcome<SignedIn>> {
  if (!isWellFormedSecret(SECRET_TYPES.signInLink, token)) return refuse("bad_sign_in");
  const challenge = await findLinkChallenge(ports.db, token, ports.clock());
  return challenge === null ? refuse("bad_sign_in") : await completeSignIn(ports, challenge, caller);
}
