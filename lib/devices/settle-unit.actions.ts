import type { AlertKind, BareTemperatureUnit } from "../../schema/vocabulary.ts";
import { type EndPorts, endWithOwner } from "../alerts/end-with-owner.actions.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Acting } from "../people/items.ts";
import { findBareUnits, settleUnits } from "./sensor-units.queries.ts";

/** What was never judged by a temperature. */
const KEEPS: readonly AlertKind[] = ["outage", "leak", "humidity", "sensor_fault"];

/**
 * "Is Study at 21 °F or 21 °C?" answered: mends what was taken for the other unit, the readings so far included, and ends
 * the alerts that came of it. One sender has one scale, so that the answer holds for every sensor of the device that was
 * asked about; a device's answer holds for all its bare temperatures. What is cold in truth is judged anew at once.
 */
export async function settleUnit(
  ports: EndPorts,
  { householdId, actor }: Acting,
  of: { sensorId: string } | { deviceId: string },
  unit: BareTemperatureUnit,
): Promise<Outcome<{ settled: number }>> {
  const which = { householdId, ...of };
  const found = await findBareUnits(ports.db, which, unit);
  if (found === null) return refuse("sensorId" in of ? "unit_is_given" : "not_found");
  if (found.source === "sender") return refuse("unit_is_given");
  const owners = { householdId, deviceIds: [found.deviceId], sensorIds: found.otherIds, keeps: KEEPS };
  const settled = await endWithOwner(ports, owners, "misread", (ends) =>
    settleUnits(
      ports.db,
      which,
      unit,
      { householdId, at: ends.now, actor, action: "sensors_changed", subject: null, details: { unit } },
      ends,
    ),
  );
  return settled === null ? refuse("changed_meanwhile") : done({ settled });
}
