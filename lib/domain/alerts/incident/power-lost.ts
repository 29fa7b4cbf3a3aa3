import { placementOf } from "../../placement/placement.ts";
import type { Moment } from "../../time.ts";
import { convert } from "../../units.ts";
import { areAllBelow, heatedRooms } from "../heating/heated-rooms.ts";
import type { TickDevice } from "../tick-facts.ts";

/** Rooms this cold are cold whatever is usual for them; °C. */
const COLD_CELSIUS = 10;
const INSIDE = ["room", "bathroom", "kitchen", "pipe"];

/**
 * Since when a sensor of the mains has said that there is no power, while it gets cold: every heated room is
 * below its week, or one inside is cold. A plug that is switched off says the same, and means nothing while
 * the home stays warm. Null while there is power, or nobody says.
 */
export function powerLostAt(devices: readonly TickDevice[], now: Moment): Moment | null {
  const says = devices.flatMap(({ sensors }) =>
    sensors.filter(
      ({ kind, isState, value, faultyAt }) =>
        kind === "power" && isState && value !== null && faultyAt === null,
    ),
  );
  const isLost = says.length > 0 && says.every(({ value }) => value === 0);
  if (!isLost || !getsCold(devices, now)) return null;
  return Math.min(...says.map(({ at }) => at ?? now));
}

function getsCold(devices: readonly TickDevice[], now: Moment): boolean {
  const rooms = heatedRooms(devices, now);
  if (rooms.length > 0) return areAllBelow(rooms);
  return devices.some(({ device, sensors }) =>
    sensors.some((sensor) => {
      const { kind, value, unit } = sensor;
      if (kind !== "temperature" || value === null || unit === null) return false;
      const celsius = convert(value, unit, "°C");
      return celsius !== null && celsius <= COLD_CELSIUS && INSIDE.includes(placementOf(sensor, device));
    }),
  );
}
