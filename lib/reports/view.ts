import type { SensorFault, SensorKind } from "../../schema/vocabulary.ts";
import { KIND_WORDS } from "../messages/notice/kind-words.ts";
import { barsOf } from "./bars.ts";
import type { CityPeriod } from "./city/city.ts";
import type { DigestFacts, SeenValue, SensorFacts } from "./gather.ts";
import {
  alertTotals,
  coldestSpace,
  countsByKind,
  daysLeftWords,
  lowestBattery,
  msWithin,
  PERIOD_WORDS,
  subjectOf,
  summaryOf,
} from "./summary.ts";
import { duration, type Wording, wordingFor } from "./wording.ts";

/** Gmail cuts a mail off at 102 KB; a sensor with its picture takes up to 3.3 KB, a line 0.4 KB. */
const SENSORS_SHOWN = 20;
const LINES_SHOWN = 20;
const FAULTY_SHOWN = 5;

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

export type Line = { label: string; value: string };

/** A report in words, the same for text and HTML. No markup, nothing escaped yet. */
export type DigestView = {
  subject: string;
  summary: string;
  home: string;
  dates: string;
  glance: Line[];
  alerts: Line[];
  outages: Line[];
  sensors: SensorView[];
  /** Sensors for which the mail has no room. */
  sensorsLeftOut: number;
  links: { dashboard: string; unsubscribe: string };
};

const shown = (lines: Line[]): Line[] => {
  const more = lines.length - LINES_SHOWN;
  if (more <= 0) return lines;
  return [...lines.slice(0, LINES_SHOWN), { label: "And more", value: `${more} more on the dashboard` }];
};

export function digestView(facts: DigestFacts): DigestView {
  const wording = wordingFor(facts);
  const sensors = worstFirst(facts.sensors);
  const names = sensorNames(facts.sensors);
  return {
    subject: subjectOf(facts, wording),
    summary: summaryOf(facts, wording),
    home: facts.home.name,
    dates: wording.dates(facts.period),
    glance: glance(facts, wording),
    alerts: shown(alertLines(facts)),
    outages: shown(outageLines(facts, wording)),
    sensors: sensors
      .slice(0, SENSORS_SHOWN)
      .map((sensor) => sensorView(sensor, names.get(sensor) ?? sensor.label, wording)),
    sensorsLeftOut: Math.max(0, sensors.length - SENSORS_SHOWN),
    links: facts.links,
  };
}

/** Those that were below their warning, the longest first, then faulty ones; the rest as the household ordered them. */
const worstFirst = (sensors: readonly SensorFacts[]): SensorFacts[] =>
  sensors.toSorted(
    (a, b) =>
      (b.belowWarning?.ms ?? 0) - (a.belowWarning?.ms ?? 0) ||
      Number(b.fault !== null) - Number(a.fault !== null),
  );

/** Sensors that can't be relied on: what the report says of them may be wrong. */
function faultyAtAGlance({ sensors }: DigestFacts): Line | null {
  const faulty = sensors.filter(({ fault }) => fault !== null);
  if (faulty.length === 0) return null;
  const names = sensorNames(sensors);
  const told = faulty.slice(0, FAULTY_SHOWN).map((sensor) => `${names.get(sensor)} (${faultWords(sensor)})`);
  const more = faulty.length - told.length;
  return line("Sensor problems", [...told, more > 0 ? `and ${more} more` : null]);
}

const line = (label: string, parts: (string | null)[]): Line => ({
  label,
  value: parts.filter(Boolean).join(", "),
});

function alertsAtAGlance({ alerts, alertsBefore, period, periodBefore, kind }: DigestFacts): Line {
  const total = (list: typeof alerts, within: typeof period): string => {
    if (list.length === 0) return "none";
    const ms = list.reduce((sum, one) => sum + msWithin(one.openedAtMs, one.closedAtMs, within), 0);
    return `${list.length} (${countsByKind(list)}), ${duration(ms)} in all`;
  };
  const before = `the ${PERIOD_WORDS[kind]} before: ${total(alertsBefore, periodBefore)}`;
  return { label: "Alerts", value: `${total(alerts, period)}; ${before}` };
}

function outagesAtAGlance({ outages, period }: DigestFacts): Line {
  if (outages.length === 0) return { label: "Outages", value: "none" };
  const ms = outages.reduce((sum, { fromMs, toMs }) => sum + msWithin(fromMs, toMs, period), 0);
  return { label: "Outages", value: `${outages.length}, ${duration(ms)} in all` };
}

function glance(facts: DigestFacts, wording: Wording): Line[] {
  const coldest = coldestSpace(facts.sensors);
  const battery = lowestBattery(facts.batteries);
  const forecast = facts.forecastLow;
  const { value, moment, number } = wording;
  return [
    alertsAtAGlance(facts),
    outagesAtAGlance(facts),
    faultyAtAGlance(facts),
    coldest &&
      line("Coldest space", [
        coldest.space,
        value(coldest.low.value, coldest.unit),
        moment(coldest.low.atMs),
      ]),
    battery && line("Lowest battery", [battery.device, `${number(battery.pct)} %`, daysLeftWords(battery)]),
    facts.city && cityLine(facts.city, wording),
    forecast && line("Forecast low", [value(forecast.value, forecast.unit), moment(forecast.atMs)]),
  ].filter((one) => one !== null);
}

/** The shares of the worst day; the counts are as rough as what a city's days tell. */
const cityLine = (
  { city, homes, withoutPower, withoutHeating, lowestCelsius }: CityPeriod,
  { value }: Wording,
): Line =>
  line(`In ${city}`, [
    `${homes} homes take part`,
    `${upTo(withoutPower)} without power`,
    `${upTo(withoutHeating)} without heating`,
    lowestCelsius === null ? null : `coldest room ${value(Math.round(lowestCelsius), "°C")}`,
  ]);

const upTo = (homes: number): string => (homes === 0 ? "none" : `up to ${homes}`);

const alertLines = ({ alerts, period }: DigestFacts): Line[] =>
  alertTotals(alerts, period).map(({ kind, subject, count, ms, isOpen }) =>
    line(subject, [
      `${count} × ${KIND_WORDS[kind].noun}`,
      `${duration(ms)}${count > 1 ? " in all" : ""}`,
      isOpen ? "still open" : null,
    ]),
  );

const outageLines = ({ outages, period }: DigestFacts, { moment }: Wording): Line[] =>
  outages.map(({ device, fromMs, toMs }) =>
    line(device, [
      moment(fromMs),
      duration(msWithin(fromMs, toMs, period)),
      toMs === null ? "still silent" : null,
    ]),
  );
