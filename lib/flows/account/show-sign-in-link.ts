import { SECRET_TYPES } from "../../../schema/vocabulary.ts";
import type { SignInSubject } from "../../domain/account/plan-sign-in.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { isWellFormedSecret } from "../../domain/secret.ts";
import type { Clock } from "../../ports.ts";
import { findLinkSubject } from "../../store/account/challenges.ts";
import type { Db } from "../../store/db.ts";

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
