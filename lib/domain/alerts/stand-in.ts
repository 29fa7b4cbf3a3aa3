import type { Severity } from "../../../schema/vocabulary.ts";
import { placementOf } from "../placement/placement.ts";
import { sensorSettings } from "../placement/sensor-settings.ts";
import type { Quantity } from "./evidence.ts";
import type { StandIn } from "./kinds/sensor-fault.ts";
import type { FreezeSettings } from "./settings.ts";
import { valueIn } from "./threshold.ts";
import type { TickDevice, TickFacts, TickSensor } from "./tick-facts.ts";

/**
 * Chooses among believed sensors in like places: on the same device first, then in the same space, then the
 * coldest.
 */
export function standInFor(
  household: TickFacts["household"],
  devices: readonly TickDevice[],
  own: TickDevice["device"],
  faulty: TickSensor,
): StandIn | null {
  const placement = placementOf(faulty, own);
  const isLike = (sensor: TickSensor, device: TickDevice["device"]) =>
    sensor.id !== faulty.id && sensor.kind === faulty.kind && placementOf(sensor, device) === placement;
  const enabled = devices.filter(({ device }) => device.enabled);
  const candidates = enabled.flatMap(({ device, sensors }) =>
    sensors.flatMap((sensor) => {
      const { label, value, unit } = sensor;
      if (value === null || !isBelieved(sensor) || !isLike(sensor, device)) return [];
      const compared = valueIn({ value, unit }, CELSIUS) ?? value;
      return [{ label, value, unit, compared, nearness: nearnessOf(device, own) }];
    }),
  );
  const [best] = candidates.toSorted((a, b) => b.nearness - a.nearness || a.compared - b.compared);
  if (best === undefined) return null;
  const { label, value, unit } = best;
  const severity = frostAt({ value, unit }, sensorSettings("freeze", household, own, faulty));
  return { label, value, unit, severity };
}

/** A stand-in is held against the limits of the sensor that it stands in for, not against its own. */
function frostAt(reading: Quantity, { enabled, warning, critical }: FreezeSettings): Severity | null {
  const celsius = valueIn(reading, CELSIUS);
  if (!enabled || celsius === null) return null;
  const isAt = (limit: Quantity | null): boolean =>
    limit !== null && celsius <= (valueIn(limit, CELSIUS) ?? Number.NEGATIVE_INFINITY);
  return isAt(critical) ? "critical" : isAt(warning) ? "warning" : null;
}

const CELSIUS = "°C";

const isBelieved = ({ faultyAt, stuckAt, drift }: TickSensor): boolean =>
  faultyAt === null && (stuckAt ?? null) === null && (drift ?? null) === null;

const nearnessOf = (device: TickDevice["device"], own: TickDevice["device"]): number =>
  device.id === own.id ? 2 : device.space !== "" && device.space === own.space ? 1 : 0;
