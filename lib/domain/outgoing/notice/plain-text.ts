/** One line without control characters: nothing a person typed can end a header or begin another line. */
export const oneLine = (text: string, charactersMax: number): string =>
  cut(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim(), charactersMax);

/** Cut between characters, with three dots where something is missing. */
export function cut(text: string, charactersMax: number): string {
  const characters = [...text];
  if (characters.length <= charactersMax) return text;
  return `${characters
    .slice(0, Math.max(0, charactersMax - 3))
    .join("")
    .trimEnd()}...`;
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Safe between tags and inside a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => ESCAPES[mark] ?? mark);
