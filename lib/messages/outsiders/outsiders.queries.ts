import { and, asc, eq, exists, isNull, sql } from "drizzle-orm";
import { homeContacts } from "../../../schema/tables/contact.ts";
import { households } from "../../../schema/tables/household.ts";
import { declinedInvitations } from "../../../schema/tables/outbox.ts";
import { affordable, chargesLock, countCharges } from "../../budget/charges.queries.ts";
import { type Charge, spellingsOf } from "../../budget/counts.ts";
import { type Db, householdLock, underLock } from "../../kernel/db.queries.ts";
import { byteaText, insertSelect, queryBuilder, secretHash } from "../../kernel/statements.queries.ts";
import { dropForContacts } from "../../outbox/drop-waiting.queries.ts";
import { enqueueFrom } from "../../outbox/enqueue.queries.ts";
import { MESSAGE_LIMITS } from "../../outbox/limits.ts";
import type { SealedMessage } from "../../outbox/message.ts";
import { changeLogged, logFrom, removeLogged } from "../../people/activity.queries.ts";
import type { ActivityEntry } from "../../people/activity.ts";
import { declinesOf } from "../../people/invitations.queries.ts";
import type { OutsiderRecord } from "../audience/shown-contact.ts";
import { lastFailure } from "../deliveries.queries.ts";

const { id, name, channel, address, language, tells, spaces, confirmedAt, stoppedAt } = homeContacts;
const RECORD = { id, name, channel, address, language, tells, spaces, confirmedAt, stoppedAt };

const FAILURE = lastFailure({
  householdId: sql`home_contacts.household_id`,
  channel: sql`home_contacts.channel`,
  recipient: sql`home_contacts.address`,
});

export async function listOutsiders(db: Db, householdId: string) {
  return await db("repeatable", (queries) =>
    queries
      .select({ ...RECORD, failure: FAILURE })
      .from(homeContacts)
      .where(eq(homeContacts.householdId, householdId))
      .orderBy(asc(homeContacts.createdAt), asc(homeContacts.id))
      .limit(MESSAGE_LIMITS.homeContactsMax),
  );
}

type NewOutsider = Omit<OutsiderRecord, "confirmedAt" | "stoppedAt"> & {
  sealedSecret: string | null;
  tokenHash: Uint8Array;
  /** The request for consent; nothing else is sent before its answer. */
  ask: SealedMessage;
  charges: Charge[];
  entry: ActivityEntry;
};

type AddVerdict = "added" | "contact_known" | "too_many" | "contact_declined" | "contact_asks_limit";

/** Adds a contact and queues the request, unless they declined before or a limit on such requests is reached. */
export async function addOutsider(db: Db, wish: NewOutsider): Promise<AddVerdict> {
  const { entry, charges, ask, spaces, ...row } = wish;
  const { householdId, at } = entry;
  const { channel, address } = row;
  const made = insertSelect(
    homeContacts,
    { ...row, householdId, spaces: textArray(spaces), createdAt: at, updatedAt: at },
    sql`from facts where not declined and not known and not is_full and exists (select from affordable)
      on conflict do nothing returning id`,
  );
  const statement = sql`
    with facts as (
      select ${exists(declinesOf(householdId, address))} as declined,
        count(*) filter (where channel = ${channel} and address = ${address}) > 0 as known,
        count(*) >= ${MESSAGE_LIMITS.homeContactsMax}::bigint as is_full
      from home_contacts where household_id = ${householdId}
    ), ${affordable(charges)}, made as (${made}), charged as (${countCharges("made")}),
    queued as (${enqueueFrom("made", ask, at)}), logged as (${logFrom("made", entry)})
    select case when exists (select from made) then 'added' when declined then 'contact_declined'
      when known then 'contact_known' when is_full then 'too_many' else 'contact_asks_limit' end as verdict from facts`;
  const locks = [householdLock(householdId), chargesLock(charges)] as const;
  const added = await underLock<{ verdict: AddVerdict }>(db, locks, statement);
  return added?.verdict ?? "contact_asks_limit";
}

const textArray = (texts: readonly string[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;

/** Deletes the contact and drops what waits for them. Returns false if the home has no such contact. */
export const deleteOutsider = (db: Db, entry: ActivityEntry<string>): Promise<boolean> =>
  removeLogged(db, homeContacts, entry, dropForContacts("changed", entry.at));

/** `askedBy`: who asked, by name or address; null once they have left, or the activity no longer has it. */
export type AskedOutsider = OutsiderRecord & {
  householdId: string;
  homeName: string;
  askedBy: string | null;
};

/** Returns null for an unknown link, or if the home has removed the contact. */
export async function findAsked(db: Db, token: string): Promise<AskedOutsider | null> {
  const hash = byteaText(await secretHash(token));
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({
        ...RECORD,
        householdId: homeContacts.householdId,
        homeName: households.name,
        askedBy: sql<string | null>`(
          select coalesce(users.name, users.email) from activity join users on users.id = activity.actor_id
          where activity.household_id = ${homeContacts.householdId} and activity.subject = ${id}
            and activity.action = 'home_contact_added' limit 1)`,
      })
      .from(homeContacts)
      .innerJoin(households, eq(households.id, homeContacts.householdId))
      .where(sql`${homeContacts.tokenHash} = ${hash}::bytea`),
  );
  return found ?? null;
}

/** Stores the contact's consent, unless they have already agreed or stopped. */
export async function confirmOutsider(db: Db, id: string, entry: ActivityEntry): Promise<void> {
  const confirmed = queryBuilder
    .update(homeContacts)
    .set({ confirmedAt: entry.at, updatedAt: entry.at })
    .where(and(eq(homeContacts.id, id), isNull(homeContacts.confirmedAt), isNull(homeContacts.stoppedAt)))
    .returning({ id: homeContacts.id });
  await changeLogged(db, confirmed, entry);
}

/** Stops all messages to the contact. The home can't ask that mailbox again, however it is spelled. */
export async function stopOutsider(
  db: Db,
  { id, address }: Pick<OutsiderRecord, "id" | "address">,
  entry: ActivityEntry,
): Promise<void> {
  const stopped = queryBuilder
    .update(homeContacts)
    .set({ stoppedAt: entry.at, updatedAt: entry.at })
    .where(and(eq(homeContacts.id, id), isNull(homeContacts.stoppedAt)))
    .returning();
  const declined = insertSelect(
    declinedInvitations,
    { email: sql`spelling`, home: entry.householdId, declinedAt: entry.at },
    sql`from changed, jsonb_array_elements_text(${JSON.stringify(spellingsOf(address))}::jsonb) spelling
      on conflict do nothing`,
  );
  await db.mutate(sql`
    with changed as (${stopped.getSQL()}), remembered as (${declined}),
    unsent as (${dropForContacts("changed", entry.at)}),
    logged as (${logFrom("changed", entry)})
    select 1 from changed`);
}
