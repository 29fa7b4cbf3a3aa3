import type { AlertKind, Transition } from "../../../schema/vocabulary.ts";
import { ACK_HOURS } from "../../alerts/escalation.ts";
import type { Finding } from "../../alerts/verdict.ts";
import type { KindWords } from "../../language/kind-words.ts";
import { REASONS } from "../../language/languages.ts";
import { wetFrom } from "../../language/notice-view.ts";
import { asksFor } from "../../language/reason.ts";
import { reasonText } from "../../language/reason-text.ts";
import type { NoticeWords } from "../../language/sent.ts";
import type { MailFact } from "../../outbox/mail/mail-layout.ts";
import type { FindingView } from "./notice-view.ts";

/** In percent. From here down a battery may be too weak for its sensor, whose readings then drift or jump. */
const BATTERY_DOUBTED_PCT = 10;

/** Kinds of alert whose evidence is not a reading of the sensor. */
const READS_NOTHING: readonly AlertKind[] = ["outage", "incident", "forecast", "sensor_fault"];

/** Kinds whose headline says since when, or that are about a time ahead. */
const SAYS_WHEN: readonly AlertKind[] = ["outage", "incident", "forecast"];

/** News whose headline is a question while a sensor's unit or place is unknown: nothing more can be said. */
const ASKS: readonly Transition[] = ["opened", "worsened", "eased", "reminded"];

export function factsOf(
  view: FindingView,
  batteryPct: number | null | undefined,
  words: NoticeWords,
): MailFact[] {
  const { finding } = view;
  const { facts } = words;
  const isOver = finding.transition === "closed";
  const isNeverHeard = finding.evidence?.more?.never_heard === 1;
  const hasNumber = finding.evidence !== null && finding.evidence.unit !== null;
  const isReading = hasNumber && !READS_NOTHING.includes(finding.kind);
  const isDoubted = (batteryPct ?? 100) <= BATTERY_DOUBTED_PCT && !READS_NOTHING.includes(finding.kind);
  const all: MailFact[] = [
    [facts.where, view.where],
    [facts.reading, isReading && finding.kind !== "time_to_freeze" ? `${view.value}, ${view.time}` : ""],
    [isNeverHeard ? facts.failingSince : facts.lastReading, finding.kind === "outage" ? view.time : ""],
    [facts.feed, feedText(finding, words)],
    // What is only foretold can't have held since its first message.
    [facts.since, isOver || finding.kind === "forecast" ? "" : view.since],
    [facts.lasted, isOver ? view.lasted : ""],
    [facts.worst, isOver && isReading && isOfItsPeak(finding) ? view.worst : ""],
    [facts.battery, isDoubted && !isOver ? words.lowBattery(Math.round(batteryPct ?? 0)) : ""],
    [facts.why, finding.transition === "distrusted" ? whyText(view) : ""],
  ];
  return all.filter(([, value]) => value !== "");
}

/** True if the worst measurement is of what the finding names: a question about several rooms names one of them. */
const isOfItsPeak = ({ kind, evidence, peak }: Finding): boolean =>
  kind !== "time_to_freeze" && evidence?.sensorId === peak?.sensorId;

const whyText = ({ finding, say }: FindingView): string =>
  reasonText(finding.why, REASONS[say.language], say);

function feedText({ kind, transition, evidence }: Finding, words: NoticeWords): string {
  const failure = evidence?.more?.feed_failure;
  return kind === "outage" && transition !== "closed" && typeof failure === "string"
    ? words.failing(failure)
    : "";
}

/** Asks for a number's unit, or else where a thermometer is whose name doesn't tell; null if both are known. */
function questionOf({ finding: { evidence }, where, value, say }: FindingView, words: NoticeWords) {
  if (evidence !== null && asksFor("unit", evidence)) {
    const asSent = say.quantity({ value: evidence.value, unit: null });
    return { text: words.askUnit(where, asSent), advice: words.unitAdvice };
  }
  return asksFor("place", evidence)
    ? { text: words.askPlace(where, value), advice: words.placeAdvice }
    : null;
}

export const cadenceText = ({ finding }: FindingView, { cadence }: NoticeWords): string =>
  finding.cadence === undefined ? "" : cadence[finding.cadence];

/** Adds why the reader gets the headline again. "It got worse since you acknowledged it" needs no second "worse". */
export function ledHeadline(view: FindingView, lead: keyof NoticeWords["leads"] | null, words: NoticeWords) {
  if (lead === null) return headlineOf(view, words);
  const finding = lead === "worse" ? { ...view.finding, transition: "opened" as const } : view.finding;
  return words.leads[lead](headlineOf({ ...view, finding }, words), ACK_HOURS);
}

function headlineOf(view: FindingView, words: NoticeWords): string {
  const { transition, openings, kind } = view.finding;
  const said = words.kinds[kind];
  const question = questionOf(view, words);
  if (question !== null && ASKS.includes(transition)) return question.text;
  switch (transition) {
    case "opened":
      // Alerts that were suppressed until now open here too: their reader gets them for the first time.
      return said.say("bad", view);
    case "worsened":
      return said.say("worse", view) || words.worse(said.say("bad", view));
    case "eased":
      return words.eased(said.say("still", view));
    case "reminded":
      return said.say("still", view);
    case "closed":
      return endOf(view, said, words);
    case "distrusted":
      return words.distrusted(view.where);
    case "flapping":
      return said.say("again", view) || words.flapping(view.where, openings);
    default:
      return transition satisfies never;
  }
}

function endOf(view: FindingView, said: KindWords, words: NoticeWords): string {
  const { reason, evidence } = view.finding;
  if (reason === "recovered") return said.say("over", view);
  if (reason === "misread") {
    // The evidence has the unit that we wrongly assumed.
    const [sent, taken] = evidence?.unit === "°C" ? (["°F", "°C"] as const) : (["°C", "°F"] as const);
    return words.misread(view.where, sent, taken);
  }
  if (reason === "always_so_cold") return words.alwaysSoCold(view.where);
  return (reason === "answered" && said.say("answered", view)) || words.notMonitored(view.where);
}

/** Says how long an alert lasted if it is over, otherwise since when it holds. */
export function sinceText(view: FindingView, words: NoticeWords): string {
  const { finding, lasted, sinceHour } = view;
  if (finding.transition === "closed") return lasted === "" ? "" : words.after(lasted);
  const isNews = finding.transition === "opened" && !finding.delayed;
  const isSaid = SAYS_WHEN.includes(finding.kind) || wetFrom(view) !== null;
  return isNews || sinceHour === null || isSaid ? "" : words.since(words.hourText(sinceHour));
}

export function adviceOf(view: FindingView, words: NoticeWords): string {
  const { transition, kind } = view.finding;
  if (transition === "closed") return "";
  if (transition === "distrusted") return words.distrustedAdvice;
  const { say } = words.kinds[kind];
  const isFlapping = transition === "flapping";
  if (isFlapping && say("again", view) !== "") return say("againAdvice", view);
  const advice = questionOf(view, words)?.advice ?? say("advice", view);
  return isFlapping ? words.flappingAdvice(advice) : advice;
}
