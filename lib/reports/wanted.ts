import type { ReportKind } from "../../schema/vocabulary.ts";
import { escapeHtml } from "../kernel/text.ts";
import type { ReportWords } from "../language/notice-words.ts";
import { mailFrame } from "../messages/mail/mail-layout.ts";
import { textBars } from "./bars.ts";
import type { DigestFacts } from "./gather.ts";
import { type DigestView, digestView, type Line, type SensorView } from "./view.ts";

/** Mail programs know tables, inline styles and bgcolor; pictures from `data:` and SVG they drop. */
const CELL = "padding:4px 12px 4px 0;vertical-align:top";
const HEADING = "font-size:16px;line-height:1.3;margin:24px 0 4px";
const TABLE = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"`;

const BAR_COLOUR = "#a8420d";
const PX_A_LEVEL = 3;

function bar(height: number | null): string {
  if (height === null) return `<td width="7"></td>`;
  const px = height * PX_A_LEVEL;
  const fill = `<td class="bar" bgcolor="${BAR_COLOUR}" width="6" height="${px}" style="font-size:1px;line-height:1px">&nbsp;</td>`;
  return `<td width="7" valign="bottom"><table cellpadding="0" cellspacing="0"><tr>${fill}</tr></table></td>`;
}

const picture = (bars: readonly (number | null)[]): string =>
  bars.length === 0
    ? ""
    : `${TABLE} aria-hidden="true"><tr height="24">${bars.map(bar).join("")}</tr></table>`;

const lineRow = ({ label, value }: Line): string =>
  `<tr><td style="${CELL}"><b>${escapeHtml(label)}</b></td><td style="${CELL}">${escapeHtml(value)}</td></tr>`;

function section(title: string, rows: string[]): string {
  if (rows.length === 0) return "";
  return `<h2 style="${HEADING}">${title}</h2>\n${TABLE} width="100%" style="font-size:15px">\n${rows.join("\n")}\n</table>\n`;
}

function sensorRow({ name, low, average, high, warning, bars }: SensorView, { labels }: ReportWords): string {
  const range =
    low === "" ? average : `${labels.low} ${low} · ${labels.average} ${average} · ${labels.high} ${high}`;
  const alarm = warning === "" ? "" : `<br><b>${escapeHtml(warning)}</b>`;
  const words = `<b>${escapeHtml(name)}</b><br>${escapeHtml(range)}${alarm}`;
  return `<tr><td style="${CELL}">${words}</td><td width="100" style="${CELL}">${picture(bars)}</td></tr>`;
}

const leftOutRow = (count: number, { leftOut }: ReportWords): string[] =>
  count === 0 ? [] : [`<tr><td style="${CELL}" colspan="2">${escapeHtml(leftOut(count))}</td></tr>`];

const link = (href: string, words: string): string =>
  `<a class="dim" href="${escapeHtml(href)}">${words}</a>`;

function renderHtml(view: DigestView): string {
  const { words } = view;
  const { labels } = words;
  const body = [
    `<h1 style="margin:0 0 8px;font-size:18px;line-height:1.4">${escapeHtml(view.summary)}</h1>`,
    `<p class="dim" style="margin:0">${escapeHtml(view.home)}, ${escapeHtml(view.dates)}</p>`,
    section(labels.glance, view.glance.map(lineRow)),
    section(labels.alerts, view.alerts.map(lineRow)),
    section(labels.outages, view.outages.map(lineRow)),
    section(labels.sensors, [
      ...view.sensors.map((sensor) => sensorRow(sensor, words)),
      ...leftOutRow(view.sensorsLeftOut, words),
    ]),
    `<p class="dim" style="margin:24px 0 0;font-size:13px">${link(view.links.dashboard, words.dashboard)} · ${link(view.links.unsubscribe, words.unsubscribe)}</p>`,
  ];
  return mailFrame(
    { title: view.subject, language: view.language },
    body.filter(Boolean),
    view.sensors.some(({ warning }) => warning !== "") ? "warning" : "none",
  );
}

/** A name with a line break in it would look like lines of ours. */
const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

const lineText = ({ label, value }: Line): string => `- ${oneLine(label)}: ${oneLine(value)}`;

const renderTextSection = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ["", title, ...lines];

function sensorLine(
  { name, low, average, high, warning, bars }: SensorView,
  { labels }: ReportWords,
): string {
  const range =
    low === "" ? average : `${labels.low} ${low}, ${labels.average} ${average}, ${labels.high} ${high}`;
  const told = [range, warning].filter(Boolean).join(", ");
  const picture = bars.length === 0 ? "" : `  ${textBars(bars)}`;
  return `${lineText({ label: name, value: told })}${picture}`;
}

function renderText(view: DigestView): string {
  const { words } = view;
  const { labels } = words;
  const leftOut = view.sensorsLeftOut === 0 ? [] : [`- ${words.leftOut(view.sensorsLeftOut)}`];
  return [
    oneLine(view.summary),
    "",
    `${oneLine(view.home)}, ${view.dates}`,
    ...renderTextSection(labels.glance, view.glance.map(lineText)),
    ...renderTextSection(labels.alerts, view.alerts.map(lineText)),
    ...renderTextSection(labels.outages, view.outages.map(lineText)),
    ...renderTextSection(labels.sensors, [
      ...view.sensors.map((sensor) => sensorLine(sensor, words)),
      ...leftOut,
    ]),
    "",
    `${words.dashboard}: ${view.links.dashboard}`,
    `${words.unsubscribe}: ${view.links.unsubscribe}`,
    "",
  ].join("\n");
}

/** Names the choice of a member in `memberships.notifications`, and what holds without one. */
const CHOICES = {
  weekly: { name: "weeklyDigest", isWanted: true },
  monthly: { name: "monthlyReport", isWanted: false },
  quarterly: { name: "quarterlyReport", isWanted: false },
} as const satisfies Record<ReportKind, { name: string; isWanted: boolean }>;

export type ReportChoices = { [K in ReportKind as (typeof CHOICES)[K]["name"]]?: boolean };

export const wantsReport = (kind: ReportKind, choices: ReportChoices): boolean =>
  choices[CHOICES[kind].name] ?? CHOICES[kind].isWanted;

/** What is laid over a member's choices when they have had enough of one kind. */
export const withoutReport = (kind: ReportKind): ReportChoices => ({ [CHOICES[kind].name]: false });

/** A mail ready to be sent; `headers` let the mail program unsubscribe with one click. */
type Digest = { subject: string; text: string; html: string; headers: Record<string, string> };

/**
 * The weekly, monthly or quarterly report of a home, in its zone and units. The text begins with the summary.
 * @throws TypeError for a link that is no absolute address.
 */
export function writeDigest(facts: DigestFacts): Digest {
  const view = digestView({
    ...facts,
    links: { dashboard: address(facts.links.dashboard), unsubscribe: address(facts.links.unsubscribe) },
  });
  return {
    subject: view.subject,
    text: renderText(view),
    html: renderHtml(view),
    // RFC 8058, section 3.1.
    headers: {
      "List-Unsubscribe": `<${view.links.unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

/** The URL as a browser writes it: nothing is left that could end a header or an attribute. */
function address(link: string): string {
  const { href, protocol } = new URL(link);
  if (protocol !== "https:" && protocol !== "http:") throw new TypeError(`Not a web address: ${protocol}`);
  return href;
}
