import type { Words } from "../words/en.ts";

/** Why something was judged so, or was not sent: stored in English, and said in the reader's language where it is known. */
export function Reason({ text, words }: { text: string; words: Words }) {
  const told = words.reason(text);
  return told === null ? <span lang="en">{text}</span> : <span>{told}</span>;
}
