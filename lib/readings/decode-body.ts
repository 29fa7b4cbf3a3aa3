import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { READING_LIMITS } from "./limits.ts";

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);

/**
 * Whether brackets outside of strings nest deeper than allowed; before parsing, which would follow them down.
 */
const nestsTooDeep = (text: string): boolean => {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth > READING_LIMITS.ingestNestingMax) return true;
  }
  return false;
};

const TOKEN =
  /[\t\n\r ]+|[[\]{},:]|"(?:[^"\\\p{Cc}]|\\["\\/bfnrtu])*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/uy;

/** What may not follow: `{"temp1":}` and `[1,]` are the usual slips of text put together by hand. */
const misplaced = (before: string, token: string): boolean => {
  if (!/^[\]},:]$/.test(token)) return false;
  if (before === "{" || before === "[") return token === "," || token === ":";
  return before === "" || before === "," || before === ":";
};

/** Finds the first character that is no JSON token or stands in a wrong place; null where neither is seen. */
const faultAt = (text: string): number | null => {
  let before = "";
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined || misplaced(before, token)) return at;
    if (token.trim() !== "") before = token;
    at = TOKEN.lastIndex;
  }
  return null;
};

const POSITION = /at position (\d+)/;

const hintFor = (text: string, at: number): string => {
  const rest = text.slice(at, at + 16);
  if (/^[+-]?nan\b/i.test(rest)) return "; a bare nan is no JSON, so check isnan() before sending";
  if (/^[+-]?inf(inity)?\b/i.test(rest))
    return "; a bare infinity is no JSON, so check isfinite() before sending";
  if (/^(unavailable|unknown|none|true|false|undefined)\b/i.test(rest))
    return "; a bare word needs quotes or lower case";
  return at === 0 && /^[\w.-]+=/.test(text.slice(0, 64)) ? "; this looks like a form, send JSON" : "";
};

/** A sentence that says where the text breaks off being JSON, without repeating any of it. */
const invalidJson = (text: string, message: string): string => {
  const fault = faultAt(text);
  if (fault !== null) return `Invalid JSON at position ${fault}${hintFor(text, fault)}`;
  const position = POSITION.exec(message)?.[1];
  if (position !== undefined) return `Invalid JSON at position ${position}`;
  return /end of JSON/.test(message) ? "Invalid JSON: the text ends too early" : "Invalid JSON";
};

/** JSON text with at most one byte order mark before it. Also used for a text inside an envelope. */
export const decodeText = (marked: string): Outcome<unknown> => {
  const text = marked.startsWith("\ufeff") ? marked.slice(1) : marked;
  if (/^[\t\n\r ]*$/.test(text)) return refuse("empty_body");
  if (nestsTooDeep(text)) return refuse("nested_too_deep");
  try {
    return done(JSON.parse(text));
  } catch (error) {
    return refuse("invalid_json", invalidJson(text, error instanceof Error ? error.message : ""));
  }
};

const STRICT_UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const textOf = (bytes: Uint8Array): string | null => {
  try {
    // The decoder would swallow a mark by itself, and a second one would then pass as the only one.
    return STRICT_UTF8.decode(bytes);
  } catch {
    return null;
  }
};

/** The JSON value of a request body: strict UTF-8, at most 64 levels deep. */
export const decodeBody = (bytes: Uint8Array): Outcome<unknown> => {
  const text = textOf(bytes);
  return text === null ? refuse("not_utf8") : decodeText(text);
};
