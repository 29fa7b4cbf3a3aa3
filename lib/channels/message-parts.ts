import type { AckPath, Channel } from "../../schema/vocabulary.ts";
import type { AlertsChangedEvent } from "../../schema/wire/events.ts";
import { fnv1a, wholeCharacters } from "../kernel/text.ts";
import type { MessageContent, Notice, Urgency } from "./content.ts";
import { breaksThrough } from "./quiet-hours.ts";

/** Begins a message in an app that has no other way to tell them apart. */
export const SIGNS: Readonly<Record<Urgency, string>> = { critical: "🚨 ", warning: "⚠️ ", news: "" };

const SETTLES: readonly string[] = ["closed", "eased"];

function urgencyOf({ data }: AlertsChangedEvent): Urgency {
  const loud = data.alerts.filter(({ transition }) => !SETTLES.includes(transition));
  if (loud.some(({ kind, severity }) => breaksThrough(kind, severity))) return "critical";
  return loud.length > 0 ? "warning" : "news";
}

/** What an app or a telephone shows of a notice: as loud as it is, and in the place of an earlier one. */
export const shortForm = ({ pushBody, event, ...notice }: Notice): MessageContent => ({
  subject: notice.subject,
  text: pushBody,
  url: notice.url,
  linkLabel: notice.linkLabel,
  language: notice.language,
  mayAcknowledge: notice.mayAcknowledge,
  isFirst: notice.isFirst,
  urgency: urgencyOf(event),
  tag: tagOf(event),
});

const HEX = 16;

/** The alert, or the set of them: what is about one of several takes no place of what named them all. */
function tagOf({ data }: AlertsChangedEvent): string {
  const ids = data.alerts.map(({ id }) => id).toSorted();
  const [first = "", ...others] = ids;
  return others.length === 0 ? first : `${ids.length}-${fnv1a(ids.join(" ")).toString(HEX)}`;
}

/** True if it only says that alerts are over or milder: then it makes no sound. */
export const isSettling = ({ urgency = "news", tag }: MessageContent): boolean =>
  urgency === "news" && tag !== undefined;

const LINK = /^(https?:\/\/.+)\/a\/([0-9A-Za-z]{22})$/;

/** Where providers call: `token` is a message's link, a message's id, or a word for what comes unasked. */
export const receiptUrl = (baseUrl: string, channel: Channel, token: string): string =>
  `${baseUrl}/api/channels/${channel}/${token}`;

/** Where a button of the channel acknowledges what the message's link is about; null where the link is no such one. */
export function answerUrl(channel: AckPath & Channel, link: string | undefined): string | null {
  const [, baseUrl, token] = LINK.exec(link ?? "") ?? [];
  return baseUrl === undefined || token === undefined ? null : receiptUrl(baseUrl, channel, token);
}

/** Cuts to that many UTF-16 units, which is how providers count, and leaves no part of a character at the end. */
export const cutText = (text: string, unitsMax: number): string =>
  text.length <= unitsMax ? text : text.slice(0, wholeCharacters(text, unitsMax));

/** The same, with a sign that something was left out. */
export const cutWithEllipsis = (text: string, unitsMax: number): string =>
  text.length <= unitsMax ? text : `${cutText(text, unitsMax - 1)}…`;

/** As much of a text as fits once it is escaped: an escape is never cut in two. */
export function escapedWithin(text: string, unitsMax: number, written: (text: string) => string): string {
  let escaped = written(text);
  for (let kept = text.length; escaped.length > unitsMax && kept > 1; ) {
    kept = Math.floor((kept * unitsMax) / (escaped.length + 1));
    escaped = written(cutWithEllipsis(text, Math.max(kept, 1)));
  }
  return escaped;
}

/** A link behind the words for what it opens; nothing where there is none. */
export const labelled = ({ url, linkLabel }: { url?: string; linkLabel?: string }): string | undefined =>
  url === undefined || linkLabel === undefined ? url : `${linkLabel}: ${url}`;

/** A text and, where there is one, its link on a line of its own, which is never cut. */
export const withLink = (text: string, url: string | undefined, unitsMax = Number.MAX_SAFE_INTEGER) =>
  url === undefined
    ? cutWithEllipsis(text, unitsMax)
    : `${cutWithEllipsis(text, unitsMax - url.length - 1)}\n${url}`;
