import type { BuiltInKind } from "../../schema/alert-fields.ts";
import type { BuiltInSettings, FreezeSettings } from "../devices/alert-settings.ts";
import { isNoRoom, isUnexplained } from "../devices/placement/placement.ts";
import { asMeant, meantValue } from "../devices/sensor.ts";
import { HOUR_MS, type Moment } from "../kernel/time.ts";
import { FREEZING_CELSIUS } from "../kernel/units.ts";
import type { Quantity } from "../language/reason.ts";
import { celsiusOf, type DeviceFacts, type SensorFacts, type TickDevice } from "./facts.ts";
import type { RuleSettings } from "./settings.ts";
import type { Trust } from "./verdict.ts";

/** A reported fault outweighs a suspicion. */
export function trustOf(faultyAt: Moment | null, stuckAt: Moment | null): Trust {
  if (faultyAt !== null) return { is: "faulty", since: faultyAt };
  return stuckAt === null ? { is: "ok" } : { is: "stuck", since: stuckAt };
}

/**
 * A temperature changes at most by so many kelvin at once and within an hour: a window open in winter, a tap run hot.
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

/** How fast a temperature changed from the post before; 0 where that isn't known. */
export function kelvinPerHour(sensor: SensorFacts, { gaps }: DeviceFacts): number {
  const [now, before, gap] = [celsiusOf(sensor), celsiusBefore(sensor), gaps[0]];
  return now === null || before === null || !gap ? 0 : ((now - before) * HOUR_SECONDS) / gap;
}

function stepAllowed(isWide: boolean, { gaps }: DeviceFacts): number {
  const { kelvin, kelvinPerHour } = isWide ? WIDE_STEP : STEP;
  return kelvin + (kelvinPerHour * (gaps[0] ?? 0)) / HOUR_SECONDS;
}

/** A question is repeated once a day, and not as an alarm would be. */
const ASK_AGAIN_MS = 24 * HOUR_MS;

/** Nobody has said in which unit the sensor measures: what it reads is a question as much as an answer. */
export const hasAssumedUnit = ({ unitSource }: Pick<SensorFacts, "unitSource">): boolean =>
  unitSource === "assumed";

/**
 * Nothing says that a thermometer watches a place, and nobody has set its limits: it may be part of a machine. Its cold is
 * a question, asked once by mail; no critical alert, no forecast and no word on the heating comes from it.
 */
export const isPlaceUnknown = (
  sensor: Pick<SensorFacts, "label" | "kind" | "unit" | "value" | "placement" | "settings">,
  device: Pick<DeviceFacts, "name" | "space">,
): boolean => sensor.settings.freeze === undefined && isUnexplained(sensor, device);

/** How grave a temperature can be while nobody has said its unit or where it is: never critical. */
export function cautious<K extends BuiltInKind>(
  kind: K,
  settings: BuiltInSettings[K],
  sensor: SensorFacts,
  device: Pick<DeviceFacts, "name" | "space">,
): BuiltInSettings[K] {
  if (kind !== "freeze") return settings;
  if (hasAssumedUnit(sensor)) return { ...settings, ...asked(settings as FreezeSettings, ASK_AGAIN_MS) };
  return isPlaceUnknown(sensor, device)
    ? { ...settings, ...asked(settings as FreezeSettings, null) }
    : settings;
}

const asked = ({ warning, critical }: FreezeSettings, remindMs: number | null): Partial<FreezeSettings> => ({
  warning: warning ?? critical,
  critical: null,
  remindMs,
});

export const cautiousRule = (settings: RuleSettings, sensor: SensorFacts): RuleSettings =>
  hasAssumedUnit(sensor) ? { ...settings, severity: "warning" } : settings;

/** Without those that foretell nothing, are no witness, and say nothing of a home's heating. */
export const withoutUnsaid = (devices: readonly TickDevice[]): TickDevice[] =>
  devices.map(({ device, sensors }) => ({
    device,
    sensors: sensors.filter((sensor) => !hasAssumedUnit(sensor) && !isPlaceUnknown(sensor, device)),
  }));

/** The facts that rules go by: 1 is an open door, whatever its device sends for one. */
export const factsAsMeant = <S extends SensorFacts>(sensor: S): S => ({
  ...asMeant(sensor),
  valueBefore: meantValue(sensor, sensor.valueBefore),
});
