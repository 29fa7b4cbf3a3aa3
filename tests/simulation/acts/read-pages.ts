import type { Resolution } from "../../../schema/vocabulary.ts";
import type { ApiReadings } from "../../../schema/wire/readings.ts";
import type { World } from "../world/world.ts";

export type Reading = ApiReadings["readings"][number];

const DAY_MS = 86_400_000;
/** Within what every plan keeps, of raw readings and of the tiers. */
export const RAW_KEPT_MS = 9 * DAY_MS;
const TIERS_KEPT_MS = 28 * DAY_MS;

export const keptMs = (resolution: Resolution): number =>
  resolution === "raw" ? RAW_KEPT_MS : TIERS_KEPT_MS;
const AHEAD_MS = 3_600_000;
const PAGES_MAX = 200;

/** Reads all readings of a home's last days or weeks, page by page; null if a page wasn't answered. */
export async function readPages(
  { stage }: Pick<World, "stage">,
  resolution: Resolution,
  page: (query: string) => Promise<ApiReadings | null>,
): Promise<Reading[] | null> {
  const readings: Reading[] = [];
  const window = {
    from: new Date(readFromMs(resolution, stage.nowMs)).toISOString(),
    to: new Date(stage.nowMs + AHEAD_MS).toISOString(),
  };
  for (let cursor: string | null = "", pages = 0; cursor !== null && pages < PAGES_MAX; pages += 1) {
    const query = new URLSearchParams({ ...window, resolution, limit: "1000" });
    if (cursor !== "") query.set("cursor", cursor);
    const answer = await page(query.toString());
    if (answer === null) return null;
    readings.push(...answer.readings);
    cursor = answer.next_cursor;
  }
  return readings;
}

/** Returns the beginning of a day, so that every bucket is complete. */
export const readFromMs = (resolution: Resolution, nowMs: number): number =>
  Math.floor((nowMs - keptMs(resolution)) / DAY_MS) * DAY_MS;
