import { utcDayOf } from "../history/utc.ts";
import type { Services } from "../kernel/services.actions.ts";
import { DAY_MS } from "../kernel/time.ts";
import { BATTERY_FIT_DAYS } from "../readings/derived/battery-days-left.ts";
import { noteBatteries } from "./battery-days.queries.ts";
import { DEVICE_LIMITS } from "./limits.ts";

/** A little longer than a fit looks back. */
const KEPT_DAYS = BATTERY_FIT_DAYS + 3;

/**
 * Keeps one battery a device and UTC day, the last of it. Yesterday's too: the day's last hour is over when
 * the first run after it begins. Page by page, each with the deletion of its own old days.
 */
export async function keepBatteries({
  db,
  clock,
}: Pick<Services, "db" | "clock">): Promise<{ batteries: number }> {
  const nowMs = clock().getTime();
  const days = { from: utcDayOf(nowMs - DAY_MS), to: utcDayOf(nowMs) };
  const keptFrom = utcDayOf(nowMs - KEPT_DAYS * DAY_MS);
  let batteries = 0;
  for (let page = 0, after = 0; page < DEVICE_LIMITS.batteryPagesMax; page += 1) {
    const noted = await noteBatteries(db, { after, limit: DEVICE_LIMITS.batteryPageDevices, days, keptFrom });
    batteries += noted.batteries;
    if (noted.last === null) break;
    after = noted.last;
  }
  return { batteries };
}
