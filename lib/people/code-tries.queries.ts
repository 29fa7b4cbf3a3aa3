import { and, eq, lt, sql } from "drizzle-orm";
import { signInChallenges, signInFailures } from "../../schema/tables/sign-in.ts";
import type { Db } from "../kernel/db.queries.ts";
import { secretHash } from "../kernel/secret-hash.queries.ts";
import { insertSelect } from "../kernel/statements.queries.ts";
import { nameLock, underLock } from "../kernel/under-lock.queries.ts";
import {
  type OpenChallenge,
  type OpenRow,
  openChallenge,
  selectOpen,
  toOpenChallenge,
} from "./challenges.queries.ts";
import { PEOPLE_LIMITS } from "./limits.ts";
import { type CodeCaller, isKnown, nextTryAt } from "./sign-in.queries.ts";

/** `none`: there is no such challenge, or no try of its code is left. */
type CodeTry = { is: "open"; challenge: OpenChallenge } | { is: "wait"; until: Date } | { is: "none" };

type TryRow = Partial<OpenRow> & { is_tried: boolean; until: string | null };

/**
 * Takes one of the tries of the challenge, and counts it as a wrong code before anyone judges it: a thousand
 * guesses at once are still no more than the limits. What was right is taken back when the sign-in is
 * committed.
 */
export async function takeCodeTry(db: Db, caller: CodeCaller & { challengeToken: string }): Promise<CodeTry> {
  const { email, network } = caller;
  const now = sql.param(caller.now, signInFailures.at);
  const open = selectOpen(
    and(
      eq(signInChallenges.challengeHash, await secretHash(caller.challengeToken)),
      eq(signInChallenges.email, email),
      lt(signInChallenges.wrongCodes, PEOPLE_LIMITS.signInCodeTriesMax),
    ),
    caller.now,
  );
  const tried = insertSelect(
    signInFailures,
    {
      challengeId: sql`open.id`,
      email: sql`open.email`,
      network,
      known: sql`caller.is_known`,
      at: caller.now,
    },
    sql`from open, caller, next where until is null or until <= ${now}::timestamptz returning challenge_id`,
  );
  const row = await underLock<TryRow>(
    db,
    nameLock([`sign-in address ${email}`, `sign-in network ${network ?? "unknown"}`]),
    sql`
      with open as ${open},
      caller as (select ${isKnown(email, network, caller.now)} as is_known),
      next as (select ${nextTryAt(caller)} as until from open),
      tried as (${tried}),
      counted as (
        update sign_in_challenges set wrong_codes = wrong_codes + 1 from tried where id = tried.challenge_id),
      challenge as (select open.* from open, tried)
      select found.*, exists (select from tried) as is_tried, (select until from next) as until
      from (select 1) one left join (${openChallenge}) found on true`,
  );
  if (row?.is_tried) return { is: "open", challenge: toOpenChallenge(row as OpenRow) };
  return row?.until == null ? { is: "none" } : { is: "wait", until: new Date(row.until) };
}
