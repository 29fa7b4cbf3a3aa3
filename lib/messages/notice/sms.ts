import { cut } from "./plain-text.ts";

/** GSM 03.38, the alphabet that fits 160 characters into one text message; the second row counts double. */
const GSM_BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const GSM_EXTENDED = new Set("^{}\\[~]|€");
const GSM_UNITS_MAX = 160;
/** A message with any other character is sent in UTF-16: two parts of 67 at most. */
const UTF16_UNITS_MAX = 134;

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

/** The text with what GSM lacks written otherwise, letter by letter, where there is another way. */
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
 * Sentences and a link in one text message where their letters allow. The first says what happens and is cut
 * last, the link never; of the others as many as fit stand behind it.
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
    const text = `${cut(what, length)}. ${url}`;
    if (fits(text)) return text;
  }
  return cut(what, GSM_UNITS_MAX);
}

function fits(text: string): boolean {
  const units = gsmUnits(text);
  return units === null ? text.length <= UTF16_UNITS_MAX : units <= GSM_UNITS_MAX;
}
