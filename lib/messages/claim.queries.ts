import { type SQL, sql } from "drizzle-orm";
import { hostPace } from "../../schema/tables/outbox.ts";
import { CALLED_CHANNELS, type Channel, STATUS_NEWS_MAIL } from "../../schema/vocabulary.ts";
import type { ProviderPace } from "../channels/call.ts";
import type { CountedBy } from "../channels/content.ts";
import { CHANNEL_CALLS } from "../channels/registry.ts";
import type { Db } from "../kernel/db.queries.ts";
import { isoTime } from "../kernel/statements.queries.ts";
import { SECOND_MS } from "../kernel/time.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import type { SealedMessage } from "../outbox/message.ts";

/** For channels without a documented rate: only the number of messages in flight is limited. */
const NO_PACE: ProviderPace = { per: "address", burst: 0, gapMs: 0 };

/** A claim looks at this many times its limit, so that as many concurrent dispatchers each find rows to lock. */
const DISPATCHERS = sql.raw("20");

/**
 * Keeps the order of a subscriber's status mails: none is claimed while another is being sent or waits for a retry.
 * Otherwise an incident's update could arrive before its announcement.
 */
const isNextOfItsReader = sql`(kind <> ${STATUS_NEWS_MAIL} or not exists (
  select from outbox tried where tried.kind = ${STATUS_NEWS_MAIL} and tried.recipient = outbox.recipient
    and tried.state = 'pending' and tried.attempts > 0 and tried.id <> outbox.id))`;

const HOME = sql`coalesce(turn_of, household_id, case when kind = ${STATUS_NEWS_MAIL} then kind else recipient end)`;

/** The channels that call hosts of people's own choice or providers with a rate limit, each with its pace. */
const PACES: readonly ({ channel: Channel } & ProviderPace)[] = [
  { channel: "webhook", ...NO_PACE },
  ...CALLED_CHANNELS.map((channel) => ({ channel, ...(CHANNEL_CALLS[channel].pace ?? NO_PACE) })),
];

/** The paces as rows `rate (channel, per, burst, "gapMs", host)`. Mail's rate is for all dispatchers together. */
function paceRows(mailsPerSecond: number | null): SQL {
  const rate = mailsPerSecond ?? 1;
  // A provider that takes less than one a second takes one, too.
  const mail = { channel: "email", per: "host", burst: Math.max(1, rate), gapMs: 1_000 / rate };
  const paces = mailsPerSecond === null ? PACES : [...PACES, mail];
  return sql`jsonb_to_recordset(${JSON.stringify(paces)}::jsonb) as rate (
    channel text, per text, burst float8, "gapMs" float8, host text)`;
}

/** The host that a message goes to: the host of its URL, or its channel for an address that is no URL. */
const hostOf = (channel: SQL, recipient: SQL): SQL =>
  sql`case when ${recipient} like '%://%' then split_part(${recipient}, '/', 3) else ${channel} end`;

/** The key of a single address, hashed: the table must not reveal anybody's chat. */
const addressKey = (channel: SQL, recipient: SQL): SQL => sql`${channel} || '/' || md5(${recipient})`;

/** Stops sending for as long as the host asked: to this address, or to the whole host if it limits us as a whole. */
export async function pauseHost(
  db: Db,
  { channel, recipient }: Pick<ClaimedMessage, "channel" | "recipient">,
  { pauses, afterSeconds }: { pauses: CountedBy; afterSeconds?: number },
  now: Date,
): Promise<void> {
  const [ofChannel, address] = [sql`${channel}::text`, sql`${recipient}::text`];
  const isHost = pauses === "host" || PACES.some((pace) => pace.channel === channel && pace.per === "host");
  const askedMs = afterSeconds === undefined ? MESSAGE_LIMITS.hostPauseMs : afterSeconds * SECOND_MS;
  const pausedUntil = new Date(now.getTime() + Math.min(askedMs, MESSAGE_LIMITS.hostPauseMsMax));
  await db("repeatable", (queries) =>
    queries
      .insert(hostPace)
      .values({ host: (isHost ? hostOf : addressKey)(ofChannel, address), nextAt: now, pausedUntil })
      .onConflictDoUpdate({
        target: hostPace.host,
        set: { pausedUntil: sql`greatest(${hostPace.pausedUntil}, excluded.paused_until)` },
      }),
  );
}

type Sealed = Pick<SealedMessage, "id" | "householdId" | "channel" | "recipient" | "sealedContent">;
export type ClaimedMessage = Sealed & { attempts: number; createdAt: string; isCritical: boolean };

export type ClaimAsk = {
  now: Date;
  limit: number;
  leaseMs: number;
  /** The rate that the mail provider accepts from all dispatchers together; null for no limit. */
  mailsPerSecond: number | null;
};

export type Claim = {
  messages: ClaimedMessage[];
  /** When the first claimed mail may be sent (epoch milliseconds), the others each a gap later; null for at once. */
  mailsFromMs: number | null;
  /** Due messages left for a later claim: over this claim's limit, or over the rate of their provider. */
  left: number;
  /** Due messages whose host has too many in flight. */
  waiting: number;
};

const HOST = hostOf(sql`outbox.channel`, sql`recipient`);
const ADDRESS = addressKey(sql`outbox.channel`, sql`recipient`);

/**
 * Leases up to `limit` due messages; two dispatchers never get the same message.
 * - Order: critical messages first, then one message of each home in turn. Young homes of one network share one turn,
 *   so that a hundred of them get no more turns than one home. All status mails share a turn as well, and each
 *   subscriber gets theirs in order.
 * - Limits: mails of one second at the provider's rate, over all dispatchers, so that a new critical message waits at
 *   most that long. Each host has a limit of messages in flight and a pace, and a paused host gets none.
 */
export async function claimDue(db: Db, { now, limit, leaseMs, mailsPerSecond }: ClaimAsk): Promise<Claim> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const leaseUntil = sql`${new Date(now.getTime() + leaseMs).toISOString()}::timestamptz`;
  const isFree = sql`state = 'pending' and next_attempt_at <= ${at} and (lease_until is null or lease_until <= ${at})`;
  const [row] = await db.mutate<Claim>(sql`
    with due as (
      select id, outbox.channel, ${HOME} as home, is_critical, next_attempt_at,
        case when kind = ${STATUS_NEWS_MAIL} then recipient else id end as reader,
        case when rate.channel <> 'email' then ${HOST} end as host,
        case rate.per when 'host' then ${HOST} when 'address' then ${ADDRESS} end as lane,
        rate.burst, case when rate.host is null or rate.host = ${HOST} then rate."gapMs" else 0 end as gap_ms
      from outbox left join ${paceRows(mailsPerSecond)} on rate.channel = outbox.channel
      where ${isFree} and ${isNextOfItsReader} and not exists (
        select from host_pace paused where paused.host in (${HOST}, ${ADDRESS}) and paused.paused_until > ${at})
      order by is_critical desc, next_attempt_at limit ${MESSAGE_LIMITS.claimLooksAtMax}::integer
    ), queue as (
      select due.*, row_number() over (partition by home, is_critical order by next_attempt_at, id) as turn,
        row_number() over (partition by reader order by next_attempt_at, id) as of_reader
      from due
    ), ranked as (
      select id, home, is_critical, host, lane, burst, gap_ms,
        row_number() over (order by is_critical desc, turn, next_attempt_at, id) as place
      from queue where of_reader = 1
    ), lined_up as (
      -- Ranks the due messages behind those in flight, which have place 0.
      select *, row_number() over (partition by host, home, is_critical order by place, id) as of_home,
        row_number() over (partition by host, is_critical order by place, id) as of_host,
        row_number() over (partition by lane order by place, id) as of_lane
      from (
        select * from ranked
        union all
        select id, ${HOME}, is_critical, ${HOST}, null, null, null, 0 from outbox
        where state = 'pending' and next_attempt_at <= ${at} and lease_until > ${at}
          and attempted_at > ${at} - make_interval(secs => ${MESSAGE_LIMITS.hostInFlightMs}::float8 / 1000)) line
    ), within_host as (
      select * from lined_up
      where place > 0 and (host is null or of_home <= ${MESSAGE_LIMITS.hostInFlightOfHomeMax}::bigint
          and of_host <= ${MESSAGE_LIMITS.hostInFlightMax}::bigint)
    ), going as (
      select within_host.* from within_host left join host_pace on host_pace.host = lane
      where coalesce(gap_ms, 0) = 0
        or of_lane <= burst - greatest(0, extract(epoch from next_at - ${at}) * 1000) / gap_ms
    ), wanted as materialized (
      -- More rows than the limit: another dispatcher may have locked the first ones.
      select array(select id from going order by place limit ${DISPATCHERS} * ${limit}::integer) as ids
    ), picked as (
      select id from outbox where ${isFree} and id = any((select ids from wanted)::text[])
      order by array_position((select ids from wanted), id) limit ${limit}::integer for update skip locked
    ), claimed as (
      update outbox set lease_until = ${leaseUntil}, attempts = attempts + 1, attempted_at = ${at}
      from picked where outbox.id = picked.id
      returning outbox.*
    ), paced as (
      insert into host_pace as pace (host, next_at)
      select lane, ${at} + sum(gap_ms) * interval '1 millisecond'
      from claimed join ranked on ranked.id = claimed.id where gap_ms > 0 group by lane order by lane
      on conflict (host) do update set next_at = greatest(pace.next_at, ${at}) + (excluded.next_at - ${at})
      returning host, next_at
    )
    select (select coalesce(jsonb_agg(jsonb_build_object('id', claimed.id, 'householdId', claimed.household_id,
        'channel', claimed.channel, 'recipient', recipient, 'sealedContent', sealed_message, 'attempts', attempts,
        'createdAt', ${isoTime("claimed.created_at")}, 'isCritical', claimed.is_critical) order by place), '[]')
        from claimed join ranked on ranked.id = claimed.id) as messages,
      (select extract(epoch from next_at) * 1000 - (
        select sum(gap_ms) from claimed join ranked on ranked.id = claimed.id where lane = 'email')
        from paced where paced.host = 'email')::float8 as "mailsFromMs",
      ((select count(*) from due) - (select count(*) from claimed) - waiting)::integer as left,
      waiting::integer as waiting
    from (select (select count(host) from ranked) - (select count(host) from within_host) as waiting) hosts`);
  return row ?? { messages: [], mailsFromMs: null, left: 0, waiting: 0 };
}
