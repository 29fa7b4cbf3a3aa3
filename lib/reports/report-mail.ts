import type { SensorKind } from "../../schema/vocabulary.ts";
import { isLowBattery } from "../devices/device.ts";
import type { ReportWords } from "../language/sent.ts";
import {
  type MailBars,
  type MailPage,
  type MailRow,
  mailOf,
  sharesOf,
  subjectText,
} from "../outbox/mail/mail-layout.ts";
import type { DigestFacts, SeenValue, SensorFacts } from "./gather.ts";
import {
  alertTotals,
  chargeText,
  countsByKind,
  lowestBattery,
  msWithin,
  namedFor,
  subjectOf,
  summaryOf,
  type Wording,
  wordingFor,
} from "./wording.ts";

/** Keeps mails under 102 KB, where Gmail cuts them off: a sensor with its picture takes up to 3.3 KB, a line 0.4 KB. */
const ROWS_SHOWN = 20;
const FAULTY_SHOWN = 5;

/** Writes a home's weekly, monthly or quarterly report, in the home's time zone and the reader's units. */
export function writeDigest(facts: DigestFacts): { subject: string; text: string; html: string } {
  const { subject, ...page } = digestPage(facts);
  return { subject, ...mailOf(page) };
}

export function digestPage(told: DigestFacts): MailPage & { subject: string } {
  const facts = namedFor(told);
  const wording = wordingFor(facts);
  const { words } = wording;
  const { labels } = words;
  const names = sensorNames(facts.sensors);
  const sensors = worstFirst(facts.sensors).map((sensor) => sensorRow(sensor, names, wording));
  const sections = [
    { title: labels.glance, rows: glance(facts, names, wording) },
    { title: labels.alerts, rows: shown(alertRows(facts, wording), words) },
    { title: labels.outages, rows: shown(outageRows(facts, wording), words) },
    { title: labels.sensors, rows: shown(sensors, words) },
  ];
  const { dashboard, unsubscribe } = facts.links;
  return {
    language: facts.language,
    subject: subjectOf(facts, wording),
    title: subjectText(summaryOf(facts, wording)),
    severity: sensors.some(({ alarm = "" }) => alarm !== "") ? "warning" : "none",
    paragraphs: [subjectText(`${facts.home.name}, ${wording.dates(facts.period)}`)],
    sections: sections.filter(({ rows }) => rows.length > 0),
    footer: [
      { label: words.dashboard, url: dashboard },
      { label: words.unsubscribe, url: unsubscribe },
    ],
  };
}

const shown = (rows: MailRow[], words: ReportWords): MailRow[] => {
  const more = rows.length - ROWS_SHOWN;
  if (more <= 0) return rows;
  return [...rows.slice(0, ROWS_SHOWN), { label: words.more, value: words.moreLines(more) }];
};

const row = (label: string, parts: (string | null)[]): MailRow => ({
  label,
  value: parts.filter(Boolean).join(", "),
});

const nameOf = ({ label, space }: SensorFacts): string =>
  label.startsWith(space) ? label : `${space}: ${label}`;

type Names = Map<SensorFacts, string>;

/** Returns each sensor's name, with its device's name if several sensors would have the same. */
function sensorNames(sensors: readonly SensorFacts[]): Names {
  const alike = Map.groupBy(sensors, nameOf);
  return new Map(
    sensors.map((sensor) => {
      const name = nameOf(sensor);
      const isAlone = (alike.get(name)?.length ?? 0) < 2;
      return [sensor, isAlone ? name : `${name} (${sensor.deviceName})`];
    }),
  );
}

/** Sorts sensors: the longest below their warning first, then faulty ones, then the rest in the home's order. */
const worstFirst = (sensors: readonly SensorFacts[]): SensorFacts[] =>
  sensors.toSorted(
    (a, b) =>
      (b.belowWarning?.ms ?? 0) - (a.belowWarning?.ms ?? 0) ||
      Number(b.fault !== null) - Number(a.fault !== null),
  );

function sensorRow(sensor: SensorFacts, names: Names, wording: Wording): MailRow {
  const { low, average, high, unit, fault, belowWarning } = sensor;
  const { words } = wording;
  const label = names.get(sensor) ?? sensor.label;
  const faulty = fault === null ? "" : words.faults[fault];
  const bare = { label, alarm: faulty, bars: [] };
  if (low === null || average === null || high === null) return { ...bare, value: words.nothing };
  if (sensor.isState) {
    const on: Partial<Record<SensorKind, string>> = words.on;
    const state = on[sensor.kind] ?? words.isOn;
    return { ...bare, value: words.inShare(state, wording.share(average)) };
  }
  const seen = ({ value, atMs }: SeenValue) => `${wording.value(value, unit)} (${wording.moment(atMs)})`;
  const { labels } = words;
  const cold =
    belowWarning !== null && belowWarning.ms > 0
      ? words.below(wording.value(belowWarning.warning, unit), wording.duration(belowWarning.ms))
      : "";
  // The report only notes it, because it has no button; the sensor's page asks for the unit.
  const unsure = sensor.unitAssumed === true ? words.unitNotConfirmed : "";
  return {
    label,
    value: `${labels.low} ${seen(low)}, ${labels.average} ${wording.value(average, unit)}, ${labels.high} ${seen(high)}`,
    alarm: [cold, faulty, unsure].filter(Boolean).join(", "),
    bars: barsOf(sensor.daily, high.value - low.value),
  };
}

/** Returns the row of faulty sensors, whose values in the report may be wrong, or null for none. */
function faultyAtAGlance({ sensors }: DigestFacts, names: Names, { words }: Wording): MailRow | null {
  const faulty = sensors.flatMap((sensor) =>
    sensor.fault === null ? [] : [`${names.get(sensor)} (${words.faults[sensor.fault]})`],
  );
  if (faulty.length === 0) return null;
  const more = faulty.length - FAULTY_SHOWN;
  return row(words.labels.sensorProblems, [
    ...faulty.slice(0, FAULTY_SHOWN),
    more > 0 ? words.andMore(more) : null,
  ]);
}

function glance(facts: DigestFacts, names: Names, wording: Wording): MailRow[] {
  const { alerts, alertsBefore, outages, period, forecastLow: forecast } = facts;
  const { value, moment, words, kinds, duration } = wording;
  const { labels } = words;
  const battery = lowestBattery(facts.batteries);
  const total = (list: typeof alerts, within: typeof period, which = ""): string => {
    const ms = list.reduce((sum, one) => sum + msWithin(one, within), 0);
    return list.length === 0 ? words.none : `${list.length}${which}, ${words.inAll(duration(ms))}`;
  };
  const byKind = (list: typeof alerts) => ` (${countsByKind(list, kinds)})`;
  const before = alertsBefore && total(alertsBefore, facts.periodBefore, byKind(alertsBefore));
  const then = before === null ? "" : `; ${words.before[facts.kind](before)}`;
  return [
    { label: labels.alerts, value: total(alerts, period, byKind(alerts)) + then },
    { label: labels.outages, value: total(outages, period) },
    faultyAtAGlance(facts, names, wording),
    // A low battery is in the summary already.
    battery && !isLowBattery(battery)
      ? row(labels.lowestBattery, [battery.device, chargeText(battery, wording)])
      : null,
    facts.coverage && { label: words.coverage.label, value: words.coverage.gaps(facts.coverage.gaps) },
    forecast && row(labels.forecastLow, [value(forecast.value, forecast.unit), moment(forecast.atMs)]),
  ].filter((one) => one !== null);
}

const alertRows = ({ alerts, period }: DigestFacts, { words, kinds, duration }: Wording): MailRow[] =>
  alertTotals(alerts, period).map(({ kind, subject, count, ms, isOpen }) =>
    row(subject, [
      `${count} × ${kinds[kind].noun}`,
      count > 1 ? words.inAll(duration(ms)) : duration(ms),
      isOpen ? words.stillOpen : null,
    ]),
  );

const outageRows = ({ outages, period }: DigestFacts, { moment, words, duration }: Wording): MailRow[] =>
  outages.map((outage) =>
    row(outage.subject, [
      moment(outage.openedAtMs),
      duration(msWithin(outage, period)),
      outage.closedAtMs === null ? words.stillOffline : null,
    ]),
  );

/** The number of bars that fit beside a sensor's name on a phone. */
const BARS_MAX = 14;

/** Reduces values to at most `BARS_MAX`, each the average of neighbors; null if none of these is known. */
function condensed(values: readonly (number | null)[]): (number | null)[] {
  const together = Math.ceil(values.length / BARS_MAX) || 1;
  return Array.from({ length: Math.ceil(values.length / together) }, (_, index) => {
    const known = values.slice(index * together, (index + 1) * together).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value / known.length, 0);
  });
}

/**
 * Draws a series of averages as bars; empty for fewer than two known values. `range` is the range of the readings:
 * averages that differ little compared with it get similar bars.
 */
function barsOf(values: readonly (number | null)[], range: number): MailBars {
  const bars = condensed(values);
  return bars.filter((value) => value !== null).length < 2 ? [] : sharesOf(bars, range / 2);
}
