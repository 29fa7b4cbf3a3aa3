import type { Db } from "../kernel/db.queries.ts";
import { quarterBefore } from "./buckets.ts";
import { carryPage } from "./carried.queries.ts";
import { HISTORY_LIMITS } from "./limits.ts";

/**
 * For each push sensor that sent nothing in the quarter hour that the tick ended while its device was online,
 * records the value that still holds. `carried`: the number of sensors.
 */
export async function carryForward(db: Db, tick: Date): Promise<{ carried: number }> {
  const quarter = quarterBefore(tick.getTime());
  const devicesMax = HISTORY_LIMITS.carryPageDevices;
  let [total, after]: [number, number | null] = [0, 0];
  for (let page = 0; page < HISTORY_LIMITS.carryPagesMax && after !== null; page += 1) {
    const { carried, nextAfter } = await carryPage(db, { quarter, after, devicesMax });
    total += carried;
    after = nextAfter;
  }
  return { carried: total };
}
