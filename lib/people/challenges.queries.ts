import { and, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import { signInChallenges, signInFailures } from "../../schema/tables/sign-in.ts";
import { affordable, countCharges, firstFull } from "../budget/charges.queries.ts";
import { type Charge, countKey } from "../budget/counts.ts";
import { type Db, nameLock, secondsAfter, underLock } from "../kernel/db.queries.ts";
import { insertSelect, queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { enqueueFrom } from "../messages/enqueue.queries.ts";
import type { SealedMessage } from "../messages/message.ts";
import { PEOPLE_LIMITS } from "./limits.ts";
import { type CodeCaller, isKnown, nextTryAt } from "./sign-in.queries.ts";
import type { SignInFacts, SignInSubject } from "./sign-in.ts";

/** What of a challenge and its address is needed to sign in, read from the CTE `challenge`. */
const openChallenge = sql`
  select challenge.id, challenge.sealed_code, challenge.email, person.id as user_id,
    person.blocked_for, coalesce((select json_agg(home.household_id order by home.created_at, home.household_id)
      from memberships home where home.user_id = person.id), '[]') as homes
  from challenge left join users person on person.email = challenge.email`;
const GAP = sql`${PEOPLE_LIMITS.networkMailGapSeconds}::integer * interval '1 second'`;

export type OpenChallenge = {
  id: string;
  sealedCode: string;
  facts: SignInFacts;
};

type OpenRow = {
  id: string;
  sealed_code: string;
  email: string;
  user_id: string | null;
  homes: string[];
  blocked_for: string | null;
};

/** Selects what `openChallenge` needs of a challenge that is unused, unexpired and meets the condition. */
const selectOpen = (condition: SQL | undefined, now: Date) =>
  queryBuilder
    .select({
      id: signInChallenges.id,
      email: signInChallenges.email,
      sealedCode: signInChallenges.sealedCode,
    })
    .from(signInChallenges)
    .where(and(condition, isNull(signInChallenges.usedAt), gt(signInChallenges.expiresAt, now)));

/** Finds a challenge by its link's token, however many wrong codes there were; null where none is open. */
export async function findLinkChallenge(db: Db, token: string, now: Date): Promise<OpenChallenge | null> {
  const challenge = selectOpen(eq(signInChallenges.linkHash, await secretHash(token)), now);
  const rows = await db.query<OpenRow>(sql`with challenge as ${challenge} ${openChallenge}`);
  return rows[0] === undefined ? null : toOpenChallenge(rows[0]);
}

/** The address and the home that an open link leads to, the one that `openChallenge` puts first; null where none is open. */
export async function findLinkSubject(db: Db, token: string, now: Date): Promise<SignInSubject | null> {
  const challenge = selectOpen(eq(signInChallenges.linkHash, await secretHash(token)), now);
  const rows = await db.query<SignInSubject>(sql`
    with challenge as ${challenge}
    select challenge.email, (
      select home.name from users person join memberships member on member.user_id = person.id
      join households home on home.id = member.household_id where person.email = challenge.email
      order by member.created_at, member.household_id limit 1) as home
    from challenge`);
  return rows[0] ?? null;
}

const toOpenChallenge = (row: OpenRow): OpenChallenge => ({
  id: row.id,
  sealedCode: row.sealed_code,
  facts: { email: row.email, userId: row.user_id, blockedFor: row.blocked_for, homes: row.homes },
});

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

type NewChallenge = {
  id: string;
  email: string;
  /** The caller as limits count them. */
  ipBucket: string;
  network: string | null;
  sealedCode: string;
  linkToken: string;
  challengeToken: string;
  mail: SealedMessage;
  /** What a mail to somebody counts as who has never signed in from the network. */
  charges: readonly Charge[];
  now: Date;
  /** Challenges made after this count towards the limits. */
  countedSince: Date;
  expiresAt: Date;
};

/** Of a request for a sign-in mail: who has had their share, and how long the caller's network waits in any case. */
type ChallengeVerdict =
  | { is: "asked"; waitSeconds: number }
  | { is: "caller_full"; fullSince: Date }
  | { is: "network_full"; retrySeconds: number };

type ChallengeRow = {
  caller_is_full: boolean;
  network_is_full: boolean;
  oldest: string | null;
  wait_seconds: number;
};

/**
 * Earlier challenges stay: asking for somebody else's address ends nothing of theirs. Callers with unknown
 * addresses share one count: it delays only newcomers, and doesn't show, so nobody can lock members out or learn
 * who is one. A network's queue doesn't show either: an address that has signed in from there is mailed at once,
 * and the answer is the same for every address.
 */
export async function addChallenge(db: Db, challenge: NewChallenge): Promise<ChallengeVerdict> {
  const { id, email, ipBucket, network, sealedCode, mail, charges } = challenge;
  const row = {
    id,
    email,
    ip: ipBucket,
    sealedCode,
    linkHash: await secretHash(challenge.linkToken),
    challengeHash: await secretHash(challenge.challengeToken),
    expiresAt: challenge.expiresAt,
    createdAt: challenge.now,
  };
  const made = insertSelect(signInChallenges, row, sql`from allowed returning id`);
  const lock = nameLock([
    ...[`sign-in address ${email}`, `sign-in caller ${ipBucket}`],
    ...(network === null ? [] : [`sign-in network ${network}`]),
    ...charges.map((charge) => `sending ${countKey(charge)}`).toSorted(),
  ]);
  const isUnknownNetwork = sql`${network === null}::boolean`;
  const ofNetwork = charges.filter(({ scope }) => scope === "network");
  const verdict = await underLock<ChallengeRow>(
    db,
    lock,
    sql`
      with recent as (
        select count(*) filter (where email = ${email}) as of_address,
          count(*) filter (where ip = ${ipBucket}) as of_caller,
          count(*) filter (where email = ${email} and ip = ${ipBucket}) as of_pair,
          min(created_at) filter (where ip = ${ipBucket}) as oldest
        from sign_in_challenges where created_at > ${challenge.countedSince.toISOString()}::timestamptz
          and (email = ${email} or ip = ${ipBucket})),
      person as (select ${isKnown(email, network, challenge.now)} as is_known,
        exists (select from users where email = ${email}) as is_user),
      ${affordable(charges)},
      queue as (select ${waitSeconds(network, challenge.now)} as wait_seconds,
        ${firstFull(ofNetwork)} is not null as is_used_up),
      allowed as (
        select is_known, case when is_known then 0 else wait_seconds end as wait_seconds from recent, person, queue
        where of_pair < ${PEOPLE_LIMITS.signInPerPairPerHour}::bigint
          and (of_address < ${PEOPLE_LIMITS.signInPerAddressPerHour}::bigint or is_known)
          and (of_caller < ${PEOPLE_LIMITS.signInPerIpPerHour}::bigint or ${isUnknownNetwork} and is_user)
          and (is_known or wait_seconds <= ${PEOPLE_LIMITS.networkMailWaitSecondsMax}::integer and not is_used_up
            and (is_user or exists (select from affordable)))),
      made as (${made}),
      newcomer as (select 1 from allowed where not is_known),
      counted as (${countCharges("newcomer")}),
      paced as (${nextInNetwork(network, challenge.now)}),
      queued as (${enqueueFrom("made", mail, challenge.now, sql`(select wait_seconds from allowed)`)})
      select of_caller >= ${PEOPLE_LIMITS.signInPerIpPerHour}::bigint and not ${isUnknownNetwork} as caller_is_full, oldest,
        wait_seconds > ${PEOPLE_LIMITS.networkMailWaitSecondsMax}::integer or is_used_up as network_is_full, wait_seconds
      from recent, queue`,
  );
  if (verdict?.caller_is_full && verdict.oldest !== null)
    return { is: "caller_full", fullSince: new Date(verdict.oldest) };
  const wait = verdict?.wait_seconds ?? 0;
  const retrySeconds = Math.max(
    PEOPLE_LIMITS.networkMailGapSeconds,
    wait - PEOPLE_LIMITS.networkMailWaitSecondsMax,
  );
  return verdict?.network_is_full ? { is: "network_full", retrySeconds } : { is: "asked", waitSeconds: wait };
}

const at = (now: Date): SQL => sql`${now.toISOString()}::timestamptz`;

/** How long a newcomer's mail from the network waits: so many go out at once, then one in each gap. */
const waitSeconds = (network: string | null, now: Date): SQL =>
  network === null
    ? sql`0`
    : sql`coalesce((select greatest(0, ceil(extract(epoch from next_at - ${at(now)}
        - ${PEOPLE_LIMITS.networkMailsAtOnce}::integer * ${GAP})))::integer from network_pace where network = ${network}), 0)`;

/** Moves the network's queue on by one where the mail takes a place in it. */
const nextInNetwork = (network: string | null, now: Date): SQL =>
  network === null
    ? sql`select 1`
    : sql`insert into network_pace as pace (network, next_at)
        select ${network}, ${at(now)} + ${GAP} from made, newcomer
        on conflict (network) do update
          set next_at = ${secondsAfter(sql`greatest(pace.next_at, ${at(now)})`, sql`${PEOPLE_LIMITS.networkMailGapSeconds}`)}`;
