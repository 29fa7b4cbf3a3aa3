import { asMeant, meantValue } from "../devices/sensor.ts";
import { HOUR_MS } from "../kernel/time.ts";
import type { SensorFacts, TickDevice } from "./facts.ts";
import type { Evidence } from "./reason.ts";
import type { BuiltInKind, BuiltInSettings, FreezeSettings, RuleSettings } from "./settings.ts";

/** A question is repeated once a day, and not as an alarm would be. */
const ASK_AGAIN_MS = 24 * HOUR_MS;

/** Nobody has said in which unit the sensor measures: what it reads is a question as much as an answer. */
export const hasAssumedUnit = ({ unitSource }: Pick<SensorFacts, "unitSource">): boolean =>
  unitSource === "assumed";

/** How grave a temperature of such a sensor can be: never critical. */
export function cautious<K extends BuiltInKind>(
  kind: K,
  settings: BuiltInSettings[K],
  sensor: SensorFacts,
): BuiltInSettings[K] {
  const isTentative = kind === "freeze" && hasAssumedUnit(sensor);
  return isTentative ? { ...settings, ...asked(settings as FreezeSettings) } : settings;
}

const asked = ({ warning, critical }: FreezeSettings): Partial<FreezeSettings> => ({
  warning: warning ?? critical,
  critical: null,
  remindMs: ASK_AGAIN_MS,
});

export const cautiousRule = (settings: RuleSettings, sensor: SensorFacts): RuleSettings =>
  hasAssumedUnit(sensor) ? { ...settings, severity: "warning" } : settings;

/** The mark of evidence in a unit that nobody has said; notices and pages ask because of it. */
const MARK = "unit_assumed";

export const assumedMark = (isAssumed: boolean): Pick<Evidence, "more"> =>
  isAssumed ? { more: { [MARK]: 1 } } : {};

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
