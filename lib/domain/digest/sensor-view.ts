import type { SensorFault, SensorKind } from "../../../schema/vocabulary.ts";
import { barsOf } from "./bars.ts";
import type { SeenValue, SensorFacts } from "./facts.ts";
import { duration, type Wording } from "./wording.ts";

/**
 * One sensor in words. `bars` are heights of 1 to 8 a day (or a few days), null for a gap; empty for no
 * picture.
 */
export type SensorView = {
  name: string;
  low: string;
  average: string;
  high: string;
  /** What needs attention; empty for nothing. */
  warning: string;
  bars: (number | null)[];
};

const NOTHING = "no readings";

/** What a state is when it is on. */
const ON_WORDS: Partial<Record<SensorKind, string>> = { door: "open", flood: "wet", motion: "motion" };

const nameOf = ({ label, space }: SensorFacts): string =>
  label.startsWith(space) ? label : `${space}: ${label}`;

/** Each sensor's name, with its device's where several of the home would have the same. */
export function sensorNames(sensors: readonly SensorFacts[]): Map<SensorFacts, string> {
  const alike = Map.groupBy(sensors, nameOf);
  return new Map(
    sensors.map((sensor) => {
      const name = nameOf(sensor);
      const isAlone = (alike.get(name)?.length ?? 0) < 2;
      return [sensor, isAlone ? name : `${name} (${sensor.device})`];
    }),
  );
}

const FAULT_WORDS: Record<SensorFault, string> = {
  unplugged: "may be unplugged",
  stuck: "may be stuck",
  drifted: "readings look wrong",
};

export const faultWords = ({ fault }: SensorFacts): string => (fault === null ? "" : FAULT_WORDS[fault]);

const seen = (at: SeenValue, unit: string | null, wording: Wording): string =>
  `${wording.value(at.value, unit)} (${wording.moment(at.atMs)})`;

function stateView(sensor: SensorFacts, name: string, share: number, wording: Wording): SensorView {
  const average = `${ON_WORDS[sensor.kind] ?? "on"} in ${wording.share(share)} of the readings`;
  return { name, low: "", average, high: "", warning: faultWords(sensor), bars: [] };
}

export function sensorView(sensor: SensorFacts, name: string, wording: Wording): SensorView {
  const { low, average, high, unit, belowWarning } = sensor;
  if (low === null || average === null || high === null) {
    return { name, low: "", average: NOTHING, high: "", warning: faultWords(sensor), bars: [] };
  }
  if (sensor.isState) return stateView(sensor, name, average, wording);
  const isBelow = belowWarning !== null && belowWarning.ms > 0;
  const cold = isBelow
    ? `below ${wording.value(belowWarning.warning, unit)} for ${duration(belowWarning.ms)}`
    : "";
  return {
    name,
    low: seen(low, unit, wording),
    average: wording.value(average, unit),
    high: seen(high, unit, wording),
    warning: [cold, faultWords(sensor)].filter(Boolean).join(", "),
    bars: barsOf(sensor.daily, high.value - low.value),
  };
}
