import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { keepStatusOutage } from "./facts.queries.ts";
import { DATABASE_COMPONENTS, DATABASE_TITLE, type Outage } from "./judge-status.ts";

/** Puts an outage of the database on record once it is over: while it lasted nothing could be written. */
export async function keepDatabaseOutage(
  { db, random }: Pick<Services, "db" | "random">,
  outage: Outage,
): Promise<void> {
  const seconds = Math.round((outage.until.getTime() - outage.since.getTime()) / 1_000);
  await keepStatusOutage(db, {
    id: newId(ID_PREFIXES.statusIncident, random),
    newsIds: [newId(ID_PREFIXES.statusNews, random), newId(ID_PREFIXES.statusNews, random)],
    subject: "database",
    title: DATABASE_TITLE,
    impact: "down",
    components: DATABASE_COMPONENTS,
    said: [
      "The database stopped answering. Readings could not be stored.",
      `The database answers again, after ${seconds} seconds.`,
    ],
    ...outage,
  });
}
