import { wholeCharacters } from "../kernel/text.ts";

const NAME_CHARACTERS_MAX = 40;
/** What programs make a link of: an address of a page, with or without its scheme, and a dot between words. */
const WEB_ADDRESS = /[a-z\d+.-]{0,20}:\/\/\S*|www\.\S*/gi;
const DOT_OF_DOMAIN = /(?<=[\p{L}\p{N}])\.(?=\p{L}{2,24}(?![\p{L}\p{N}_]))/gu;
const DIRECTION_MARKS = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const GSM_EXTENDED = new Set("^{}\\[~]|€");
const GSM_UNITS_MAX = 160;
/** A message with any other character is sent in UTF-16: two parts of 67 at most. */
const UTF16_UNITS_MAX = 134;

/** One line without control characters: nothing a person typed can end a header or begin another line. */
export const oneLine = (text: string, charactersMax: number): string =>
  cut(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim(), charactersMax);

/**
 * What a person has called something, as any message names it: one line of at most 40 characters or so many, without web
 * addresses, control characters and marks of direction. `otherwise` stands where nothing is left.
 */
export function nameText(name: string, otherwise: string, charactersMax = NAME_CHARACTERS_MAX): string {
  // A text message writes letters of other widths plainly: an address in them would be one there.
  const bare = name
    .normalize("NFKC")
    .replace(DIRECTION_MARKS, "")
    .replace(/\p{Cc}+/gu, " ")
    .replace(WEB_ADDRESS, "")
    .replace(DOT_OF_DOMAIN, ". ");
  const line = oneLine(bare, charactersMax);
  return line === "" ? otherwise : line;
}

/** Cut between characters, with three dots where something is missing; `charactersMax` is 3 or more. */
export function cut(text: string, charactersMax: number): string {
  const characters = [...text];
  if (characters.length <= charactersMax) return text;
  const kept = characters.slice(0, charactersMax - 3).join("").length;
  return `${text.slice(0, wholeCharacters(text, kept)).trimEnd()}...`;
}

/** GSM 03.38, the alphabet that fits 160 characters into one text message; the second row counts double. */
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

/** The text with characters outside GSM written differently, letter by letter, where there is another way. */
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

/** Septets of the text in GSM, null if it doesn't fit into that alphabet. */
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
 * Sentences and a link in one text message if their letters allow. The first sentence says what happens and is cut
 * last, the link never; as many of the others as fit come after it.
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

/** A sentence as it is, with its full stop, or the words of it that fit. */
function cutBetweenWords(text: string, charactersMax: number): string {
  const short = cut(text, charactersMax);
  return short === text ? `${text}.` : short.replace(/(?<=\S)\s+\S*\.\.\.$/, "...");
}

function fits(text: string): boolean {
  const units = gsmUnits(text);
  return units === null ? text.length <= UTF16_UNITS_MAX : units <= GSM_UNITS_MAX;
}
