import { escapeHtml } from "../../reports/escape-html.ts";

/** A small picture of a day: one bar an hour, oldest first, null for an hour of which nothing is known. */
export type DayBars = { values: readonly (number | null)[]; caption: string };

/** A mail's picture: what it says in words, and how it is drawn in the mail's colour. */
export const pictureOfDay = (bars: DayBars) => ({
  caption: bars.caption,
  htmlIn: (colour: string): string => barsTable(bars, colour),
});

const HEIGHT = 48;
const HEIGHT_MIN = 4;
const WIDTH = 14;

/**
 * Bars as table cells: a picture that no client blocks or has to fetch, that Outlook draws, and that stands
 * out from a light and from a dark ground. The caption says the same in words.
 */
function barsTable({ values, caption }: DayBars, colour: string): string {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const bars = values.map((value) => bar(value === null ? null : heightOf(value, low, high), colour));
  return [
    `<table role="img" aria-label="${escapeHtml(caption)}" cellpadding="0" cellspacing="0" border="0" style="margin-top:12px"><tr>`,
    `${bars.join("")}</tr></table>`,
    `<p class="dim" style="margin:4px 0 0;font-size:13px">${escapeHtml(caption)}</p>`,
  ].join("");
}

/** A day without a change is a line half-way up. */
function heightOf(value: number, low: number, high: number): number {
  const share = high === low ? 0.5 : (value - low) / (high - low);
  return Math.round(HEIGHT_MIN + share * (HEIGHT - HEIGHT_MIN));
}

/** A table of its own in each cell: without one Outlook gives all cells the height of the highest. */
const bar = (height: number | null, colour: string): string =>
  `<td valign="bottom" width="${WIDTH}" height="${HEIGHT}" style="padding:0 2px 0 0">${height === null ? "" : filled(height, colour)}</td>`;

const filled = (height: number, colour: string): string =>
  `<table cellpadding="0" cellspacing="0" border="0" width="100%"><tr><td class="bar" bgcolor="${colour}" height="${height}" style="height:${height}px;font-size:0;line-height:0">&nbsp;</td></tr></table>`;
