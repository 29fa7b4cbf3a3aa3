import { type SQL, sql } from "drizzle-orm";
import { signInChallenges } from "../../schema/tables/sign-in.ts";
import { affordable, countCharges, firstFull } from "../budget/charges.queries.ts";
import { type Charge, countKey } from "../budget/counts.ts";
import type { Db } from "../kernel/db.queries.ts";
import { secretHash } from "../kernel/secret-hash.queries.ts";
import { insertSelect } from "../kernel/statements.queries.ts";
import { nameLock, underLock } from "../kernel/under-lock.queries.ts";
import { enqueueFrom } from "../messages/enqueue.queries.ts";
import type { SealedMessage } from "../messages/message.ts";
import { PEOPLE_LIMITS } from "./limits.ts";
import { isKnown } from "./sign-in.queries.ts";

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
 * Earlier challenges stay as they are: whoever asks for somebody else's address ends nothing of theirs. Callers
 * whose address nobody tells share one count: it holds up newcomers alone, and does not show, so that nobody can
 * shut members out or learn who is one. Nor does a network's queue: an address that has signed in from there is
 * mailed at once whatever the answer, which is the same for every address.
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
      newcomer as (select from allowed where not is_known),
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
const GAP = sql`${PEOPLE_LIMITS.networkMailGapSeconds}::integer * interval '1 second'`;

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
        on conflict (network) do update set next_at = greatest(pace.next_at, ${at(now)}) + ${GAP}`;
