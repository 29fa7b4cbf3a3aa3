import type { CityPeriod } from "../city/city-period.ts";
import { KIND_WORDS } from "../outgoing/notice/kind-words.ts";
import { alertTotals, countsByKind, msWithin } from "./alert-totals.ts";
import type { DigestFacts, SensorFacts } from "./facts.ts";
import { coldestSpace, lowestBattery } from "./notable.ts";
import { faultWords, type SensorView, sensorNames, sensorView } from "./sensor-view.ts";
import { daysLeftWords, PERIOD_WORDS, subjectOf, summaryOf } from "./summary.ts";
import { duration, type Wording, wordingFor } from "./wording.ts";

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

/** Gmail cuts a mail off at 102 KB; a sensor with its picture takes up to 3.3 KB, a line 0.4 KB. */
const SENSORS_SHOWN = 20;
const LINES_SHOWN = 20;
const FAULTY_SHOWN = 5;

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
