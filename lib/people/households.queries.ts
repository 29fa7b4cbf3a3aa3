import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { alerts } from "../../schema/tables/alert.ts";
import { households, memberships, users } from "../../schema/tables/household.ts";
import { outbox } from "../../schema/tables/outbox.ts";
import { invitations, sessions } from "../../schema/tables/sign-in.ts";
import type { HouseholdUnit, Plan } from "../../schema/vocabulary.ts";
import type { HouseholdChange } from "../../schema/wire/account/household.ts";
import type { Db } from "../kernel/db.queries.ts";
import { cte, fieldsOf, isoTime, queryBuilder, rowsOf } from "../kernel/statements.queries.ts";
import { messageRows } from "../outbox/enqueue.queries.ts";
import type { SealedMessage } from "../outbox/message.ts";
import { logFrom, movedFrom } from "./activity.queries.ts";
import type { Act, HouseholdItem, Member } from "./activity.ts";
import { findSessionWith, sessionBeside } from "./sessions.queries.ts";

const HOUSEHOLD = {
  id: households.id,
  name: households.name,
  chosen_plan: households.plan,
  trial_ends_at: isoTime(households.trialEndsAt),
  time_zone: households.timeZone,
  temperature_unit: households.temperatureUnit,
  latitude: households.latitude,
  longitude: households.longitude,
  city: households.city,
  share_city_aggregates: households.shareCityAggregates,
  created_at: isoTime(households.createdAt),
};

/** Returns null only if the home has just been deleted. */
export async function findHousehold(db: Db, householdId: string): Promise<HouseholdItem | null> {
  const [household] = await db("repeatable", (queries) =>
    queries.select(HOUSEHOLD).from(households).where(eq(households.id, householdId)),
  );
  return household ?? null;
}

/** Returns the session's home, all homes of the member, and the open invitations for their address. */
export async function findOwnHomes(db: Db, member: Member, now: Date) {
  const [[household], own, waiting] = await db("repeatable", (queries) =>
    queries.batch([
      queries.select(HOUSEHOLD).from(households).where(eq(households.id, member.householdId)),
      queries
        .select({ id: households.id, name: households.name, role: memberships.role })
        .from(memberships)
        .innerJoin(households, eq(households.id, memberships.householdId))
        .where(eq(memberships.userId, member.userId))
        .orderBy(memberships.createdAt, households.id),
      queries
        .select({
          id: invitations.id,
          household_id: households.id,
          household_name: households.name,
          role: invitations.role,
          invited_by: users.email,
          invited_by_name: users.name,
          expires_at: isoTime(invitations.expiresAt),
        })
        .from(invitations)
        .innerJoin(households, eq(households.id, invitations.householdId))
        .innerJoin(users, eq(users.id, invitations.invitedBy))
        .where(and(eq(invitations.email, member.email), isOpenAt(now)))
        .orderBy(invitations.createdAt),
    ]),
  );
  return household === undefined ? null : { household, households: own, invitations: waiting };
}

/** The condition that an invitation is neither accepted nor expired. */
export const isOpenAt = (now: Date) => and(isNull(invitations.acceptedAt), gt(invitations.expiresAt, now));

/** Fields that are omitted keep their value; null clears a coordinate or the city. */
export async function changeHousehold(db: Db, act: Act, change: HouseholdChange) {
  const changed = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  return await update(db, fieldsOf(households, change), act, "household_changed", {
    changed: changed.join(", "),
  });
}

/** Replaces the list of rooms: their order and icons. */
export const saveRooms = (db: Db, act: Act, rooms: readonly object[]): Promise<HouseholdItem | null> =>
  update(db, { rooms }, act, "household_changed", { changed: "rooms" });

/** Changes the chosen plan. A running trial goes on. */
export const changePlan = (db: Db, act: Act, plan: Plan): Promise<HouseholdItem | null> =>
  update(
    db,
    { plan, ...(plan === "free" ? { downgradedAt: downgradedAt(act.at) } : {}) },
    act,
    "plan_changed",
    { plan },
  );

/** The moment of the change from Pro to Free. History is cut to Free's retention only some time later. */
const downgradedAt = (now: Date): SQL =>
  sql`case when ${eq(households.plan, "pro")} then ${sql.param(now, households.downgradedAt)}::timestamptz
    else ${households.downgradedAt} end`;

async function update(
  db: Db,
  set: PgUpdateSetSource<typeof households>,
  act: Act,
  action: "household_changed" | "plan_changed",
  details: Record<string, string>,
): Promise<HouseholdItem | null> {
  const isHome = eq(households.id, act.householdId);
  const before = queryBuilder.select().from(households).where(isHome);
  const changed = queryBuilder.update(households).set(set).where(isHome).returning();
  const [household] = await db("once", (queries) =>
    queries
      .with(
        cte("before", before),
        cte("changed", changed),
        cte("moved", movedFrom("changed")),
        cte("logged", logFrom("moved", { ...act, action, subject: act.householdId, details })),
      )
      .select(HOUSEHOLD)
      .from(rowsOf("changed", households)),
  );
  return household ?? null;
}

/**
 * Notes devices that are about to be removed: maintenance erases their history. The lock waits for a reading in flight,
 * so that it is erased too.
 */
export const noteDevices = (which: SQL, now: Date): SQL => sql`
  with own as (select number from devices where ${which} order by id for update)
  insert into removed_devices (number, removed_at)
  select number, ${now.toISOString()}::timestamptz from own on conflict do nothing`;

/**
 * Deletes the home with everything that belongs to it, including queued messages, and queues `farewells`. Maintenance
 * erases the history of its devices within hours. Returns false if the home was already deleted.
 */
export async function deleteHome(
  db: Db,
  { householdId, farewells, now }: { householdId: string; farewells: SealedMessage[]; now: Date },
): Promise<boolean> {
  const isHome = eq(households.id, householdId);
  const unsent = queryBuilder.delete(outbox).where(eq(outbox.householdId, householdId));
  const gone = queryBuilder.delete(households).where(isHome).returning({ id: households.id });
  const [, , result] = await db("once", (queries) =>
    queries.batch([
      queries.select({ id: households.id }).from(households).where(isHome).for("update"),
      queries.execute(noteDevices(sql`household_id = ${householdId}`, now)),
      queries.execute(sql`
        with unsent as ${unsent}, gone as ${gone},
        queued as (${messageRows(farewells, now, sql`exists (select from gone)`)})
        select id from gone`),
    ]),
  );
  return result.rows.length > 0;
}

/** The facts that every page shows of a home, including the reader's other homes. */
export type HomeFacts = {
  name: string;
  timeZone: string;
  temperatureUnit: HouseholdUnit;
  openAlerts: number;
  otherHomes: { id: string; name: string }[];
};

export type OwnHomeJson = Omit<HomeFacts, "otherHomes"> & { id: string };

/** Selects all homes of a session's person, in the order of joining. */
export const OWN_HOMES_JSON: SQL<OwnHomeJson[]> = sql`(
  select json_agg(own) from (
    select home.id, name, time_zone as "timeZone", temperature_unit as "temperatureUnit",
      (select count(*)::integer from ${alerts} where ${alerts.householdId} = home.id and ${alerts.closedAt} is null)
        as "openAlerts"
    from ${memberships} join ${households} home on home.id = household_id
    where user_id = ${sessions.userId} order by ${memberships.createdAt}, home.id) own)`;

const SESSION_AT_HOME = sessionBeside("session_at_home", OWN_HOMES_JSON);

/** Finds a session and the facts that every page shows of its home, in one call. */
export async function findSessionAtHome(db: Db, token: string, now: Date) {
  const found = await findSessionWith(db, SESSION_AT_HOME, token, now);
  if (found === null) return null;
  const { beside, ...session } = found;
  return { session, home: homeFacts(beside, session.householdId) };
}

/** Returns null only if the home has just been deleted. */
export function homeFacts(homes: readonly OwnHomeJson[], householdId: string): HomeFacts | null {
  const home = homes.find(({ id }) => id === householdId);
  if (home === undefined) return null;
  const { id: _, ...facts } = home;
  const otherHomes = homes.flatMap((each) => (each === home ? [] : [{ id: each.id, name: each.name }]));
  return { ...facts, otherHomes };
}
