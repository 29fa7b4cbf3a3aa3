import { LIMITS } from "../../../schema/limits.ts";
import type { Resolution } from "../../../schema/vocabulary.ts";
import { pageOf } from "../../domain/cursor.ts";
import { done, type Outcome } from "../../domain/outcome.ts";
import { type ApiReading, apiReadings } from "../../domain/readings/api-reading.ts";
import { coarsestOf } from "../../domain/readings/bucket-fields.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { listReadingPage } from "../../store/readings.ts";
import { type AskReadings, chooseReadings } from "./choose-readings.ts";

export type ReadingPage = {
  readings: ApiReading[];
  from: string;
  to: string;
  resolution: Resolution;
  next_cursor: string | null;
};

/** A page of a household's readings, oldest first. */
export async function listApiReadings(
  ports: { db: Db; clock: Clock },
  ask: AskReadings,
  limit: number = LIMITS.pageDefault,
): Promise<Outcome<ReadingPage>> {
  const chosen = await chooseReadings(ports, ask);
  if (!chosen.ok) return chosen;
  const { sensors, from, to, resolution } = chosen.value;
  const rows = await listReadingPage(ports.db, { ...chosen.value, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, ({ place }) => place);
  return done({
    readings: apiReadings(page, sensors),
    from: from.toISOString(),
    to: to.toISOString(),
    resolution: coarsestOf(page, resolution),
    next_cursor: nextCursor,
  });
}
