import { wholeCharacters } from "../kernel/text.ts";

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
export const withLink = (
  text: string,
  url: string | undefined,
  unitsMax = Number.MAX_SAFE_INTEGER,
): string =>
  url === undefined
    ? cutWithEllipsis(text, unitsMax)
    : `${cutWithEllipsis(text, unitsMax - url.length - 1)}\n${url}`;
