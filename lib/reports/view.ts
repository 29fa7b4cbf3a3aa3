import type { Language } from "../../schema/vocabulary.ts";
import type { ReportWords } from "../language/notice-words.ts";
import { barsOf } from "./bars.ts";
import type { DigestFacts, SeenValue, SensorFacts } from "./gather.ts";
import {
  alertTotals,
  coldestSpace,
  countsByKind,
  daysLeftWords,
  lowestBattery,
  msWithin,
  namedFor,
  subjectOf,
  summaryOf,
  type Wording,
  wordingFor,
} from "./wording.ts";

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

const nameOf = ({ label, space }: SensorFacts): string =>
  label.startsWith(space) ? label : `${space}: ${label}`;

/** Each sensor's name, with its device's where several of the home would have the same. */
function sensorNames(sensors: readonly SensorFacts[]): Map<SensorFacts, string> {
  const alike = Map.groupBy(sensors, nameOf);
  return new Map(
    sensors.map((sensor) => {
      const name = nameOf(sensor);
      const isAlone = (alike.get(name)?.length ?? 0) < 2;
      return [sensor, isAlone ? name : `${name} (${sensor.device})`];
    }),
  );
}

const faultWords = ({ fault }: SensorFacts, { words }: Wording): string =>
  fault === null ? "" : words.faults[fault];

/** A report has no button: the sensor's page asks. */
const unitWords = ({ unitAssumed }: SensorFacts, { words }: Wording): string =>
  unitAssumed === true ? words.unitNotConfirmed : "";

const seen = (at: SeenValue, unit: string | null, wording: Wording): string =>
  `${wording.value(at.value, unit)} (${wording.moment(at.atMs)})`;

function stateView(sensor: SensorFacts, name: string, share: number, wording: Wording): SensorView {
  const { words } = wording;
  const average = words.inShare(words.on[sensor.kind] ?? words.isOn, wording.share(share));
  return { name, low: "", average, high: "", warning: faultWords(sensor, wording), bars: [] };
}

function sensorView(sensor: SensorFacts, name: string, wording: Wording): SensorView {
  const { low, average, high, unit, belowWarning } = sensor;
  if (low === null || average === null || high === null) {
    return {
      name,
      low: "",
      average: wording.words.nothing,
      high: "",
      warning: faultWords(sensor, wording),
      bars: [],
    };
  }
  if (sensor.isState) return stateView(sensor, name, average, wording);
  const isBelow = belowWarning !== null && belowWarning.ms > 0;
  const cold = isBelow
    ? wording.words.below(wording.value(belowWarning.warning, unit), wording.duration(belowWarning.ms))
    : "";
  return {
    name,
    low: seen(low, unit, wording),
    average: wording.value(average, unit),
    high: seen(high, unit, wording),
    warning: [cold, faultWords(sensor, wording), unitWords(sensor, wording)].filter(Boolean).join(", "),
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
  words: ReportWords;
  language: Language;
};

const shown = (lines: Line[], { words }: Wording): Line[] => {
  const more = lines.length - LINES_SHOWN;
  if (more <= 0) return lines;
  return [...lines.slice(0, LINES_SHOWN), { label: words.more, value: words.moreLines(more) }];
};

export function digestView(told: DigestFacts): DigestView {
  const facts = namedFor(told);
  const wording = wordingFor(facts);
  const sensors = worstFirst(facts.sensors);
  const names = sensorNames(facts.sensors);
  return {
    subject: subjectOf(facts, wording),
    summary: summaryOf(facts, wording),
    home: facts.home.name,
    dates: wording.dates(facts.period),
    glance: glance(facts, wording),
    alerts: shown(alertLines(facts, wording), wording),
    outages: shown(outageLines(facts, wording), wording),
    sensors: sensors
      .slice(0, SENSORS_SHOWN)
      .map((sensor) => sensorView(sensor, names.get(sensor) ?? sensor.label, wording)),
    sensorsLeftOut: Math.max(0, sensors.length - SENSORS_SHOWN),
    links: facts.links,
    words: wording.words,
    language: facts.language,
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
function faultyAtAGlance({ sensors }: DigestFacts, wording: Wording): Line | null {
  const { words } = wording;
  const faulty = sensors.filter(({ fault }) => fault !== null);
  if (faulty.length === 0) return null;
  const names = sensorNames(sensors);
  const told = faulty
    .slice(0, FAULTY_SHOWN)
    .map((sensor) => `${names.get(sensor)} (${faultWords(sensor, wording)})`);
  const more = faulty.length - told.length;
  return line(words.labels.sensorProblems, [...told, more > 0 ? words.andMore(more) : null]);
}

const line = (label: string, parts: (string | null)[]): Line => ({
  label,
  value: parts.filter(Boolean).join(", "),
});

function alertsAtAGlance(
  { alerts, alertsBefore, period, periodBefore, kind }: DigestFacts,
  { words, kinds, duration }: Wording,
): Line {
  const total = (list: typeof alerts, within: typeof period): string => {
    if (list.length === 0) return words.none;
    const ms = list.reduce((sum, one) => sum + msWithin(one.openedAtMs, one.closedAtMs, within), 0);
    return `${list.length} (${countsByKind(list, kinds)}), ${words.inAll(duration(ms))}`;
  };
  const before = words.before(kind, total(alertsBefore, periodBefore));
  return { label: words.labels.alerts, value: `${total(alerts, period)}; ${before}` };
}

function outagesAtAGlance({ outages, period }: DigestFacts, { words, duration }: Wording): Line {
  const label = words.labels.outages;
  if (outages.length === 0) return { label, value: words.none };
  const ms = outages.reduce((sum, { fromMs, toMs }) => sum + msWithin(fromMs, toMs, period), 0);
  return { label, value: `${outages.length}, ${words.inAll(duration(ms))}` };
}

function glance(facts: DigestFacts, wording: Wording): Line[] {
  const coldest = coldestSpace(facts.sensors);
  const battery = lowestBattery(facts.batteries);
  const forecast = facts.forecastLow;
  const { value, moment, number, words } = wording;
  const { labels } = words;
  return [
    alertsAtAGlance(facts, wording),
    outagesAtAGlance(facts, wording),
    faultyAtAGlance(facts, wording),
    coldest &&
      line(labels.coldestSpace, [
        coldest.space,
        value(coldest.low.value, coldest.unit),
        moment(coldest.low.atMs),
      ]),
    battery &&
      line(labels.lowestBattery, [
        battery.device,
        `${number(battery.pct)} %`,
        daysLeftWords(battery, wording),
      ]),
    facts.coverage && line(words.coverage.label, [words.coverage.gaps(facts.coverage.gaps)]),
    forecast && line(labels.forecastLow, [value(forecast.value, forecast.unit), moment(forecast.atMs)]),
  ].filter((one) => one !== null);
}

const alertLines = ({ alerts, period }: DigestFacts, { words, kinds, duration }: Wording): Line[] =>
  alertTotals(alerts, period).map(({ kind, subject, count, ms, isOpen }) =>
    line(subject, [
      `${count} × ${kinds[kind].noun}`,
      count > 1 ? words.inAll(duration(ms)) : duration(ms),
      isOpen ? words.stillOpen : null,
    ]),
  );

const outageLines = ({ outages, period }: DigestFacts, { moment, words, duration }: Wording): Line[] =>
  outages.map(({ device, fromMs, toMs }) =>
    line(device, [
      moment(fromMs),
      duration(msWithin(fromMs, toMs, period)),
      toMs === null ? words.stillOffline : null,
    ]),
  );
