import QuickLRU from "quick-lru";

const HEX_OF_BYTE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const [OFFSET, PRIME] = [0x811c_9dc5, 0x0100_0193];

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Writes bytes as hex, two lower-case digits a byte. */
export function hexText(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += HEX_OF_BYTE[byte];
  return text;
}

/** A function call takes a limited number of arguments. */
const PIECE_BYTES = 8_192;

/** Base64 with padding. */
export function base64Text(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    text += String.fromCharCode(...bytes.subarray(start, start + PIECE_BYTES));
  return btoa(text);
}

/** Base64url without padding. */
export const base64UrlText = (bytes: Uint8Array): string =>
  withoutPadding(base64Text(bytes).replaceAll("+", "-").replaceAll("/", "_"));

/** Removes the padding (`=` or `==`) of base64. */
export const withoutPadding = (base64: string): string => base64.replace(/={1,2}$/, "");

const HEX = /^(?:[\da-f]{2})+$/i;
const BASE64 = /^(?:[A-Za-z\d+/]+|[\w-]+)={0,2}$/;

/**
 * Decodes hex, base64 or base64url, padded or not; null for any other text. A text that is valid as hex and as base64
 * counts as hex.
 */
export const bytesOfText = (text: string): Uint8Array | null =>
  HEX.test(text) ? hexBytes(text) : base64UrlBytes(text);

/** Decodes hex. The text must be valid: digits only, two a byte. */
export const hexBytes = (text: string): Uint8Array =>
  Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(at * 2, at * 2 + 2), 16),
  );

/**
 * Decodes base64 or base64url (never hex); null for any other text. Padding must be complete or absent. Rejects a
 * non-canonical spelling of the same bytes (RFC 4648 §3.5).
 */
export function base64UrlBytes(text: string): Uint8Array<ArrayBuffer> | null {
  const bare = withoutPadding(text);
  const isPaddedRight = bare === text || text.length % 4 === 0;
  if (!BASE64.test(text) || !isPaddedRight || bare.length % 4 === 1) return null;
  const standard = bare.replaceAll("-", "+").replaceAll("_", "/");
  const binary = atob(standard);
  if (withoutPadding(btoa(binary)) !== standard) return null;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * Collects bytes that arrive in pieces. Each piece is copied, because an array of pieces takes hundreds of bytes of memory
 * for each of them, however small it is.
 */
export function gatherBytes(bytesMax: number) {
  let held = new Uint8Array();
  let length = 0;
  return {
    /** Returns false if there are more than `bytesMax` bytes with this piece, which is then dropped. */
    add(piece: Uint8Array): boolean {
      const needed = length + piece.byteLength;
      if (needed > bytesMax) return false;
      if (needed > held.byteLength) {
        const larger = new Uint8Array(Math.max(needed, Math.min(2 * held.byteLength, bytesMax)));
        larger.set(held);
        held = larger;
      }
      held.set(piece, length);
      length = needed;
      return true;
    },
    bytes: () => held.subarray(0, length),
  };
}

/** Parses JSON; undefined if the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the message of a thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const CAUSES_MAX = 8;

/** Returns a thrown value and its chain of causes, outermost first. */
export function causesOf(thrown: unknown): unknown[] {
  const chain: unknown[] = [];
  let error = thrown;
  while (error !== undefined && error !== null && chain.length < CAUSES_MAX) {
    chain.push(error);
    if (typeof error !== "object") break;
    error =
      "sourceError" in error && error.sourceError ? error.sourceError : "cause" in error ? error.cause : null;
  }
  return chain;
}

/** Returns the `code` of an error of Node, PostgreSQL or a driver ("ENOENT", "57P03", …), if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" && error.code !== "" ? error.code : undefined;
}

/** Returns the message of a thrown value with the name of its error class in front. */
export const namedMessageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** The longest grapheme that is kept whole, in UTF-16 units. A longer one may be cut in the middle. */
const CHARACTER_UNITS_MAX = 64;

/** Returns how many UTF-16 units to keep, `unitsMax` at most, so that the cut doesn't split a grapheme. */
export function wholeCharacters(text: string, unitsMax: number): number {
  const near = text.slice(0, unitsMax + CHARACTER_UNITS_MAX);
  const begun = new Intl.Segmenter().segment(near).containing(unitsMax)?.index ?? text.length;
  if (unitsMax - begun <= CHARACTER_UNITS_MAX) return begun;
  return text.slice(0, unitsMax).isWellFormed() ? unitsMax : unitsMax - 1;
}

/** Formats are cached, since creating one takes a hundred times as long as using it. Time zones need many. */
const KEPT_MAX = 500;

const kept = new QuickLRU<string, Intl.NumberFormat | Intl.DateTimeFormat>({ maxSize: KEPT_MAX });

function keptFor<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => F): F {
  const known = kept.get(key);
  if (known !== undefined) return known as F;
  const made = make();
  kept.set(key, made);
  return made;
}

/** Avoids "-0": a value that rounds to zero loses its sign. */
export const numberFormat = (language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  keptFor(
    `number ${language} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(language, { signDisplay: "negative", ...options }),
  );

/** @throws RangeError if the runtime doesn't know `options.timeZone` */
export const dateFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  keptFor(`date ${language} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(language, options));

const LATIN: Record<string, string> = { ß: "ss", ø: "o", æ: "ae", ł: "l", ı: "i", đ: "d" };
/** Replaces letters of other languages that don't decompose into a Latin letter and a mark. */
export const inLatinLetters = (text: string): string =>
  text.replace(/[ßøæłıđ]/gi, (letter) => LATIN[letter.toLowerCase()] ?? letter);

/** Capitalizes the first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** FNV-1a with 32 bits, as an integer from 0 to 2^32 - 1. It spreads texts evenly and is not cryptographic. */
export function fnv1a(text: string): number {
  let value = OFFSET;
  for (let place = 0; place < text.length; place += 1)
    value = Math.imul(value ^ text.charCodeAt(place), PRIME);
  return value >>> 0;
}

/** Escapes text for HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Escapes text for XML 1.0. Removes the characters that XML doesn't allow even when escaped. */
export const escapeXml = (text: string): string =>
  escapeHtml(text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ""));

const DIGEST_BYTES = 32;

/**
 * Decodes a SHA-256 digest (32 bytes) from hex, base64 or base64url, padded or not; null for any other text, including
 * a non-canonical spelling.
 */
export function digestBytes(text: string): Uint8Array | null {
  const bytes = bytesOfText(text);
  return bytes?.length === DIGEST_BYTES ? bytes : null;
}

/** The size of each cache of names. A home's firmware sends the same few names on every post. */
const NAMES_MAX = 1_024;
/** Longer names are rare, and aren't cached, to bound the cache's memory. */
const CHARACTERS_MAX = 64;

type Answers<Answer> = { get(name: string): Answer | undefined; set(name: string, answer: Answer): unknown };

const keptIn =
  <Answer>(answers: Answers<Answer>, answerOf: (name: string) => Answer, charactersMax = Infinity) =>
  (name: string): Answer => {
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = answerOf(name);
    if (name.length <= charactersMax) answers.set(name, answer);
    return answer;
  };

/** Memoizes a pure function of a name in an LRU cache. */
export const remembered = <Answer>(answerOf: (name: string) => Answer) =>
  keptIn(new QuickLRU<string, Answer>({ maxSize: NAMES_MAX }), answerOf, CHARACTERS_MAX);

/** Texts of any length, of which a body may hold several. They are kept only until the next ones. */
const TEXTS_MAX = 8;

/** Memoizes a pure function of the last few texts that it was asked for. */
export const lately = <Answer>(answerOf: (text: string) => Answer) =>
  keptIn(new QuickLRU<string, Answer>({ maxSize: TEXTS_MAX }), answerOf);

/** Returns a memoized test of names by a pattern. */
export const matching = (form: RegExp) => remembered((name) => form.test(name));

/**
 * Memoizes a pure function of an immutable object and a key. Keeps each object's result for its last key only, as long
 * as the object lives.
 */
export const rememberedOf = <Of extends object, Answer, Key = void>(
  answerOf: (of: Of, key: Key) => Answer,
): ((of: Of, key: Key) => Answer) => {
  const answers = new WeakMap<Of, { key: Key; answer: Answer }>();
  return (of, key) => {
    const known = answers.get(of);
    if (known !== undefined && known.key === key) return known.answer;
    const answer = answerOf(of, key);
    answers.set(of, { key, answer });
    return answer;
  };
};

/** Memoizes a pure function of texts from our own tables. Keeps every result, since the tables are finite. */
export const ofTable = <Answer>(answerOf: (text: string) => Answer) =>
  keptIn(new Map<string, Answer>(), answerOf);

/** Compiles a pattern of our own tables, cached. Never pass text from outside. */
export const tablePattern = ofTable((text: string): RegExp => new RegExp(text));
