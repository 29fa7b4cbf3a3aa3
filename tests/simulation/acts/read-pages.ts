import type { Resolution } from "../../../schema/vocabulary.ts";
import type { ApiReadings } from "../../../schema/wire/readings.ts";
import type { World } from "../world/world.ts";

export type Reading = ApiReadings["readings"][number];

const DAY_MS = 86_400_000;
/** Within what every plan keeps of raw readings. */
export const KEPT_MS = 9 * DAY_MS;
const AHEAD_MS = 3_600_000;
const PAGES_MAX = 200;

/** All readings of a home's last days, page by page; null where a page was not answered. */
export async function readPages(
  { stage }: Pick<World, "stage">,
  resolution: Resolution,
  page: (query: string) => Promise<ApiReadings | null>,
): Promise<Reading[] | null> {
  const readings: Reading[] = [];
  const window = windowAt(stage.nowMs);
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

/** From a whole day's beginning, so that every bucket is whole. */
const windowAt = (nowMs: number) => ({
  from: new Date(Math.floor((nowMs - KEPT_MS) / DAY_MS) * DAY_MS).toISOString(),
  to: new Date(nowMs + AHEAD_MS).toISOString(),
});
