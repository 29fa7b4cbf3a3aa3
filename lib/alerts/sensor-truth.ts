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

/** A reported fault outweighs a suspected stuck sensor. */
export function trustOf(faultyAt: Moment | null, stuckAt: Moment | null): Trust {
  if (faultyAt !== null) return { is: "faulty", since: faultyAt };
  return stuckAt === null ? { is: "ok" } : { is: "stuck", since: stuckAt };
}

/** The largest step that is believed: at once, and more for each hour since the post before. For example, a hot tap. */
const STEP = { kelvin: 12, kelvinPerHour: 6 } as const;
/** The same where a door or the sun does more: in a freezer or a greenhouse. */
const WIDE_STEP = { kelvin: 30, kelvinPerHour: 12 } as const;
/** Sent by a probe without a measurement: 0, or 85 °C when a DS18B20 starts. */
const EMPTY_CELSIUS = 85;
const EMPTY_WITHIN = 0.01;
/** Edges around 85 °C. The other such value is 0, in whatever unit the sensor measures. */
export const EMPTY_EDGES: readonly Quantity[] = [
  { value: EMPTY_CELSIUS - EMPTY_WITHIN, unit: "°C" },
  { value: EMPTY_CELSIUS + EMPTY_WITHIN, unit: "°C" },
];
/** Such a value is believed if the one before was this close to it. */
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

/** A door or a window that opens makes a larger step than this, in K. */
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

/** Returns how fast a temperature changed since the post before, in K an hour; 0 if unknown. */
export function kelvinPerHour(sensor: SensorFacts, { gaps }: DeviceFacts): number {
  const [now, before, gap] = [celsiusOf(sensor), celsiusBefore(sensor), gaps[0]];
  return now === null || before === null || !gap ? 0 : ((now - before) * HOUR_SECONDS) / gap;
}

function stepAllowed(isWide: boolean, { gaps }: DeviceFacts): number {
  const { kelvin, kelvinPerHour } = isWide ? WIDE_STEP : STEP;
  return kelvin + (kelvinPerHour * (gaps[0] ?? 0)) / HOUR_SECONDS;
}

/** A question is repeated once a day, not as often as an alarm. */
const ASK_AGAIN_MS = 24 * HOUR_MS;

/** True if nobody has given the sensor's unit: its readings may mean something else. */
export const hasAssumedUnit = ({ unitSource }: Pick<SensorFacts, "unitSource">): boolean =>
  unitSource === "assumed";

/**
 * True if nothing says that a temperature sensor watches a place, and nobody has set its limits: it may be part of a
 * machine. Its cold is a question, asked once by email; no critical alert, no forecast and no alert about the heating
 * comes from it.
 */
export const isPlaceUnknown = (
  sensor: Pick<SensorFacts, "label" | "kind" | "unit" | "value" | "placement" | "settings">,
  device: Pick<DeviceFacts, "name" | "space">,
): boolean => sensor.settings.freeze === undefined && isUnexplained(sensor, device);

/** Limits freeze alerts to warnings while nobody has given the sensor's unit or its place. */
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

/** Leaves out sensors of unknown unit or place: they don't count for predictions, as witnesses or for the heating. */
export const withoutUnsaid = (devices: readonly TickDevice[]): TickDevice[] =>
  devices.map(({ device, sensors }) => ({
    device,
    sensors: sensors.filter((sensor) => !hasAssumedUnit(sensor) && !isPlaceUnknown(sensor, device)),
  }));

/** Translates a sensor's facts for the rules: 1 is an open door, whatever its device sends. */
export const factsAsMeant = <S extends SensorFacts>(sensor: S): S => ({
  ...asMeant(sensor),
  valueBefore: meantValue(sensor, sensor.valueBefore),
});
