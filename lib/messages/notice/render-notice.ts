import type { AlertKind } from "../../../schema/vocabulary.ts";
import { asksForUnit } from "../../alerts/assumed-unit.ts";
import type { Finding, Transition } from "../../alerts/finding.ts";
import { neighboursText } from "../../reports/city/city.ts";
import { type MailButton, type MailFact, type MailSeverity, mailOf } from "../mail/mail-layout.ts";
import { type AlertsEvent, alertEvent } from "./alert-event.ts";
import { KIND_WORDS, type KindWords } from "./kind-words.ts";
import { type NoticeInput, type NoticeView, pictureOf, valueText, viewOf } from "./notice-view.ts";
import { cut, oneLine } from "./plain-text.ts";
import { smsText } from "./sms.ts";

const SUBJECT_CHARACTERS_MAX = 150;
const PUSH_TITLE_CHARACTERS_MAX = 80;
const PUSH_BODY_CHARACTERS_MAX = 240;

/** Asks what nobody has said, of the number as it was sent; null where the unit is known. */
export function unitQuestion({ finding, where }: NoticeView): string | null {
  const { evidence } = finding;
  if (evidence === null || !asksForUnit(evidence)) return null;
  const number = valueText({ value: evidence.value, unit: null }, "°F");
  return `Is ${where} at ${number} °F or ${number} °C?`;
}

export const UNIT_ADVICE =
  "The sensor doesn't say. Choose the unit on the alert's page: until then it can't raise a critical alert.";

export type Notice = {
  /** One line: safe as a mail header. */
  subject: string;
  text: string;
  html: string;
  /** Text with the link; one message of 160 GSM characters where the names' letters allow. */
  sms: string;
  pushTitle: string;
  pushBody: string;
  /** The one link. */
  url: string;
  mayAcknowledge: boolean;
  /** For a program. */
  event: AlertsEvent;
};

/** What is said about a finding: home and place, what happens, by when, one thing to do, and one link. */
export function renderNotice(input: NoticeInput): Notice {
  const view = viewOf(input);
  const headline = oneLine(headlineOf(view), SUBJECT_CHARACTERS_MAX);
  const advice = adviceOf(view);
  const sentence = `${headline.replace(" is at ", " ")}${sinceText(view)}`;
  const picture = pictureOf(input.lastDay ?? null, view.temperatureUnit, input.finding.evidence);
  const mail = mailOf({
    home: view.home,
    title: headline,
    severity: colourOf(input),
    paragraphs: [advice, aroundText(input), cadenceText(view), ...input.notes].filter(Boolean),
    facts: factsOf(view),
    ...(picture === undefined ? {} : { picture }),
    button: buttonOf(input),
  });
  return {
    subject: headline,
    ...mail,
    sms: smsText([sentence, view.home, firstSentence(advice)], input.url),
    pushTitle: cut(headline, PUSH_TITLE_CHARACTERS_MAX),
    pushBody: cut([view.home, advice].filter(Boolean).join(": "), PUSH_BODY_CHARACTERS_MAX),
    url: input.url,
    mayAcknowledge: input.mayAcknowledge,
    event: alertEvent(input, headline),
  };
}

/** Its end needs no explanation. */
const aroundText = ({ finding, neighbours = null }: NoticeInput): string =>
  neighbours === null || finding.transition === "closed" ? "" : neighboursText(neighbours);

const firstSentence = (text: string): string => /^.*?[.?!](?=\s|$)/.exec(text)?.[0] ?? text;

const colourOf = ({ finding }: NoticeInput): MailSeverity =>
  finding.transition === "closed" ? "over" : finding.severity;

/** What becomes of the reminders, where that changes with this one. */
function cadenceText({ finding }: NoticeView): string {
  if (finding.cadence === "daily") return "You'll get one reminder a day from now on.";
  return finding.cadence === "digest" ? "From now on it's only in the weekly report." : "";
}

/** While nobody has said the unit, the question is all that can be said. */
const ASKS: readonly Transition[] = ["opened", "worsened", "eased", "reminded"];

function headlineOf(view: NoticeView): string {
  const words = KIND_WORDS[view.finding.kind];
  const { transition } = view.finding;
  const question = unitQuestion(view);
  if (question !== null && ASKS.includes(transition)) return question;
  switch (transition) {
    case "opened":
      // This includes one that was held back until now: its reader hears of it for the first time.
      return words.bad(view);
    case "worsened":
      return words.worse?.(view) ?? `Worse: ${words.bad(view)}`;
    case "eased":
      return `A little better: ${words.still(view)}`;
    case "reminded":
      return words.still(view);
    case "closed":
      return endOf(view, words);
    case "distrusted":
      return `Check the sensor: ${view.where}`;
    case "flapping":
      return `On and off: ${view.where}, ${view.finding.openings} alerts within an hour`;
    default:
      return transition satisfies never;
  }
}

function endOf(view: NoticeView, words: KindWords): string {
  const { reason } = view.finding;
  if (reason === "recovered") return words.over(view);
  if (reason === "misread") return misreadText(view);
  const answered = reason === "answered" ? words.answered?.(view) : undefined;
  return answered ?? `No longer monitored: ${view.where}`;
}

/** What it was taken for is in the evidence. */
function misreadText({ finding, where }: NoticeView): string {
  const [sent, taken] = finding.evidence?.unit === "°C" ? ["°F", "°C"] : ["°C", "°F"];
  return `Unit corrected: ${where} sends ${sent}, not ${taken}`;
}

/** A recovery says how long it lasted, anything else since when it is so. */
function sinceText({ finding, lasted, sinceClock: since }: NoticeView): string {
  if (finding.transition === "closed") return lasted === "" ? "" : `, after ${lasted}`;
  const isNews = finding.transition === "opened" && !finding.delayed;
  return isNews || since === "" || finding.kind === "outage" ? "" : `, since ${since}`;
}

/** Their number is no reading of the sensor. */
const READS_NOTHING: readonly AlertKind[] = ["outage", "forecast", "sensor_fault"];

function factsOf(view: NoticeView): MailFact[] {
  const { finding } = view;
  const isOver = finding.transition === "closed";
  const isNeverHeard = finding.evidence?.more?.never_heard === 1;
  const hasNumber = finding.evidence !== null && finding.evidence.unit !== null;
  const isReading = hasNumber && !READS_NOTHING.includes(finding.kind);
  const all: MailFact[] = [
    ["Where", view.where],
    ["Reading", isReading && finding.kind !== "time_to_freeze" ? `${view.value}, ${view.time}` : ""],
    [isNeverHeard ? "Failing since" : "Last reading", finding.kind === "outage" ? view.time : ""],
    ["Feed", feedText(finding)],
    ["Since", isOver ? "" : view.since],
    ["Lasted", isOver ? view.lasted : ""],
    ["Worst", isOver && isReading && finding.kind !== "time_to_freeze" ? view.worst : ""],
    ["Why", oneLine(finding.transition === "distrusted" ? finding.why : "", PUSH_BODY_CHARACTERS_MAX)],
  ];
  return all.filter(([, value]) => value !== "");
}

/** What an outage knows of the feed that it is about: the word that the list of feeds has, too. */
function feedText({ kind, transition, evidence }: Finding): string {
  const failure = evidence?.more?.feed_failure;
  return kind === "outage" && transition !== "closed" && typeof failure === "string"
    ? `failing: ${failure}`
    : "";
}

function adviceOf(view: NoticeView): string {
  const { transition, kind } = view.finding;
  if (transition === "closed") return "";
  if (transition === "distrusted")
    return "Check its cable and battery. Open alerts stay open until its readings look right again.";
  const again = transition === "flapping" ? KIND_WORDS[kind].again?.(view) : null;
  if (again != null) return again.advice;
  const advice = unitQuestion(view) === null ? KIND_WORDS[kind].advice(view) : UNIT_ADVICE;
  return transition === "flapping" ? `${advice} Further ones are held back until it calms down.` : advice;
}

function buttonOf({ finding, url, mayAcknowledge }: NoticeInput): MailButton {
  const isOver = finding.transition === "closed";
  return { label: mayAcknowledge && !isOver ? "I'm on it" : "See what happened", url };
}
