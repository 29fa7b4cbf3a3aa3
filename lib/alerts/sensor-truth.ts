import type { Moment } from "../kernel/time.ts";
import { FREEZING_CELSIUS } from "../kernel/units.ts";
import type { Quantity } from "../language/reason.ts";
import { celsiusOf, type DeviceFacts, type SensorFacts } from "./facts.ts";
import { isNoRoom } from "./heating/heated-rooms.ts";
import type { Trust } from "./verdict.ts";

/** A reported fault outweighs a suspicion. */
export function trustOf(faultyAt: Moment | null, stuckAt: Moment | null): Trust {
  if (faultyAt !== null) return { is: "faulty", since: faultyAt };
  return stuckAt === null ? { is: "ok" } : { is: "stuck", since: stuckAt };
}

/**
 * A temperature changes at most by so many kelvin at once and within an hour: a window open in winter, a tap
 * run hot.
 */
const STEP = { kelvin: 12, kelvinPerHour: 6 } as const;
/** A door or the sun does more in a freezer or a greenhouse. */
const WIDE_STEP = { kelvin: 30, kelvinPerHour: 12 } as const;
/** What a probe says that has no measurement: 0, and 85 °C at a DS18B20's start. */
const EMPTY_CELSIUS = 85;
const EMPTY_WITHIN = 0.01;
/** Around it; the other is 0 in whatever unit the sensor measures. */
export const EMPTY_EDGES: readonly Quantity[] = [
  { value: EMPTY_CELSIUS - EMPTY_WITHIN, unit: "°C" },
  { value: EMPTY_CELSIUS + EMPTY_WITHIN, unit: "°C" },
];
/** Such a value is true where the one before was as near to it as this. */
const NEAR_KELVIN = 3;
const HOUR_SECONDS = 3_600;

/** True if a temperature is too far from the previous one to be real, unless the next one repeats it. */
export function isDoubtful(sensor: SensorFacts, device: DeviceFacts): boolean {
  const [celsius, before] = [celsiusOf(sensor), celsiusBefore(sensor)];
  if (celsius === null) return false;
  const step = before === null ? Number.POSITIVE_INFINITY : Math.abs(celsius - before);
  const isEmpty = sensor.value === 0 || Math.abs(celsius - EMPTY_CELSIUS) < EMPTY_WITHIN;
  if (isEmpty && step > NEAR_KELVIN) return true;
  return before !== null && step > stepAllowed(isNoRoom(sensor, device), device);
}

const celsiusBefore = (sensor: SensorFacts): number | null =>
  celsiusOf({ ...sensor, value: sensor.valueBefore });

/** A door or a window makes a larger step than this, in K. */
const STEADY_KELVIN = 1;

/**
 * True if a temperature came step by step, or if another such step would mean frost: then there is no time to wait
 * for one.
 */
export function isSteady(sensor: SensorFacts): boolean {
  const [now, before] = [celsiusOf(sensor), celsiusBefore(sensor)];
  if (now === null || before === null) return false;
  return (
    Math.abs(now - before) <= STEADY_KELVIN || (now < before && now + (now - before) <= FREEZING_CELSIUS)
  );
}

function stepAllowed(isWide: boolean, { gaps }: DeviceFacts): number {
  const { kelvin, kelvinPerHour } = isWide ? WIDE_STEP : STEP;
  return kelvin + (kelvinPerHour * (gaps[0] ?? 0)) / HOUR_SECONDS;
}
