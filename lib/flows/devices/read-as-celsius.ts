import type { AlertKind } from "../../../schema/vocabulary.ts";
import type { Acting } from "../../domain/acting.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { readAsCelsius as commit, isReadAsFahrenheit } from "../../store/flat-temperatures.ts";
import { type EndPorts, endWithOwner } from "../alerts/end-with-owner.ts";

/** What was never judged by a temperature. */
const KEEPS: readonly AlertKind[] = ["outage", "leak", "humidity", "sensor_fault"];

/**
 * "41.5 °F? No, it sends °C": mends what was taken for °F, the readings so far included, and ends the alerts
 * that came of it. What is cold in truth is told anew by the next reading.
 */
export async function readAsCelsius(
  ports: EndPorts,
  { householdId, actor }: Acting,
  deviceId: string,
): Promise<Outcome<{ ok: true }>> {
  const isFahrenheit = await isReadAsFahrenheit(ports.db, householdId, deviceId);
  if (isFahrenheit === null) return refuse("not_found");
  const deviceIds = isFahrenheit ? [deviceId] : [];
  const isMended = await endWithOwner(ports, { householdId, deviceIds, keeps: KEEPS }, "misread", (ends) => {
    const act = { householdId, at: ends.now, actor, action: "device_changed", subject: deviceId } as const;
    return commit(ports.db, { deviceId, entry: { ...act, details: { flatTemperatureUnit: "C" } } }, ends);
  });
  if (isMended === null) return refuse("changed_meanwhile");
  return isMended ? done({ ok: true }) : refuse("not_found");
}
