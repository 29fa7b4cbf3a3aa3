import type { ReportKind } from "../cron/report-periods.ts";
import { nameText } from "../outgoing/notice/plain-text.ts";
import { countsByKind } from "./alert-totals.ts";
import type { BatteryFacts, DigestFacts } from "./facts.ts";
import { coldestSpace, hasReadings, isLowBattery, lowestBattery } from "./notable.ts";
import { counted, type Wording } from "./wording.ts";

export const PERIOD_WORDS: Record<ReportKind, string> = {
  weekly: "week",
  monthly: "month",
  quarterly: "quarter",
};

export function daysLeftWords({ daysLeft }: BatteryFacts): string {
  if (daysLeft === null) return "";
  return daysLeft === 0
    ? "less than a day left"
    : `about ${daysLeft} ${daysLeft === 1 ? "day" : "days"} left`;
}

function alertWords(facts: DigestFacts): string {
  const { alerts, outages, kind } = facts;
  const isQuiet = alerts.length === 0 && outages.length === 0;
  if (isQuiet && hasReadings(facts)) return `A quiet ${PERIOD_WORDS[kind]}: no alerts, no outages.`;
  const kinds = alerts.length === 0 ? "" : ` (${countsByKind(alerts)})`;
  const sentence = `${counted(alerts.length, "alert")}${kinds} and ${counted(outages.length, "outage")}.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function coldestWords({ sensors }: DigestFacts, wording: Wording): string {
  const coldest = coldestSpace(sensors);
  if (coldest === null) return "";
  const { space, unit, low } = coldest;
  return `Coldest: ${space}, ${wording.value(low.value, unit)}, ${wording.moment(low.atMs)}.`;
}

function batteryWords({ batteries }: DigestFacts, wording: Wording): string {
  const battery = lowestBattery(batteries);
  if (battery === null || !isLowBattery(battery)) return "";
  const state = [`${wording.number(battery.pct)} %`, daysLeftWords(battery)];
  return `Battery of ${battery.device}: ${state.filter(Boolean).join(", ")}.`;
}

/** The one line that says it all, for those who read no further. */
export function summaryOf(facts: DigestFacts, wording: Wording): string {
  const readings = hasReadings(facts) ? "" : `No readings arrived this ${PERIOD_WORDS[facts.kind]}.`;
  const sentences = [readings, alertWords(facts), coldestWords(facts, wording), batteryWords(facts, wording)];
  return sentences.filter(Boolean).join(" ");
}

/**
 * Short enough for a list of mails. The name stands at its end: nobody else's words begin a subject of ours.
 */
export function subjectOf(facts: DigestFacts, wording: Wording): string {
  const coldest = coldestSpace(facts.sensors);
  const news = [
    facts.alerts.length === 0 ? `a quiet ${PERIOD_WORDS[facts.kind]}` : counted(facts.alerts.length, "alert"),
    coldest && `coldest ${wording.value(coldest.low.value, coldest.unit)}`,
  ];
  const told = hasReadings(facts)
    ? news.filter(Boolean).join(", ")
    : `no readings this ${PERIOD_WORDS[facts.kind]}`;
  const first = told.charAt(0).toUpperCase() + told.slice(1);
  return `${first} (${nameText(facts.home.name, "your home")})`;
}
