import type { StatusComponent, StatusLevel } from "../../schema/vocabulary.ts";
import { STATUS_COMPONENTS } from "../../schema/vocabulary.ts";
import type { ShownIncident } from "./incident.ts";
import type { ShownStatus } from "./judge-status.ts";

/** A time in which a dependency answered nothing; `until` is when it answered again. */
export type Outage = { since: Date; until: Date };

/** What nothing can be done of while the database is away. */
export const DATABASE_COMPONENTS: readonly StatusComponent[] = ["ingest", "database", "polling", "alerts"];
export const DATABASE_TITLE = "The database didn't answer";

/**
 * The status while the database does not answer: what needs it is down, and messages wait in it. `since` is the first
 * call of this instance that was not answered; null where this is the first. There is no record to name yet.
 */
export function statusWithoutDatabase(since: Date | null, now: Date): ShownStatus {
  const levelOf = (name: StatusComponent): StatusLevel =>
    DATABASE_COMPONENTS.includes(name) ? "down" : "degraded";
  const openedAt = (since ?? now).toISOString();
  const incident: ShownIncident = {
    id: "database",
    title: "The database doesn't answer",
    impact: "down",
    components: [...DATABASE_COMPONENTS],
    automatic: true,
    opened_at: openedAt,
    closed_at: null,
    updates: [{ kind: "opened", text: "Readings can't be stored until it answers again.", at: openedAt }],
  };
  return {
    status: "down",
    components: STATUS_COMPONENTS.map((name) => ({ name, status: levelOf(name) })),
    incidents: [incident],
    checked_at: now.toISOString(),
  };
}
