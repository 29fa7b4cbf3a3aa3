import { escapeHtml } from "../kernel/text.ts";
import { mailFrame } from "../outbox/mail/mail-layout.ts";
import { textBars } from "./bars.ts";
import type { DigestFacts } from "./gather.ts";
import { type DigestView, digestView, type Row } from "./view.ts";

/** Mail programs know tables, inline styles and bgcolor; pictures from `data:` and SVG they drop. */
const CELL = "padding:4px 12px 4px 0;vertical-align:top";
const HEADING = "font-size:16px;line-height:1.3;margin:24px 0 4px";
const TABLE = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"`;

const BAR_COLOUR = "#a8420d";
const PX_A_LEVEL = 3;

/** The weekly, monthly or quarterly report of a home, in its zone and units. The text begins with the summary. */
export function writeDigest(facts: DigestFacts): { subject: string; text: string; html: string } {
  const view = digestView(facts);
  return { subject: view.subject, text: textOf(view), html: htmlOf(view) };
}

/** A name with a line break in it would look like lines of ours. */
const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

function textRow({ label, value, alarm = "", bars = [] }: Row): string {
  const words = [value, alarm].filter(Boolean).join(", ");
  return `- ${oneLine(label)}: ${oneLine(words)}${bars.length === 0 ? "" : `  ${textBars(bars)}`}`;
}

const textOf = ({ summary, home, dates, sections, links, words }: DigestView): string =>
  [
    oneLine(summary),
    "",
    `${oneLine(home)}, ${dates}`,
    ...sections.flatMap(({ title, rows }) => ["", title, ...rows.map(textRow)]),
    "",
    `${words.dashboard}: ${links.dashboard}`,
    `${words.unsubscribe}: ${links.unsubscribe}`,
    "",
  ].join("\n");

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

function htmlRow({ label, value, alarm = "", bars }: Row): string {
  const [name, words] = [`<b>${escapeHtml(label)}</b>`, escapeHtml(value)];
  if (bars === undefined) return `<tr><td style="${CELL}">${name}</td><td style="${CELL}">${words}</td></tr>`;
  const alert = alarm === "" ? "" : `<br><b>${escapeHtml(alarm)}</b>`;
  return `<tr><td style="${CELL}">${name}<br>${words}${alert}</td><td width="100" style="${CELL}">${picture(bars)}</td></tr>`;
}

const link = (href: string, words: string): string =>
  `<a class="dim" href="${escapeHtml(href)}">${words}</a>`;

function htmlOf({ subject, summary, home, dates, sections, links, words, language }: DigestView): string {
  const isAlarming = sections.some(({ rows }) => rows.some(({ alarm = "" }) => alarm !== ""));
  const body = [
    `<h1 style="margin:0 0 8px;font-size:18px;line-height:1.4">${escapeHtml(summary)}</h1>`,
    `<p class="dim" style="margin:0">${escapeHtml(home)}, ${escapeHtml(dates)}</p>`,
    ...sections.map(
      ({ title, rows }) =>
        `<h2 style="${HEADING}">${title}</h2>\n${TABLE} width="100%" style="font-size:15px">\n${rows.map(htmlRow).join("\n")}\n</table>\n`,
    ),
    `<p class="dim" style="margin:24px 0 0;font-size:13px">${link(links.dashboard, words.dashboard)} · ${link(links.unsubscribe, words.unsubscribe)}</p>`,
  ];
  return mailFrame({ title: subject, language }, body, isAlarming ? "warning" : "none");
}
