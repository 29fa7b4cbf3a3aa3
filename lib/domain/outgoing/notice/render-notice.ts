import type { Finding } from "../../alerts/finding.ts";
import type { WebhookEvent } from "../message.ts";
import { alertEvent } from "./alert-event.ts";
import { KIND_WORDS } from "./kind-words.ts";
import { type NoticeInput, type NoticeView, viewOf } from "./notice-view.ts";
import { cut, escapeHtml, oneLine } from "./plain-text.ts";
import { smsText } from "./sms.ts";

export type Notice = {
  /** One line: safe as a mail header. */
  subject: string;
  text: string;
  html: string;
  /** With the link; one message of 160 GSM characters where the names' letters allow. */
  sms: string;
  pushTitle: string;
  pushBody: string;
  /** For a program. */
  event: WebhookEvent;
};

const SUBJECT_CHARACTERS_MAX = 150;
const PUSH_TITLE_CHARACTERS_MAX = 80;
const PUSH_BODY_CHARACTERS_MAX = 240;

/** What is said about a finding: what, where, how bad, since when, what to do, and where to look. */
export function renderNotice(input: NoticeInput): Notice {
  const view = viewOf(input);
  const headline = oneLine(headlineOf(view), SUBJECT_CHARACTERS_MAX);
  const facts = factsOf(view);
  const advice = adviceOf(view);
  const links = linksOf(input);
  const lines = facts.map(lineOf);
  return {
    subject: headline,
    text: textOf({ headline, facts, advice, notes: input.notes, links }),
    html: htmlOf({ headline, facts, advice, notes: input.notes, links }),
    sms: smsText(`${headline}${sinceText(view)}.`, input.url),
    pushTitle: cut(headline, PUSH_TITLE_CHARACTERS_MAX),
    pushBody: cut([...lines.slice(1), advice].filter(Boolean).join(". "), PUSH_BODY_CHARACTERS_MAX),
    event: alertEvent(input, headline),
  };
}

function headlineOf(view: NoticeView): string {
  const words = KIND_WORDS[view.finding.kind];
  const { transition, delayed, reason } = view.finding;
  switch (transition) {
    case "opened":
      return delayed ? words.still(view) : words.bad(view);
    case "worsened":
      return `Worse: ${words.bad(view)}`;
    case "eased":
      return `A little better: ${words.still(view)}`;
    case "reminded":
      return words.still(view);
    case "closed":
      return reason === "recovered" ? words.over(view) : `No longer watched: ${view.where}`;
    case "distrusted":
      return `Check the sensor: ${view.where}`;
    case "flapping":
      return `On and off: ${view.where}, ${view.finding.openings} alerts within an hour`;
    default:
      return transition satisfies never;
  }
}

/** A recovery says how long it lasted, anything else since when it is so. */
function sinceText({ finding, lasted, since }: NoticeView): string {
  if (finding.transition === "closed") return lasted === "" ? "" : ` after ${lasted}`;
  const isNews = finding.transition === "opened" && !finding.delayed;
  return isNews || since === "" || finding.kind === "outage" ? "" : ` since ${since}`;
}

type Fact = readonly [name: string, value: string];

function factsOf(view: NoticeView): Fact[] {
  const { finding } = view;
  const isOver = finding.transition === "closed";
  const isNeverHeard = finding.evidence?.more?.never_heard === 1;
  const hasNumber = finding.evidence !== null && finding.evidence.unit !== null;
  const all: Fact[] = [
    ["Where", view.where],
    ["Severity", isOver ? "" : finding.severity],
    [
      "Reading",
      hasNumber && finding.kind !== "outage" && finding.kind !== "sensor_fault"
        ? `${view.value}, ${view.time}`
        : "",
    ],
    [isNeverHeard ? "Failing since" : "Last heard", finding.kind === "outage" ? view.time : ""],
    ["Feed", feedText(finding)],
    ["Alert when", hasNumber ? view.limit : ""],
    ["Since", view.since],
    ["Lasted", isOver ? view.lasted : ""],
    ["Worst", isOver && hasNumber && finding.kind !== "outage" ? view.worst : ""],
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
    return "Look at its cable and battery. An open alert stays open until it is believable again.";
  const advice = KIND_WORDS[kind].advice(view);
  return transition === "flapping" ? `${advice} Further ones are held back until it calms down.` : advice;
}

function linksOf({ finding, url, mayAcknowledge }: NoticeInput): Fact[] {
  const isOver = finding.transition === "closed";
  const links: Fact[] = [[mayAcknowledge && !isOver ? "Details and I am on it" : "Details", url]];
  return links.filter(([, href]) => /^https?:\/\//.test(href));
}

type Page = { headline: string; facts: Fact[]; advice: string; notes: readonly string[]; links: Fact[] };

const lineOf = ([name, value]: Fact): string => `${name}: ${value}`;

function textOf({ headline, facts, advice, notes, links }: Page): string {
  const paragraphs = [headline, facts.map(lineOf).join("\n"), advice, ...notes, links.map(lineOf).join("\n")];
  return `${paragraphs.filter(Boolean).join("\n\n")}\n`;
}

function htmlOf({ headline, facts, advice, notes, links }: Page): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th align="left" style="padding:2px 16px 2px 0">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const paragraphs = [advice, ...notes].filter(Boolean).map((text) => `<p>${escapeHtml(text)}</p>`);
  const anchors = links.map(([name, url]) => `<p><a href="${escapeHtml(url)}">${escapeHtml(name)}</a></p>`);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(headline)}</title></head>`,
    '<body style="font-family:system-ui,sans-serif;max-width:36em">',
    `<h1 style="font-size:1.25em">${escapeHtml(headline)}</h1>`,
    `<table>${rows.join("")}</table>`,
    ...paragraphs,
    ...anchors,
    "</body></html>",
  ].join("\n");
}
