import { LIMITS } from "../../../schema/limits.ts";
import { needsDays } from "../../domain/alerts/drift-study.ts";
import type { Surroundings } from "../../domain/alerts/judge-household.ts";
import { needsSeries } from "../../domain/alerts/needs-series.ts";
import type { TickFacts } from "../../domain/alerts/tick-facts.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { listDayMeans } from "../../store/alerts/day-means.ts";
import { listSeries } from "../../store/alerts/tick-facts.ts";
import type { Db } from "../../store/db.ts";

/** The last hours of the homes' sensors that need them, and the last days: in one call, or two at once. */
export async function readPast(
  db: Db,
  homes: readonly { facts: TickFacts }[],
  now: Date,
): Promise<Required<Pick<Surroundings, "series" | "days">>> {
  const nowMs = now.getTime();
  const [series, days] = await Promise.all([
    listSeries(
      db,
      homes.flatMap(({ facts }) => needsSeries(facts, nowMs)),
      new Date(nowMs - LIMITS.tickSeriesHours * HOUR_MS),
    ),
    listDayMeans(
      db,
      homes.map(({ facts }) => needsDays(facts, nowMs)),
    ),
  ]);
  return { series, days };
}
