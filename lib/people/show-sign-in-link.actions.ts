import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { isWellFormedSecret } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { findLinkSubject } from "./challenges.queries.ts";
import type { SignInSubject } from "./sign-in.ts";

/**
 * Whose account a mailed link opens, and which home: a stranger may mail somebody a link into a home of their own.
 * Changes nothing.
 */
export async function showSignInLink(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
): Promise<Outcome<SignInSubject>> {
  if (!isWellFormedSecret(SECRET_TYPES.signInLink, token)) return refuse("bad_sign_in");
  const subject = await findLinkSubject(db, token, clock());
  return subject === null ? refuse("bad_sign_in") : done(subject);
}
