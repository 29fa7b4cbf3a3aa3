import { LIMITS } from "../../schema/limits.ts";
import type { Db } from "../kernel/db.queries.ts";
import { quarterBefore } from "./buckets.ts";
import { type CarriedPage, type CarryAsk, carryPage } from "./carried.queries.ts";
import { HISTORY_LIMITS } from "./limits.ts";

/** What a tick asks of the push devices after a number. */
export const carryAsk = (tick: Date, after: number): CarryAsk => ({
  quarter: quarterBefore(tick.getTime()),
  after,
  devicesMax: HISTORY_LIMITS.carryPageDevices,
  staleHours: LIMITS.staleHours,
});

/**
 * For each push sensor that sent nothing in the quarter hour that the tick ended while its device was online,
 * records the value that still holds. `carried`: the number of sensors. Continues after the finished pages.
 */
export async function carryForward(
  db: Db,
  tick: Date,
  done: CarriedPage = { carried: 0, nextAfter: 0 },
): Promise<{ carried: number }> {
  let { carried: total, nextAfter: after } = done;
  for (let page = 0; page < HISTORY_LIMITS.carryPagesMax && after !== null; page += 1) {
    const { carried, nextAfter } = await carryPage(db, carryAsk(tick, after));
    total += carried;
    after = nextAfter;
  }
  return { carried: total };
}
