import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Clock } from "../kernel/ports.ts";
import { isWellFormedSecret } from "../kernel/secret.ts";
import { findLinkSubject } from "./challenges.queries.ts";
import type { SignInSubject } from "./sign-in.ts";

/**
 * Whose account a mailed link opens, and which home: a stranger may mail somebody a link into a home of their own.
 * Changes nothing.
 */
export async function showSignInLink(
  { db, clock }: { db: Db; clock: Clock },
  token: string,
): Promise<Outcome<SignInSubject>> {
  if (!isWellFormedSecret(SECRET_TYPES.signInLink, token)) return refuse("bad_sign_in");
  const subject = await findLinkSubject(db, token, clock());
  return subject === null ? refuse("bad_sign_in") : done(subject);
}
