import { LIMITS } from "../../../schema/limits.ts";
import { quarterBefore } from "../../domain/history/buckets.ts";
import type { Db } from "../../store/db.ts";
import { holdPage } from "../../store/history/hold-values.ts";

/**
 * Records of the quarter hour that the tick ended which push sensors had said nothing in it while their
 * device was heard: the value that still stood. `held`: of how many sensors.
 */
export async function holdValues({ db }: { db: Db }, tick: Date): Promise<{ held: number }> {
  const quarter = quarterBefore(tick.getTime());
  const { holdPageDevices: devicesMax, staleHours } = LIMITS;
  let total = 0;
  let after: number | null = 0;
  for (let page = 0; page < LIMITS.holdPagesMax && after !== null; page += 1) {
    const { held, nextAfter } = await holdPage(db, { quarter, after, devicesMax, staleHours });
    total += held;
    after = nextAfter;
  }
  return { held: total };
}
