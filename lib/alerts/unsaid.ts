import type { BuiltInKind } from "../../schema/alert-fields.ts";
import type { BuiltInSettings, FreezeSettings } from "../devices/alert-settings.ts";
import { isUnexplained } from "../devices/placement/placement.ts";
import { asMeant, meantValue } from "../devices/sensor.ts";
import { HOUR_MS } from "../kernel/time.ts";
import type { Evidence } from "../language/reason.ts";
import type { DeviceFacts, SensorFacts, TickDevice } from "./facts.ts";
import type { RuleSettings } from "./settings.ts";

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

/** The marks of evidence of which nobody has said the unit, or the place; notices and pages ask because of them. */
const MARKS = { unit: "unit_assumed", place: "place_unknown" } as const;
type Unsaid = keyof typeof MARKS;

/** What evidence says of itself, of these. */
export const unsaidMarks = (is: Record<Unsaid, boolean>): Record<string, 1> => ({
  ...(is.unit ? { [MARKS.unit]: 1 } : {}),
  ...(is.place ? { [MARKS.place]: 1 } : {}),
});

export const asksFor = (unsaid: Unsaid, evidence: Pick<Evidence, "more"> | null): boolean =>
  evidence?.more?.[MARKS[unsaid]] === 1;

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
