import type { AlertKind } from "../../schema/vocabulary.ts";
import type { Period } from "../jobs/report-periods.ts";
import { capital } from "../kernel/text.ts";
import { convert } from "../kernel/units.ts";
import { nameText } from "../messages/notice/plain-text.ts";
import type { AlertFacts, BatteryFacts, DigestFacts, SeenValue, SensorFacts } from "./gather.ts";
import type { Wording } from "./wording.ts";

type Coldest = { space: string; unit: string; low: SeenValue };

/** The space that was coldest, by its temperature sensors; null where none was read. */
export function coldestSpace(sensors: readonly SensorFacts[]): Coldest | null {
  const lows = sensors.flatMap(({ kind, space, label, unit, low }) => {
    if (kind !== "temperature" || unit === null || low === null) return [];
    const celsius = convert(low.value, unit, "°C");
    return celsius === null ? [] : [{ celsius, coldest: { space: space || label, unit, low } }];
  });
  return lows.toSorted((a, b) => a.celsius - b.celsius)[0]?.coldest ?? null;
}

const DAYS_LEFT_SHORT = 30;
const PCT_LOW = 20;

/** A battery to think of now. */
export const isLowBattery = ({ pct, daysLeft }: BatteryFacts): boolean =>
  pct <= PCT_LOW || (daysLeft !== null && daysLeft <= DAYS_LEFT_SHORT);

/**
 * The battery to change first: fewest days left, and of those without a forecast the emptiest. One that is
 * low comes before all that are not, though nobody knows yet how fast it falls.
 */
export const lowestBattery = (batteries: readonly BatteryFacts[]): BatteryFacts | null =>
  batteries.toSorted(
    (a, b) =>
      Number(isLowBattery(b)) - Number(isLowBattery(a)) ||
      (a.daysLeft ?? Number.MAX_VALUE) - (b.daysLeft ?? Number.MAX_VALUE) ||
      a.pct - b.pct,
  )[0] ?? null;

const hasReadings = ({ sensors }: DigestFacts): boolean => sensors.some(({ low }) => low !== null);

/** One line of a report: how often something alerted, and for how long within the period. */
type AlertTotal = { kind: AlertKind; subject: string; count: number; ms: number; isOpen: boolean };

/** How much of an episode lies within the period; one that is still open lasts to its end. */
export const msWithin = (fromMs: number, toMs: number | null, period: Period): number =>
  Math.max(0, Math.min(toMs ?? period.toMs, period.toMs) - Math.max(fromMs, period.fromMs));

/** Totals by kind and subject, the longest first. */
export function alertTotals(alerts: readonly AlertFacts[], period: Period): AlertTotal[] {
  const totals = new Map<string, AlertTotal>();
  for (const { kind, subject, openedAtMs, closedAtMs } of alerts) {
    const key = JSON.stringify([kind, subject]);
    const total = totals.get(key) ?? { kind, subject, count: 0, ms: 0, isOpen: false };
    totals.set(key, {
      ...total,
      count: total.count + 1,
      ms: total.ms + msWithin(openedAtMs, closedAtMs, period),
      isOpen: total.isOpen || closedAtMs === null,
    });
  }
  return [...totals.values()].toSorted((a, b) => b.ms - a.ms);
}

/** `2 freeze, 1 leak`, the most frequent first. */
export function countsByKind(alerts: readonly AlertFacts[], kinds: Wording["kinds"]): string {
  const counts = new Map<AlertKind, number>();
  for (const { kind } of alerts) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Array.from(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${count} ${kinds[kind].noun}`)
    .join(", ");
}

export const daysLeftWords = ({ daysLeft }: BatteryFacts, { words }: Wording): string =>
  daysLeft === null ? "" : words.daysLeft(daysLeft);

function alertWords(facts: DigestFacts, { words, kinds }: Wording): string {
  const { alerts, outages, kind } = facts;
  const isQuiet = alerts.length === 0 && outages.length === 0;
  if (isQuiet && hasReadings(facts)) return words.quietSentence[kind];
  return words.counts(alerts.length, countsByKind(alerts, kinds), outages.length);
}

function coldestWords({ sensors }: DigestFacts, wording: Wording): string {
  const coldest = coldestSpace(sensors);
  if (coldest === null) return "";
  const { space, unit, low } = coldest;
  return wording.words.coldest(space, wording.value(low.value, unit), wording.moment(low.atMs));
}

function batteryWords({ batteries }: DigestFacts, wording: Wording): string {
  const battery = lowestBattery(batteries);
  if (battery === null || !isLowBattery(battery)) return "";
  const state = [`${wording.number(battery.pct)} %`, daysLeftWords(battery, wording)];
  return wording.words.battery(battery.device, state.filter(Boolean).join(", "));
}

/** The one line that says it all, for those who read no further. */
export function summaryOf(facts: DigestFacts, wording: Wording): string {
  const readings = hasReadings(facts) ? "" : wording.words.noReadingsSentence[facts.kind];
  const sentences = [
    readings,
    alertWords(facts, wording),
    coldestWords(facts, wording),
    batteryWords(facts, wording),
  ];
  return sentences.filter(Boolean).join(" ");
}

/**
 * Short enough for a list of mails. The name stands at its end: nobody else's words begin a subject of ours.
 */
export function subjectOf(facts: DigestFacts, wording: Wording): string {
  const { words } = wording;
  const coldest = coldestSpace(facts.sensors);
  const news = [
    facts.alerts.length === 0 ? words.quiet[facts.kind] : words.alerts(facts.alerts.length),
    coldest && words.coldestShort(wording.value(coldest.low.value, coldest.unit)),
  ];
  const told = hasReadings(facts) ? news.filter(Boolean).join(", ") : words.noReadings[facts.kind];
  return `${capital(told)} (${nameText(facts.home.name, wording.yourHome)})`;
}

/** What there is to mend on the coverage page, and whether alerts were tried. */
export const coverageParts = (
  { gaps, drillAtMs }: NonNullable<DigestFacts["coverage"]>,
  { moment, words: { coverage: said } }: Wording,
): string[] => [said.gaps(gaps), drillAtMs === null ? said.noDrill : said.drill(moment(drillAtMs))];
