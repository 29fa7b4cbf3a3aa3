import { LIMITS } from "../../../schema/limits.ts";
import { done, type Outcome } from "../../domain/outcome.ts";
import { apiReadings, readingsCsv, readingsCsvHead } from "../../domain/readings/api-reading.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { listReadingPage, type PlacedReading } from "../../store/readings.ts";
import { type AskReadings, type ChosenReadings, chooseReadings } from "./choose-readings.ts";

export type ReadingsExport = { from: Date; to: Date; lines: AsyncIterable<string> };

/**
 * A household's readings as CSV text, a page of the store at a time: the whole stretch, or its first `limit`.
 * The first page is read before this answers, so that a database that is down is an error and no torn file.
 */
export async function exportReadings(
  ports: { db: Db; clock: Clock },
  ask: AskReadings,
  limit = Number.POSITIVE_INFINITY,
): Promise<Outcome<ReadingsExport>> {
  const chosen = await chooseReadings(ports, ask);
  if (!chosen.ok) return chosen;
  const first = await nextPage(ports.db, chosen.value, limit);
  const { from, to } = chosen.value;
  return done({ from, to, lines: csvPages(ports.db, chosen.value, first, limit) });
}

async function* csvPages(
  db: Db,
  chosen: ChosenReadings,
  first: PlacedReading[],
  limit: number,
): AsyncGenerator<string> {
  const { sensors, resolution } = chosen;
  yield readingsCsvHead(resolution);
  let left = limit;
  for (let page = first; page.length > 0; ) {
    yield readingsCsv(apiReadings(page, sensors), resolution);
    left -= page.length;
    const after = page.at(-1)?.place ?? null;
    page = page.length < LIMITS.csvPageRows ? [] : await nextPage(db, { ...chosen, after }, left);
  }
}

const nextPage = async (db: Db, chosen: ChosenReadings, left: number): Promise<PlacedReading[]> =>
  left <= 0 ? [] : listReadingPage(db, { ...chosen, limit: Math.min(left, LIMITS.csvPageRows) });
