import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { type Outcome, refuse } from "../kernel/outcome.ts";
import { isWellFormedSecret } from "../kernel/secret.ts";
import { findLinkChallenge } from "./challenges.queries.ts";
import {
  completeSignIn,
  type MailCaller,
  type MailSignInPorts,
  type SignedIn,
} from "./complete-sign-in.actions.ts";

/** `token` is what stands in the mailed link. */
export async function signInWithLink(
  ports: MailSignInPorts,
  { token, ...caller }: MailCaller & { token: string },
): Promise<Outcome<SignedIn>> {
  if (!isWellFormedSecret(SECRET_TYPES.signInLink, token)) return refuse("bad_sign_in");
  const challenge = await findLinkChallenge(ports.db, token, ports.clock());
  return challenge === null ? refuse("bad_sign_in") : await completeSignIn(ports, challenge, caller);
}
