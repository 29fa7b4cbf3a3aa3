import { eq, sql } from "drizzle-orm";
import { escalations } from "../../schema/tables/escalation.ts";
import { homeContacts } from "../../schema/tables/home-contact.ts";
import { memberships } from "../../schema/tables/household.ts";
import type { Db } from "../kernel/db.queries.ts";
import { insertSelect, queryBuilder } from "../kernel/statements.queries.ts";
import { changeLogged } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { EscalationStep } from "./escalation.ts";

/** Null for a home that has the default. */
export async function findEscalation(db: Db, householdId: string): Promise<EscalationStep[] | null> {
  const [own] = await db("repeatable", (queries) =>
    queries
      .select({ steps: escalations.steps })
      .from(escalations)
      .where(eq(escalations.householdId, householdId)),
  );
  return own === undefined ? null : (own.steps as EscalationStep[]);
}

/** The ids of a home's members and of its contacts outside the home. */
export async function findReachable(db: Db, householdId: string): Promise<Set<string>> {
  const [members, contacts] = await db("repeatable", (queries) =>
    queries.batch([
      queries
        .select({ id: memberships.userId })
        .from(memberships)
        .where(eq(memberships.householdId, householdId)),
      queries
        .select({ id: homeContacts.id })
        .from(homeContacts)
        .where(eq(homeContacts.householdId, householdId)),
    ]),
  );
  return new Set([...members, ...contacts].map(({ id }) => id));
}

/** Stores the home's own steps, or forgets them where they are null. Nothing is logged where they stay as they are. */
export async function saveEscalation(
  db: Db,
  steps: readonly EscalationStep[] | null,
  entry: ActivityEntry,
): Promise<void> {
  const isOwn = eq(escalations.householdId, entry.householdId);
  if (steps === null) {
    const gone = queryBuilder.delete(escalations).where(isOwn).returning({ id: escalations.householdId });
    await changeLogged(db, gone, entry);
    return;
  }
  const stored = insertSelect(
    escalations,
    { householdId: entry.householdId, steps, updatedAt: entry.at },
    sql`on conflict (household_id) do update set steps = excluded.steps, updated_at = excluded.updated_at
      where escalations.steps is distinct from excluded.steps returning household_id`,
  );
  await changeLogged(db, stored, entry);
}
