import { wholeCharacters } from "../../kernel/text.ts";

/** One line without control characters: nothing a person typed can end a header or begin another line. */
export const oneLine = (text: string, charactersMax: number): string =>
  cut(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim(), charactersMax);

const NAME_CHARACTERS_MAX = 40;
/** Addresses of pages, with or without their scheme, and marks that turn the direction of what follows. */
const WEB_ADDRESS = /\b(?:[a-z][a-z\d+.-]*:\/\/|www\.)\S*|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/\S*/gi;
const DIRECTION_MARKS = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * What a person has called something, as any message names it: one line of at most 40 characters, without web
 * addresses, control characters and marks of direction. `otherwise` stands where nothing is left.
 */
export function nameText(name: string, otherwise: string): string {
  const bare = name
    .replace(DIRECTION_MARKS, "")
    .replace(/\p{Cc}+/gu, " ")
    .replace(WEB_ADDRESS, "");
  const line = oneLine(bare, NAME_CHARACTERS_MAX);
  return line === "" ? otherwise : line;
}

/** Cut between characters, with three dots where something is missing; `charactersMax` is 3 or more. */
export function cut(text: string, charactersMax: number): string {
  const characters = [...text];
  if (characters.length <= charactersMax) return text;
  const kept = characters.slice(0, charactersMax - 3).join("").length;
  return `${text.slice(0, wholeCharacters(text, kept)).trimEnd()}...`;
}
