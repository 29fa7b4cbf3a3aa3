import { and, eq, sql } from "drizzle-orm";
import { alertStates, alerts } from "../../../schema/tables/alert.ts";
import { households, memberships } from "../../../schema/tables/household.ts";
import type { Role } from "../../../schema/vocabulary.ts";
import type { ActivityEntry } from "../../domain/activity.ts";
import type { EpisodeState } from "../../domain/alerts/episode.ts";
import type { AlertRecord } from "../../domain/alerts/shown-alert.ts";
import type { SealedMessage } from "../../domain/outgoing/message.ts";
import { logFrom } from "../activity.ts";
import { cte, rowsOf } from "../cte.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { changeLogged } from "../logged-change.ts";
import { enqueueFrom } from "../outgoing/enqueue.ts";
import { ALERT } from "./alert-rows.ts";

/** An episode and the state that it follows from; version 0 where that is gone. */
export type AlertWithState = { alert: AlertRecord; version: number; state: unknown };

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

export type Acknowledging = {
  alert: AlertRecord;
  expectedVersion: number;
  state: EpisodeState;
  entry: ActivityEntry;
  /** Queued where the state is moved. */
  mail?: SealedMessage;
};

/** Moves the state on, only from the version that was decided on. */
const movedState = ({ alert, expectedVersion, state, entry }: Acknowledging) =>
  draft
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

/** Only over the version that it was decided on; null where somebody else has moved the state since. */
export async function commitAcknowledgement(db: Db, act: Acknowledging): Promise<AlertRecord | null> {
  const { alert, state, entry, mail } = act;
  const queued = mail === undefined ? [] : [cte("queued", enqueueFrom("acknowledged", mail, entry.at))];
  const acknowledged = draft
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
