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

type Calendar = { name: string; events: readonly CalendarEvent[] };

const PRODUCT = "-//Hearthwatch//Hearthwatch//EN";

/** How often a program is asked to look again (RFC 7986); most look when they like. */
const REFRESH = "PT1H";

/** RFC 5545, 3.1: octets of a line, its end not counted. */
const LINE_OCTETS_MAX = 75;
const LINE_END = "\r\n";

/** Writes a calendar as RFC 5545 has it: times in UTC, texts escaped, long lines folded. */
export const calendarText = ({ name, events }: Calendar): string =>
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

const eventLines = ({
  uid,
  summary,
  description,
  category,
  when,
  changedAt,
  url,
}: CalendarEvent): string[] => [
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
