import { escapeXml } from "../kernel/text.ts";

/** White text on each of these colors has a contrast of at least 4.5, so it is readable on light and dark pages. */
const GROUNDS: Record<Tone, string> = {
  well: "#1e6b3a",
  warning: "#8a5300",
  critical: "#b3261e",
  unknown: "#5a5f6b",
};
const LABEL_GROUND = "#33373d";
const HEIGHT = 20;
const PADDING = 6;
const BASELINE = 14;

/** Pixels of narrow and wide characters, of those as wide as high (CJK scripts and pictographs), and of all others. */
const PIXELS: readonly (readonly [RegExp, number])[] = [
  [/[ !'(),.:;I[\]ijl|\u00a0]/, 4],
  [/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60\p{Extended_Pictographic}]/u, 12],
  [/[@MWmw%°–—]/, 10],
  [/./su, 7],
];

const PRODUCT = "-//Hearthwatch//Hearthwatch//EN";

/** How often a calendar program should refresh (RFC 7986). Most programs ignore it. */
const REFRESH = "PT1H";

/** The most octets in a line, without its end (RFC 5545, 3.1). */
const LINE_OCTETS_MAX = 75;
const LINE_END = "\r\n";

/** The state of the home, which a badge shows as a color beside the words. */
export type Tone = "well" | "warning" | "critical" | "unknown";

export type Badge = { label: string; message: string; tone: Tone };

/** Estimates a text's width in pixels at font size 11. `textLength` in the SVG then enforces this width. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (PIXELS.find(([of]) => of.test(character))?.[1] ?? 0), 0);

/** Draws a badge of one line as SVG, without scripts, styles or external resources. */
export function badgeSvg({ label, message, tone }: Badge): string {
  const [left, right] = [widthOf(label) + 2 * PADDING, widthOf(message) + 2 * PADDING];
  const width = left + right;
  const text = (words: string, x: number, length: number) =>
    `<text x="${x}" y="${BASELINE}" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeXml(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${escapeXml(`${label}: ${message}`)}">`,
    `<title>${escapeXml(`${label}: ${message}`)}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="${HEIGHT}" fill="${LABEL_GROUND}"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${GROUNDS[tone]}"/></g>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    text(label, PADDING, left - 2 * PADDING),
    text(message, left + PADDING, right - 2 * PADDING),
    "</g></svg>",
  ].join("");
}

/** A calendar event. `end` is exclusive. `day` is a date without time and zone. */
export type CalendarEvent = {
  /** Identifies the event: the same at every fetch, and different for every other event. */
  uid: string;
  summary: string;
  description: string;
  category: string;
  when: { start: Date; end: Date } | { day: string };
  /** The last change of the event's content. */
  changedAt: Date;
  url: string;
};

/** Writes a calendar in iCalendar format (RFC 5545), with times in UTC. */
export const calendarText = ({ name, events }: { name: string; events: readonly CalendarEvent[] }): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:${PRODUCT}`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${textValue(name)}`,
    `X-WR-CALNAME:${textValue(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...events.flatMap(eventLines),
    "END:VCALENDAR",
    "",
  ]
    .map(folded)
    .join(LINE_END);

const eventLines = ({ uid, summary, description, category, when, changedAt, url }: CalendarEvent) => [
  "BEGIN:VEVENT",
  `UID:${textValue(uid)}`,
  // With METHOD:PUBLISH there is no organizer, so DTSTAMP is the last change too.
  `DTSTAMP:${utc(changedAt)}`,
  `LAST-MODIFIED:${utc(changedAt)}`,
  ...("day" in when
    ? [`DTSTART;VALUE=DATE:${when.day.replaceAll("-", "")}`]
    : [`DTSTART:${utc(when.start)}`, `DTEND:${utc(when.end)}`]),
  `SUMMARY:${textValue(summary)}`,
  `DESCRIPTION:${textValue(description)}`,
  `CATEGORIES:${textValue(category)}`,
  `URL:${url}`,
  // The event only reports what happened, so it marks nobody as busy.
  "TRANSP:TRANSPARENT",
  "END:VEVENT",
];

/** `20261122T163000Z` */
const utc = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** Escapes a text value (RFC 5545, 3.3.11). Line breaks become `\n`, other control characters a space. */
const textValue = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[\p{Cc}\u2028\u2029]/gu, (character) => (character === "\n" ? character : " "))
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll("\n", "\\n");

/** Folds a long line: each further line begins with a space. Never splits a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > LINE_OCTETS_MAX) {
      parts.push(part);
      part = " ";
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join(LINE_END);
}
