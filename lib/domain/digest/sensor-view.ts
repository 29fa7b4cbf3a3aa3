import type { SensorKind } from "../../../schema/vocabulary.ts";
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

const seen = (at: SeenValue, unit: string | null, wording: Wording): string =>
  `${wording.value(at.value, unit)} (${wording.moment(at.atMs)})`;

function stateView(sensor: SensorFacts, share: number, wording: Wording): SensorView {
  const average = `${ON_WORDS[sensor.kind] ?? "on"} in ${wording.share(share)} of the readings`;
  return { name: nameOf(sensor), low: "", average, high: "", warning: "", bars: [] };
}

export function sensorView(sensor: SensorFacts, wording: Wording): SensorView {
  const { low, average, high, unit, belowWarning } = sensor;
  if (low === null || average === null || high === null) {
    return { name: nameOf(sensor), low: "", average: NOTHING, high: "", warning: "", bars: [] };
  }
  if (sensor.isState) return stateView(sensor, average, wording);
  const isBelow = belowWarning !== null && belowWarning.ms > 0;
  return {
    name: nameOf(sensor),
    low: seen(low, unit, wording),
    average: wording.value(average, unit),
    high: seen(high, unit, wording),
    warning: isBelow
      ? `below ${wording.value(belowWarning.warning, unit)} for ${duration(belowWarning.ms)}`
      : "",
    bars: barsOf(sensor.daily, high.value - low.value),
  };
}
