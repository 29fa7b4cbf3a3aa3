import { wholeCharacters } from "../kernel/text.ts";

const NAME_CHARACTERS_MAX = 40;
/** Texts that programs turn into links: web addresses with or without a scheme, and domain names. */
const WEB_ADDRESS = /[a-z\d+.-]{0,20}:\/\/\S*|www\.\S*/gi;
const DOT_OF_DOMAIN = /(?<=[\p{L}\p{N}])\.(?=\p{L}{2,24}(?![\p{L}\p{N}_]))/gu;
const DIRECTION_MARKS = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const GSM_EXTENDED = new Set("^{}\\[~]|€");
const GSM_UNITS_MAX = 160;
/** A message with a character outside of GSM is sent as UTF-16: at most two parts of 67 units. */
const UTF16_UNITS_MAX = 134;

/** Makes one line without control characters, so that a typed text can't end a header or begin another line. */
export const oneLine = (text: string, charactersMax: number): string =>
  cut(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim(), charactersMax);

/**
 * Cleans a name that a person typed, for use in messages: one line of at most `charactersMax` characters, without web
 * addresses, control characters and direction marks. Returns `otherwise` if nothing is left.
 */
export function nameText(name: string, otherwise: string, charactersMax = NAME_CHARACTERS_MAX): string {
  // NFKC first: GSM text replaces full-width letters by plain ones, which could form a web address again.
  const bare = name
    .normalize("NFKC")
    .replace(DIRECTION_MARKS, "")
    .replace(/\p{Cc}+/gu, " ")
    .replace(WEB_ADDRESS, "")
    .replace(DOT_OF_DOMAIN, ". ");
  const line = oneLine(bare, charactersMax);
  return line === "" ? otherwise : line;
}

/** Names a person by their confirmed address, too: anyone may call themselves as they like. */
export function personText({ name, email }: { name: string | null; email: string }): string {
  const called = nameText(name ?? "", "");
  return called === "" ? email : `${called} (${email})`;
}

/** Cuts between graphemes, and marks a cut with three dots. `charactersMax` must be 3 or more. */
export function cut(text: string, charactersMax: number): string {
  const characters = [...text];
  if (characters.length <= charactersMax) return text;
  const kept = characters.slice(0, charactersMax - 3).join("").length;
  return `${text.slice(0, wholeCharacters(text, kept)).trimEnd()}...`;
}

/** The basic characters of GSM 03.38, of which 160 fit into one text message. Those of GSM_EXTENDED count twice. */
const GSM_BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);

const SUBSTITUTES: Record<string, string> = {
  "°": "",
  "·": "-",
  "–": "-",
  "—": "-",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "…": "...",
  µ: "u",
  "³": "3",
  "≤": "<=",
  "≥": ">=",
};

/** Replaces characters outside of GSM by similar ones, if there are any. */
function gsmText(text: string): string {
  return [...text].map(gsmCharacter).join("");
}

function gsmCharacter(character: string): string {
  if (GSM_BASIC.has(character) || GSM_EXTENDED.has(character)) return character;
  const substitute = SUBSTITUTES[character];
  if (substitute !== undefined) return substitute;
  const bare = character.normalize("NFKD").replace(/\p{M}/gu, "");
  return [...bare].every((each) => GSM_BASIC.has(each)) ? bare : character;
}

/** Returns the length of a text in GSM septets; null if it has other characters. */
export function gsmUnits(text: string): number | null {
  let units = 0;
  for (const character of text) {
    if (GSM_BASIC.has(character)) units += 1;
    else if (GSM_EXTENDED.has(character)) units += 2;
    else return null;
  }
  return units;
}

/**
 * Writes sentences and a link as a text message: one part in GSM, or two in UTF-16. Keeps as many later sentences as
 * fit. Cuts the first sentence, which tells what happens, only if necessary. Never cuts the link, but leaves out one
 * that is too long for a message.
 */
export function smsText(sentences: readonly string[], url: string): string {
  const [what = "", ...others] = sentences
    .filter(Boolean)
    .map((text) => gsmText(text.replace(/(?<![.\s])[.\s]+$/, "")));
  for (let count = others.length; count > 0; count -= 1) {
    const text = `${[what, ...others.slice(0, count)].join(". ")}. ${url}`;
    if (fits(text)) return text;
  }
  for (let length = [...what].length; length > 3; length -= 1) {
    const text = `${cutBetweenWords(what, length)} ${url}`;
    if (fits(text)) return text;
  }
  return cut(what, GSM_UNITS_MAX);
}

/** Returns the sentence with a full stop, or as many whole words as fit. */
function cutBetweenWords(text: string, charactersMax: number): string {
  const short = cut(text, charactersMax);
  return short === text ? `${text}.` : short.replace(/(?<=\S)\s+\S*\.\.\.$/, "...");
}

function fits(text: string): boolean {
  const units = gsmUnits(text);
  return units === null ? text.length <= UTF16_UNITS_MAX : units <= GSM_UNITS_MAX;
}
