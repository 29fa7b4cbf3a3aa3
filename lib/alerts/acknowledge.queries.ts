import { and, eq, isNull, sql } from "drizzle-orm";
import { alertStates, alerts } from "../../schema/tables/alert.ts";
import { escalationSteps } from "../../schema/tables/escalation.ts";
import { households, memberships } from "../../schema/tables/household.ts";
import { users } from "../../schema/tables/user.ts";
import type { Role } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { cte, queryBuilder, rowsOf } from "../kernel/statements.queries.ts";
import type { NotificationPreferences } from "../messages/audience/preferences.ts";
import { enqueueFromEach } from "../messages/enqueue.queries.ts";
import type { SealedMessage } from "../messages/message.ts";
import { changeLogged, logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { EpisodeState } from "./episode.ts";
import { ALERT } from "./list.queries.ts";
import type { AlertRecord } from "./shown-alert.ts";

/** An episode and the state that it follows from; version 0 where that is gone. */
type AlertWithState = { alert: AlertRecord; version: number; state: unknown };

/** Null alike for an unknown alert and another household's. */
export async function findAlertWithState(
  db: Db,
  householdId: string,
  alertId: string,
): Promise<AlertWithState | null> {
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({ alert: ALERT, version: alertStates.version, state: alertStates.state })
      .from(alerts)
      .leftJoin(
        alertStates,
        and(
          eq(alertStates.householdId, alerts.householdId),
          eq(alertStates.kind, alerts.kind),
          eq(alertStates.subject, alerts.subject),
        ),
      )
      .where(and(eq(alerts.id, alertId), eq(alerts.householdId, householdId))),
  );
  return found === undefined ? null : { ...found, version: found.version ?? 0 };
}

type Acknowledging = {
  alert: AlertRecord;
  expectedVersion: number;
  state: EpisodeState;
  entry: ActivityEntry;
  /** Queued where the state is moved. */
  messages?: SealedMessage[];
};

/** Moves the state on, only from the version that was decided on. */
const movedState = ({ alert, expectedVersion, state, entry }: Acknowledging) =>
  queryBuilder
    .update(alertStates)
    .set({ version: sql`${alertStates.version} + 1`, state, updatedAt: entry.at })
    .where(
      and(
        eq(alertStates.householdId, entry.householdId),
        eq(alertStates.kind, alert.kind),
        eq(alertStates.subject, alert.subject),
        eq(alertStates.version, expectedVersion),
      ),
    )
    .returning({ subject: alertStates.subject });

/** Somebody has it: what the escalation has not come to is not told. */
const endedSteps = (alertId: string, now: Date) =>
  queryBuilder
    .update(escalationSteps)
    .set({ endedAt: now })
    .where(
      and(
        eq(escalationSteps.alertId, alertId),
        isNull(escalationSteps.notifiedAt),
        isNull(escalationSteps.endedAt),
        sql`exists (select from acknowledged)`,
      ),
    )
    .returning({ id: escalationSteps.id });

/** Only over the version that it was decided on; null where somebody else has moved the state since. */
export async function commitAcknowledgement(db: Db, act: Acknowledging): Promise<AlertRecord | null> {
  const { alert, state, entry, messages = [] } = act;
  const isNotified = messages.length > 0;
  const queued = isNotified ? [cte("queued", enqueueFromEach("acknowledged", messages, entry.at))] : [];
  const acknowledged = queryBuilder
    .update(alerts)
    .set({ acknowledgedAt: entry.at, acknowledgedBy: state.ack?.by ?? null })
    .where(
      and(eq(alerts.id, alert.id), eq(alerts.householdId, entry.householdId), sql`exists (select from won)`),
    )
    .returning();
  const [found] = await db("once", (queries) =>
    queries
      .with(
        cte("won", movedState(act)),
        cte("acknowledged", acknowledged),
        cte("ended", endedSteps(alert.id, entry.at)),
        cte("logged", logFrom("acknowledged", entry)),
        ...queued,
      )
      .select(ALERT)
      .from(rowsOf("acknowledged", alerts)),
  );
  return found ?? null;
}

/** Only over the version that it was decided on. False where somebody else has moved the state since. */
export const commitAnswer = (db: Db, act: Acknowledging): Promise<boolean> =>
  changeLogged(db, movedState(act), act.entry);

/** An alert as the holder of a link in a message may see it: with that person's role of today. */
export type LinkedAlert = { householdId: string; homeName: string; role: Role; alert: AlertRecord };

/** Null also for somebody who is no longer a member of the alert's home. */
export async function findLinkedAlert(
  db: Db,
  { alertId, userId }: { alertId: string; userId: string },
): Promise<LinkedAlert | null> {
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({
        householdId: households.id,
        homeName: households.name,
        role: memberships.role,
        alert: ALERT,
      })
      .from(alerts)
      .innerJoin(households, eq(households.id, alerts.householdId))
      .innerJoin(memberships, and(eq(memberships.householdId, households.id), eq(memberships.userId, userId)))
      .where(eq(alerts.id, alertId)),
  );
  return found ?? null;
}

/** The member whom an alert is handed over to, and their home. */
type HandOverTarget = {
  email: string;
  role: Role;
  homeName: string;
  preferences: Partial<NotificationPreferences>;
};

/** Null for whoever is no member of the home. */
export async function findHandOverTarget(
  db: Db,
  { householdId, userId }: { householdId: string; userId: string },
): Promise<HandOverTarget | null> {
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({
        email: users.email,
        role: memberships.role,
        homeName: households.name,
        preferences: sql<Partial<NotificationPreferences>>`${memberships.notifications}`,
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .innerJoin(households, eq(households.id, memberships.householdId))
      .where(and(eq(memberships.householdId, householdId), eq(memberships.userId, userId))),
  );
  return found ?? null;
}
