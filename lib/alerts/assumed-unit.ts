import { asMeant, meantValue } from "../devices/sensor.ts";
import { HOUR_MS } from "../kernel/time.ts";
import type { DeviceFacts, SensorFacts, TickDevice } from "./facts.ts";
import type { Evidence } from "./reason.ts";
import type { BuiltInKind, BuiltInSettings, FreezeSettings, RuleSettings } from "./settings.ts";
import { isPlaceUnknown } from "./unknown-place.ts";

/** A question is repeated once a day, and not as an alarm would be. */
const ASK_AGAIN_MS = 24 * HOUR_MS;

/** Nobody has said in which unit the sensor measures: what it reads is a question as much as an answer. */
export const hasAssumedUnit = ({ unitSource }: Pick<SensorFacts, "unitSource">): boolean =>
  unitSource === "assumed";

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

/** The mark of evidence in a unit that nobody has said; notices and pages ask because of it. */
const MARK = "unit_assumed";

export const assumedMark = (isAssumed: boolean): Record<string, 1> => (isAssumed ? { [MARK]: 1 } : {});

export const asksForUnit = (evidence: Pick<Evidence, "more"> | null): boolean => evidence?.more?.[MARK] === 1;

/** What nobody knows the unit of foretells nothing, is no witness, and says nothing of a home's heating. */
export const withKnownUnits = (devices: readonly TickDevice[]): TickDevice[] =>
  devices.map(({ device, sensors }) => ({
    device,
    sensors: sensors.filter((sensor) => !hasAssumedUnit(sensor)),
  }));

/** The facts that rules go by: 1 is an open door, whatever its device sends for one. */
export const factsAsMeant = <S extends SensorFacts>(sensor: S): S => ({
  ...asMeant(sensor),
  valueBefore: meantValue(sensor, sensor.valueBefore),
});
