import { LIMITS } from "../../schema/limits.ts";
import type { Resolution } from "../../schema/vocabulary.ts";
import { type SensorOfDevice, sensorPlace } from "../devices/home-device.ts";
import { chooseSensors } from "../devices/sensors.queries.ts";
import type { HistoryItem } from "../history/buckets.ts";
import { listReadingPage, placeOfItem, type ReadPage, readingPages } from "../history/readings.queries.ts";
import { pageOf, placeOf } from "../kernel/cursor.ts";
import { done, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { apiReadings, coarsestOf, readingsCsv, readingsCsvHead, readingsWindow } from "./api-reading.ts";
import { READING_LIMITS } from "./limits.ts";

export type AskReadings = {
  householdId: string;
  /** Empty for all sensors. */
  sensorIds: string[];
  deviceId: string | undefined;
  key: string | undefined;
  from: Date | undefined;
  to: Date | undefined;
  cursor: string | undefined;
  resolution: Resolution;
};

/**
 * Finds the sensors, the period and the place after which to read. Answers `not_found` for an id outside the household,
 * whether unknown or somebody else's.
 */
async function chooseReadings(services: CoreServices, ask: AskReadings) {
  const after = ask.cursor === undefined ? null : placeOf(ask.cursor);
  if (ask.cursor !== undefined && after === null) return refuse("bad_cursor");
  const known = await chooseSensors(services.db, {
    householdId: ask.householdId,
    sensorIds: ask.sensorIds,
    deviceId: ask.deviceId ?? null,
    key: ask.key ?? null,
  });
  if (known === null) return refuse("not_found", `The device "${ask.deviceId}" is not found`);
  const missing = ask.sensorIds.find((id) => !known.some(({ sensor }) => sensor.id === id));
  if (missing !== undefined) return refuse("not_found", `The sensor "${missing}" is not found`);
  const now = services.clock();
  const { resolution } = ask;
  const sensors = known.map(sensorPlace);
  return done({ known, sensors, ...readingsWindow(ask, now), now, after, resolution });
}

/**
 * Returns a household's readings as CSV text, read page by page: the whole period, or its first `limit` readings. The
 * first page is read before this resolves, so that a database failure is an error and not a truncated file.
 */
export async function exportReadings(
  services: CoreServices,
  ask: AskReadings,
  limit = Number.POSITIVE_INFINITY,
) {
  const chosen = await chooseReadings(services, ask);
  if (!chosen.ok) return chosen;
  const { from, to, after } = chosen.value;
  const read = await readingPages(services.db, chosen.value);
  const first = await read(after, Math.min(limit, READING_LIMITS.csvPageRows));
  return done({ from, to, lines: csvPages(read, chosen.value, first, limit) });
}

/** Yields CSV text; reads the next page while it formats the current one. */
async function* csvPages(
  read: ReadPage,
  { known, resolution }: { known: SensorOfDevice[]; resolution: Resolution },
  first: HistoryItem[],
  limit: number,
): AsyncGenerator<string> {
  yield readingsCsvHead(resolution);
  const textOf = readingsCsv(known, resolution);
  let left = limit;
  for (let page = first; page.length > 0; ) {
    left -= page.length;
    const last = page.at(-1);
    const isLast = last === undefined || page.length < READING_LIMITS.csvPageRows || left <= 0;
    const next = isLast ? [] : read(placeOfItem(last), Math.min(left, READING_LIMITS.csvPageRows));
    // Avoids an unhandled rejection if the client stops reading meanwhile.
    Promise.resolve(next).catch(() => undefined);
    for (let from = 0; from < page.length; from += READING_LIMITS.csvTextRows)
      yield textOf(page.slice(from, from + READING_LIMITS.csvTextRows));
    page = await next;
  }
}

/** Returns a page of a household's readings, oldest first. */
export async function listApiReadings(
  services: CoreServices,
  ask: AskReadings,
  limit: number = LIMITS.pageDefault,
) {
  const chosen = await chooseReadings(services, ask);
  if (!chosen.ok) return chosen;
  const { known, from, to, resolution } = chosen.value;
  const rows = await listReadingPage(services.db, { ...chosen.value, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, ({ place }) => place);
  return done({
    readings: apiReadings(page, known),
    from: from.toISOString(),
    to: to.toISOString(),
    resolution: coarsestOf(page, resolution),
    next_cursor: nextCursor,
  });
}
