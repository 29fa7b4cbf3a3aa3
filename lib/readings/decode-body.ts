import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { decodeText, isJsonObject, textOf } from "./json.ts";
import { READING_LIMITS } from "./limits.ts";
import { readText } from "./read-text.ts";

const JSON_START = /^[\t\n\r ]*(?:[[{"]|$)/;
/** The head of a CSV whose first field stands in quotes: no JSON goes on like this. */
const QUOTED_HEAD = /^"[^"\n]{0,128}"[ ]?(?:[,;\t]|\r?\n")/;

/** A minus as typographers set it, before a number. */
const TYPOGRAPHIC_MINUS = /\u2212(?=[\d.])/g;

/** Texts that are no JSON, by their beginning, and what each lacks if nothing could be read of it. */
const TEXT_FORMS: [RegExp, string][] = [
  [
    /^[a-zA-Z_:][\w:]*\{[^}\n]{0,256}\}/,
    "No usable reading: saw Prometheus' text, and no sample that ends in a number",
  ],
  [
    /^["']?[^\s,;\t"'{}[\]<=][^\n,;\t{}[\]<=]{0,64}[,;\t][^\n{}[\]<=]{0,512}\r?\n/,
    "No usable reading: saw CSV, and no line with a number under each of its first line's names",
  ],
  // What begins like this was never meant as JSON; a form that does not say so is told what it looks like.
  [
    /^\s{0,64}(?![\w.-]{1,63}=)[^\s[\]{}",:<-]/,
    'No usable reading: saw a text of no known form, send JSON such as {"temp1":70.5}. Recipes: /docs/devices',
  ],
];
const FORM_READ_MAX = 1_024;
const NO_LINES =
  "No usable reading: saw no line of InfluxDB's line protocol, such as cellar,probe=1 temp_c=5.3";

/** What the sender calls its body, or its door takes; only a form has to be named, since firmware calls JSON anything. */
export type SaidType = "json" | "form" | "lines" | "other";

/** What a `Content-Type` says. */
export const saidType = (contentType: string | null): SaidType => {
  if (contentType === null) return "other";
  if (/json/i.test(contentType)) return "json";
  return /^application\/x-www-form-urlencoded/i.test(contentType) ? "form" : "other";
};

/** The mark at the start of a UTF-16 text, by its first byte. */
const UTF_16: Record<number, string> = { 255: "utf-16le", 254: "utf-16be" };

/** A text in UTF-8 where its mark or its `Content-Type` (`charset=iso-8859-1`) says that it is in another encoding, and it is. */
export const inUtf8 = (bytes: Uint8Array, contentType = ""): Uint8Array => {
  const isMarked = (bytes[0] ?? 0) + (bytes[1] ?? 0) === 0xff + 0xfe;
  const mark = isMarked ? UTF_16[bytes[0] ?? 0] : undefined;
  const charset = mark ?? /charset="?([\w-]{1,40})/i.exec(contentType)?.[1];
  if (charset === undefined || (mark === undefined && textOf(bytes) !== null)) return bytes;
  try {
    return new TextEncoder().encode(new TextDecoder(charset, { fatal: true }).decode(bytes));
  } catch {
    // An encoding that nobody knows, or another than it says: refused as no UTF-8.
    return bytes;
  }
};

/** Like `decodeBody`, and what is a form, lines of measurements or CSV as the JSON that says the same. */
export const decodeSent = (bytes: Uint8Array, said: SaidType): Outcome<unknown> => {
  const sent = textOf(bytes);
  if (sent === null) return refuse("not_utf8");
  const text = sent.replace(TYPOGRAPHIC_MINUS, "-");
  const plain = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (!JSON_START.test(plain) || QUOTED_HEAD.test(plain)) {
    const read = readText(plain, said === "form");
    if (read !== null) return done(read);
  }
  const decoded = decodeText(text);
  if (decoded.ok || decoded.problem.name !== "invalid_json") return decoded;
  const lines = readLines(text);
  if (lines !== null) return done(lines);
  const form = TEXT_FORMS.find(([start]) => start.test(plain.slice(0, FORM_READ_MAX)))?.[1];
  const sentence = said === "lines" ? NO_LINES : form;
  return sentence === undefined ? decoded : refuse("invalid_json", sentence);
};

/** An object a line, as loggers write them; null where any line is none. */
const readLines = (text: string): unknown[] | null => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  // More things than readings are taken of are not sent at once.
  if (lines.length < 2 || lines.length > READING_LIMITS.ingestReadingsMax) return null;
  const objects: unknown[] = [];
  for (const line of lines) {
    const decoded = decodeText(line);
    if (!decoded.ok || !isJsonObject(decoded.value)) return null;
    objects.push(decoded.value);
  }
  return objects;
};
