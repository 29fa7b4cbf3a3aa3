import type { Timeline } from "../../../schema/wire/timeline.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { Services } from "../../kernel/services.actions.ts";
import { findStory } from "./timeline.queries.ts";
import { timelineOf } from "./timeline.ts";

/** What happened in an alert from its first reading to its end: nothing disappears when it is over. */
export async function showTimeline(
  { db }: Pick<Services, "db">,
  householdId: string,
  alertId: string,
): Promise<Outcome<Timeline>> {
  const found = await findStory(db, householdId, alertId);
  if (found === null) return refuse("not_found");
  return done({ time_zone: found.timeZone, entries: timelineOf(found.story) });
}
