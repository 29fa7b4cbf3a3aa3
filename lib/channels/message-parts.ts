import type { AckPath, Channel } from "../../schema/vocabulary.ts";
import type { AlertsChangedEvent } from "../../schema/wire/events.ts";
import { fnv1a, wholeCharacters } from "../kernel/text.ts";
import type { MessageContent, Notice, Urgency } from "./content.ts";
import { breaksThrough } from "./quiet-hours.ts";

/** Signs that start a message in apps without another way to show its urgency. */
export const SIGNS: Readonly<Record<Urgency, string>> = { critical: "🚨 ", warning: "⚠️ ", news: "" };

const SETTLES: readonly string[] = ["closed", "eased"];

function urgencyOf({ data }: AlertsChangedEvent): Urgency {
  const loud = data.alerts.filter(({ transition }) => !SETTLES.includes(transition));
  if (loud.some(({ kind, severity }) => breaksThrough(kind, severity))) return "critical";
  return loud.length > 0 ? "warning" : "news";
}

/** Writes the short form of a notice, for apps and phones. */
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

/** Returns a tag for exactly this set of alerts, so that a message about one of them doesn't replace one about all. */
function tagOf({ data }: AlertsChangedEvent): string {
  const ids = data.alerts.map(({ id }) => id).toSorted();
  const [first = "", ...others] = ids;
  return others.length === 0 ? first : `${ids.length}-${fnv1a(ids.join(" ")).toString(HEX)}`;
}

/** True if the message only says that alerts are over or milder: then it makes no sound. */
export const isSettling = ({ urgency = "news", tag }: MessageContent): boolean =>
  urgency === "news" && tag !== undefined;

const LINK = /^(https?:\/\/.+)\/a\/([0-9A-Za-z]{22})$/;

/** The URL that a provider calls. `token`: a link's token, a message's id, or a fixed word for incoming messages. */
export const receiptUrl = (baseUrl: string, channel: Channel, token: string): string =>
  `${baseUrl}/api/channels/${channel}/${token}`;

/** Returns the URL by which a channel's button acknowledges a link's alerts, or null if it is no link to alerts. */
export function answerUrl(channel: AckPath & Channel, link: string | undefined): string | null {
  const [, baseUrl, token] = LINK.exec(link ?? "") ?? [];
  return baseUrl === undefined || token === undefined ? null : receiptUrl(baseUrl, channel, token);
}

/** Cuts a text to a number of UTF-16 units, as providers count, without splitting a character. */
export const cutText = (text: string, unitsMax: number): string =>
  text.length <= unitsMax ? text : text.slice(0, wholeCharacters(text, unitsMax));

/** Like `cutText`, but ends a text that was cut with an ellipsis. */
export const cutWithEllipsis = (text: string, unitsMax: number): string =>
  text.length <= unitsMax ? text : `${cutText(text, unitsMax - 1)}…`;

/** Escapes as much of a text as fits into the limit, without cutting an escape in two. */
export function escapedWithin(text: string, unitsMax: number, written: (text: string) => string): string {
  let escaped = written(text);
  for (let kept = text.length; escaped.length > unitsMax && kept > 1; ) {
    kept = Math.floor((kept * unitsMax) / (escaped.length + 1));
    escaped = written(cutWithEllipsis(text, Math.max(kept, 1)));
  }
  return escaped;
}

/** Writes the label and the link, or only the link without a label; undefined without a link. */
export const labeled = ({ url, linkLabel }: { url?: string; linkLabel?: string }): string | undefined =>
  url === undefined || linkLabel === undefined ? url : `${linkLabel}: ${url}`;

/** Writes a text with its link, if any, on a line of its own. Cuts the text if it is too long, never the link. */
export const withLink = (text: string, url: string | undefined, unitsMax = Number.MAX_SAFE_INTEGER) =>
  url === undefined
    ? cutWithEllipsis(text, unitsMax)
    : `${cutWithEllipsis(text, unitsMax - url.length - 1)}\n${url}`;
