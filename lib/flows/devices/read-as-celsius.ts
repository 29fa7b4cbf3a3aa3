import type { Acting } from "../../domain/acting.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { readAsCelsius as commit } from "../../store/flat-temperatures.ts";

/** "41.5 °F? No, it sends °C": mends what was taken for °F, the readings so far included. */
export async function readAsCelsius(
  { db, clock }: { db: Db; clock: Clock },
  { householdId, actor }: Acting,
  deviceId: string,
): Promise<Outcome<{ ok: true }>> {
  const entry = { householdId, at: clock(), actor, action: "device_changed", subject: deviceId } as const;
  const isThere = await commit(db, { deviceId, entry: { ...entry, details: { flatTemperatureUnit: "C" } } });
  return isThere ? done({ ok: true }) : refuse("not_found");
}
