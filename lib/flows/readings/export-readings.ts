import { LIMITS } from "../../../schema/limits.ts";
import { done, type Outcome } from "../../domain/outcome.ts";
import { apiReadings, readingsCsv, readingsCsvHead } from "../../domain/readings/api-reading.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { type PlacedReading, type ReadPage, readingPages } from "../../store/readings.ts";
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
  const { from, to, after } = chosen.value;
  const read = await readingPages(ports.db, chosen.value);
  const first = await read(after, Math.min(limit, LIMITS.csvPageRows));
  return done({ from, to, lines: csvPages(read, chosen.value, first, limit) });
}

async function* csvPages(
  read: ReadPage,
  { sensors, resolution }: ChosenReadings,
  first: PlacedReading[],
  limit: number,
): AsyncGenerator<string> {
  yield readingsCsvHead(resolution);
  let left = limit;
  for (let page = first; page.length > 0; ) {
    for (let from = 0; from < page.length; from += LIMITS.csvTextRows)
      yield readingsCsv(apiReadings(page.slice(from, from + LIMITS.csvTextRows), sensors), resolution);
    left -= page.length;
    const isLast = page.length < LIMITS.csvPageRows || left <= 0;
    const after = page.at(-1)?.place ?? null;
    page = isLast ? [] : await read(after, Math.min(left, LIMITS.csvPageRows));
  }
}
