import { LANGUAGES, type Language } from "../../schema/vocabulary.ts";

const ENTRIES_MAX = 20;

const isLanguage = (text: string | undefined): text is Language =>
  LANGUAGES.some((language) => language === text);

/** What the reader has chosen, else the best of what their browser asks for (RFC 9110 §12.5.4). */
export function languageFor(chosen: string | undefined, accepted: string | undefined): Language {
  if (isLanguage(chosen)) return chosen;
  const wanted = (accepted ?? "")
    .split(",", ENTRIES_MAX)
    .map((entry) => {
      const [tag = "", ...parameters] = entry.trim().split(";");
      const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
      return { language: tag.split("-")[0]?.toLowerCase(), quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return wanted.map(({ language }) => language).find(isLanguage) ?? LANGUAGES[0];
}
