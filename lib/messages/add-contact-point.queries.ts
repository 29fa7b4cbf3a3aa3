import { and, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { contactPoints } from "../../schema/tables/contact.ts";
import type { Channel } from "../../schema/vocabulary.ts";
import { affordable, chargesLock, countCharges } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import { CHANNEL_RULES } from "../channels/registry.ts";
import { type Db, nameLock, underLock, userLock } from "../kernel/db.queries.ts";
import { insertSelect, queryBuilder } from "../kernel/statements.queries.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { enqueueFrom } from "../outbox/enqueue.queries.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import type { SealedMessage } from "../outbox/message.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import { isMeant } from "./contact-points.queries.ts";

export type NewContactPoint = {
  id: string;
  userId: string;
  channel: Channel;
  address: string;
  sealedSecret?: string | null;
  details?: object;
  /** The code that verifies the contact; absent if the contact needs none. */
  code?: { sealedCode: string; mail: SealedMessage; charges: Charge[] };
  /** Set if something other than a code verifies the contact later, such as Telegram's Start button. */
  isWaiting?: true;
  entry: ActivityEntry;
};

/** `kept`: the person already has this contact verified, so no new code was sent. */
type AddVerdict = "added" | "kept" | "too_many" | "contact_taken" | "contact_code_limit";

/** Adds or renews a contact point and queues its code. Locks, so that concurrent requests can't exceed a limit. */
export async function addContactPoint(db: Db, wish: NewContactPoint): Promise<AddVerdict> {
  const { userId, channel, address, code, entry } = wish;
  const charges = code?.charges ?? [];
  // On a channel that holds one contact, a new contact replaces the old one as soon as it is verified.
  const max = CHANNEL_RULES[channel].contacts?.max ?? 0;
  const isReplaced = and(
    isMeant({ userId, channel }),
    ne(contactPoints.address, address),
    or(isNull(contactPoints.verifiedAt), isNotNull(contactPoints.goneAt)),
    sql`${max}::bigint = 1 and exists (select from allowed)`,
  );
  const statement = sql`
    with facts as (${factsFor(wish)}),
    ${affordable(charges)},
    allowed as (
      select 1 from facts, affordable
      where not is_taken and (held < ${max}::bigint or ${max}::bigint = 1)
        and not (is_kept and ${code !== undefined})),
    replaced as ${queryBuilder.delete(contactPoints).where(isReplaced)},
    added as (${insertFor(wish)}),
    news as (select 1 from added, facts where not is_kept),
    counted as (${countCharges("added")}),
    queued as (${enqueueFrom("added", code?.mail ?? [], entry.at)}),
    logged as (${logFrom("news", entry)})
    select case when is_taken then 'contact_taken' when exists (select from added) then 'added' when is_kept then 'kept'
      when exists (select from affordable) then 'too_many' else 'contact_code_limit' end as verdict from facts`;
  const ofAddress = isExclusive(channel) ? nameLock([`contact ${channel} ${address}`]) : userLock(userId);
  const locks = [ofAddress, userLock(userId), chargesLock(charges)] as const;
  const row = await underLock<{ verdict: AddVerdict }>(db, locks, statement);
  return row?.verdict ?? "contact_taken";
}

const isExclusive = (channel: Channel): boolean => CHANNEL_RULES[channel].contacts?.isExclusive === true;

const factsFor = ({ userId, channel, address }: NewContactPoint): SQL => sql`
  select count(*) filter (where user_id = ${userId} and address <> ${address}) as held,
    coalesce(bool_or(user_id = ${userId} and address = ${address} and verified_at is not null), false) as is_kept,
    coalesce(bool_or(${isExclusive(channel)}::boolean and user_id <> ${userId} and address = ${address}), false)
      as is_taken
  from contact_points
  where channel = ${channel} and gone_at is null and (user_id = ${userId} or address = ${address})`;

/** Inserts the contact point, verified at once unless it waits for a code or another event. */
function insertFor({ code, isWaiting, entry, ...row }: NewContactPoint): SQL {
  const expiresAt = new Date(entry.at.getTime() + MESSAGE_LIMITS.contactCodeMinutes * MINUTE_MS);
  return insertSelect(
    contactPoints,
    {
      sealedSecret: null,
      details: {},
      ...row,
      verifiedAt: code === undefined && isWaiting !== true ? entry.at : null,
      sealedCode: code?.sealedCode ?? null,
      codeExpiresAt: code === undefined ? null : expiresAt,
      createdAt: entry.at,
      updatedAt: entry.at,
    },
    sql`from allowed
      on conflict (user_id, channel, address) do update set
        id = excluded.id, sealed_secret = excluded.sealed_secret, details = excluded.details,
        verified_at = excluded.verified_at, gone_at = null, sealed_code = excluded.sealed_code,
        code_expires_at = excluded.code_expires_at, code_tries = 0, updated_at = excluded.updated_at
      returning id`,
  );
}
