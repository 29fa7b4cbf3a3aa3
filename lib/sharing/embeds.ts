import { escapeXml } from "../kernel/text.ts";

/** White text on each of them has a contrast of 4.5 at least, so it reads on light and dark pages alike. */
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
const NARROW = /[ !'(),.:;I[\]ijl|\u00a0]/;
const WIDE = /[@MWmw%°–—]/;

/** Scripts whose characters fill a square, and pictures. */
const SQUARE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60\p{Extended_Pictographic}]/u;
const PIXELS = { narrow: 4, wide: 10, square: 12, usual: 7 } as const;

const PRODUCT = "-//Hearthwatch//Hearthwatch//EN";

/** How often a program should refresh (RFC 7986); most do when they like. */
const REFRESH = "PT1H";

/** RFC 5545, 3.1: octets of a line, its end not counted. */
const LINE_OCTETS_MAX = 75;
const LINE_END = "\r\n";

/** How it is, as a colour beside the words. */
export type Tone = "well" | "warning" | "critical" | "unknown";

export type Badge = { label: string; message: string; tone: Tone };

/** About how many pixels a text takes at 11 pixels; the drawing tells the browser to make it exactly so. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => {
    const kind = NARROW.test(character)
      ? "narrow"
      : SQUARE.test(character)
        ? "square"
        : WIDE.test(character)
          ? "wide"
          : "usual";
    return sum + PIXELS[kind];
  }, 0);

/** A picture of one line, without script, style or anything that is fetched. */
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

/** One event of a calendar. `end` is exclusive; a day is written without a time, in no zone. */
export type CalendarEvent = {
  /** The same for the same thing at every fetch, and for nothing else. */
  uid: string;
  summary: string;
  description: string;
  category: string;
  when: { start: Date; end: Date } | { day: string };
  /** When what it says last changed. */
  changedAt: Date;
  url: string;
};

/** Writes a calendar as RFC 5545 has it: times in UTC, texts escaped, long lines folded. */
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
  // Without a person who sends it, the stamp is of the last change.
  `DTSTAMP:${utc(changedAt)}`,
  `LAST-MODIFIED:${utc(changedAt)}`,
  ...("day" in when
    ? [`DTSTART;VALUE=DATE:${when.day.replaceAll("-", "")}`]
    : [`DTSTART:${utc(when.start)}`, `DTEND:${utc(when.end)}`]),
  `SUMMARY:${textValue(summary)}`,
  `DESCRIPTION:${textValue(description)}`,
  `CATEGORIES:${textValue(category)}`,
  `URL:${url}`,
  // It says what happened; nobody is busy with it.
  "TRANSP:TRANSPARENT",
  "END:VEVENT",
];

/** `20261122T163000Z` */
const utc = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** RFC 5545, 3.3.11: no control character but the line break, which is written as `\n`. */
const textValue = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[\p{Cc}\u2028\u2029]/gu, (character) => (character === "\n" ? character : " "))
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll("\n", "\\n");

/** Long lines go on in the next one after a blank; no character is cut in two. */
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
