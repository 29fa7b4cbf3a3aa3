import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { lately } from "../kernel/text.ts";
import { READING_LIMITS } from "./limits.ts";

export type JsonObject = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isStructure = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Returns an object's own member; never finds `constructor` and the like on the prototype. */
export const memberOf = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Below this, listing members costs less than caching them: a body may hold thousands of small objects. */
const REMEMBERED_MEMBERS_MIN = 32;

const ENTRIES = new WeakMap<JsonObject, [string, unknown][]>();

/**
 * Returns the members of an object that must not be changed. Cached: every reader asks for them, and listing thousands
 * is slow.
 */
export const entriesOf = (object: JsonObject): readonly [string, unknown][] => {
  const known = ENTRIES.get(object);
  if (known !== undefined) return known;
  const entries = Object.entries(object);
  if (entries.length >= REMEMBERED_MEMBERS_MIN) ENTRIES.set(object, entries);
  return entries;
};

/** Returns the members that are objects. */
export const objectMembers = (object: JsonObject): [string, JsonObject][] =>
  entriesOf(object).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));

/** Returns the elements of an array that are objects; none if the value is no array. */
export const objectElements = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);

const TOKEN =
  /[\t\n\r ]+|[[\]{},:]|"(?:[^"\\\p{Cc}]|\\["\\/bfnrtu])*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)|[+-]?(?:[nN][aA][nN]|[iI][nN][fF](?:[iI][nN][iI][tT][yY])?)(?![\w(])/uy;

const POSITION = /at position (\d+)/;

const STRICT_UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** True if brackets outside of strings nest deeper than allowed. Checked before parsing, which recurses into them. */
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

/** True if a token may not follow the one before: `{"temp1":}` and `[1,]` are the usual slips of JSON built by hand. */
const misplaced = (before: string, token: string): boolean => {
  if (!/^[\]},:]$/.test(token)) return false;
  if (before === "{" || before === "[") return token === "," || token === ":";
  return before === "" || before === "," || before === ":";
};

/** Returns the position of the first character that is no JSON token or is misplaced; null if none is found. */
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

/** Advice on what to change, by the text from the first fault on. */
const HINTS: [RegExp, string][] = [
  [/^(unavailable|unknown|none|true|false|undefined)\b/i, "a bare word needs quotes or lower case"],
  [/^(?:'|[a-z_]\w{0,12}\s?:)/i, "JSON needs double quotes around names and texts"],
  [/^\0/, "a zero byte follows, so send no more than the text's length"],
  [/^\/[/*]/, "JSON has no comments"],
  [/^\\"/, "the quotes have a backslash too many"],
  [/^[“”„«]/, "JSON needs straight double quotes"],
  [/^"[^"\\]*\p{Cc}/u, "a line break or tab in a text is written \\n or \\t"],
  [
    /^(?:[+.]|0)\d|^\d+\.(?!\d)/,
    "a number is written as 0.5, without a plus and without a zero in front of other digits",
  ],
];
/** Advice for text that was never meant as JSON. */
const OTHER_FORMS: [RegExp, string][] = [
  [/^[\w.-]+=/, "this looks like a form, send it as application/x-www-form-urlencoded, or send JSON"],
  [/^</, "this looks like XML or HTML, send JSON"],
  [/^--/, "this looks like multipart/form-data, send JSON or application/x-www-form-urlencoded"],
];

const hintFor = (text: string, at: number): string => {
  const rest = text.slice(at, at + 64);
  if (/^[}\]]/.test(rest) && /,\s{0,8}$/.test(text.slice(Math.max(0, at - 9), at)))
    return "; the comma before it is one too many";
  if (/^\d/.test(rest) && /:\s{0,4}[+-]?\d{1,6},$/.test(text.slice(Math.max(0, at - 16), at)))
    return "; a number is written with a point, such as 0.5";
  const isMeantAsJson = at > 0 && OPENING.has(text.trimStart().charCodeAt(0));
  const hint = (isMeantAsJson ? HINTS : OTHER_FORMS).find(([form]) => form.test(rest))?.[1];
  return hint === undefined ? "" : `; ${hint}`;
};

/** Returns a sentence that says where the text stops being JSON, without repeating any of it. */
const invalidJson = (text: string, message: string): string => {
  const at = faultAt(text) ?? Number(POSITION.exec(message)?.[1] ?? Number.NaN);
  if (!Number.isNaN(at)) return `Invalid JSON at position ${at}${hintFor(text, at)}`;
  return /end of JSON/.test(message) ? "Invalid JSON: the text ends too early" : "Invalid JSON";
};

/** Matches strings (even unterminated), to skip them, and C's output for no number: `nan`, `-inf`, `nan(ind)`. */
const NO_NUMBERS =
  /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|([:,[][\t\n\r ]*)[+-]?(?:nan(?:\((?:s?nan|ind)\))?|inf(?:inity)?)(?=[\s,}\]])/gi;

/** Counts a body's bare values such as `nan`, which were read as null. */
export const noNumbersIn = (bytes: Uint8Array): number => {
  const text = textOf(bytes);
  if (text === null || !/^[\t\n\r ]*[[{]/.test(text)) return 0;
  return [...text.matchAll(NO_NUMBERS)].filter(([, before]) => before !== undefined).length;
};

/** Parses JSON with `nan` and the like as null; undefined if there are none, or the text still isn't JSON. */
const parsedLeniently = (text: string): unknown => {
  const lenient = text.replace(NO_NUMBERS, (found, before?: string) =>
    before === undefined ? found : `${before}null`,
  );
  try {
    return lenient === text ? undefined : JSON.parse(lenient);
  } catch {
    // The caller's error describes the text as it was sent.
    return undefined;
  }
};

/** Parses JSON text, which may start with one byte order mark. Also used for text inside an envelope. */
export const decodeText = (marked: string): Outcome<unknown> => {
  const text = marked.startsWith("\ufeff") ? marked.slice(1) : marked;
  if (/^[\t\n\r ]*$/.test(text)) return refuse("empty_body");
  if (nestsTooDeep(text)) return refuse("nested_too_deep");
  try {
    return done(JSON.parse(text));
  } catch (error) {
    const lenient = parsedLeniently(text);
    if (lenient !== undefined) return done(lenient);
    return refuse("invalid_json", invalidJson(text, error instanceof Error ? error.message : ""));
  }
};

const objectText = lately((text: string): unknown => {
  const decoded = decodeText(text);
  return decoded.ok ? decoded.value : text;
});

/** Parses a string that holds a JSON object; returns every other value unchanged. Every sender asks for the same few. */
export const jsonIn = (value: unknown): unknown =>
  typeof value === "string" && /^\s*\{/.test(value) ? objectText(value) : value;

export const textOf = (bytes: Uint8Array): string | null => {
  try {
    // The decoder keeps a byte order mark: if it dropped one silently, a second would pass as the only one.
    return STRICT_UTF8.decode(bytes);
  } catch {
    return null;
  }
};

/** Encodings by the byte order mark of a UTF-16 text. */
const UTF_16: Record<string, string> = { "255,254": "utf-16le", "254,255": "utf-16be" };

/**
 * What no text of simple firmware has in Latin-1: each of its characters beyond ASCII stands alone, as a sign of a unit
 * or as a letter of a word. Bytes of a damaged UTF-8 text or of another encoding stand together.
 */
const NOT_LATIN_1 = /[^\t\n\r -~°µ²³À-ÿ]|[\x80-\xff]{2}|(?<![a-z])[À-ÿ](?![a-z])/i;

const isLatin1 = (bytes: Uint8Array): boolean => !NOT_LATIN_1.test(new TextDecoder("latin1").decode(bytes));

/** Converts text to UTF-8 if it isn't and its byte order mark, `charset=iso-8859-1` or its letters say what it is. */
export const inUtf8 = (bytes: Uint8Array, contentType = ""): Uint8Array => {
  const mark = UTF_16[bytes.subarray(0, 2).join()];
  if (mark === undefined && textOf(bytes) !== null) return bytes;
  const said = mark ?? /charset="?(?!utf-?8\b)([\w-]{1,40})/i.exec(contentType)?.[1];
  const charset = said ?? (isLatin1(bytes) ? "latin1" : undefined);
  if (charset === undefined) return bytes;
  try {
    return new TextEncoder().encode(new TextDecoder(charset, { fatal: true }).decode(bytes));
  } catch {
    // An unknown or wrong encoding: the body is refused later, as not UTF-8.
    return bytes;
  }
};

/** Parses a request body: strict UTF-8, at most 64 levels deep. */
export const decodeBody = (bytes: Uint8Array): Outcome<unknown> => {
  const text = textOf(bytes);
  return text === null ? refuse("not_utf8") : decodeText(text);
};
