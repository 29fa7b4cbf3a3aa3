/**
 * How the words of a name are compared with the words that places are called by. `words.json` has these, in the
 * languages that homes name them in: English, German, French, Spanish, Italian, Portuguese, Dutch, the Nordic ones, Polish,
 * Czech, Russian, Turkish, Japanese, Chinese and Korean.
 */

/** Scripts that leave no spaces between words: there a name may hold one anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** A compound ends with what it is: "Kellergefrierschrank". Shorter ends mean nothing. */
const COMPOUND_LETTERS_MIN = 7;

export type Words = { whole: ReadonlySet<string>; ends: ReadonlySet<string>; parts: readonly string[] };

/** Without the marks these tables would be in every function that takes anything from this file. */
/* @__NO_SIDE_EFFECTS__ */ export const wordsOf = (...texts: readonly string[]): Words => {
  const compared = texts.flatMap((text) => text.split(" ")).map(plainText);
  const [parts, spaced] = [
    compared.filter((word) => UNSPACED.test(word)),
    compared.filter((word) => !UNSPACED.test(word)),
  ];
  const ends = new Set(spaced.filter((word) => word.length >= COMPOUND_LETTERS_MIN));
  return { whole: new Set(spaced), ends, parts };
};

/* @__NO_SIDE_EFFECTS__ */ export const wordsOfEach = <Name extends string>(texts: Record<Name, string>) =>
  Object.fromEntries(Object.entries<string>(texts).map(([name, text]) => [name, wordsOf(text)])) as Record<
    Name,
    Words
  >;

export const isAmong = (token: string, { whole, ends, parts }: Words): boolean =>
  whole.has(token) ||
  endsAmong(token, ends) ||
  (UNSPACED.test(token) && parts.some((word) => token.includes(word)));

/** Each end that the token has is looked up: there are fewer of them than words. */
function endsAmong(token: string, ends: ReadonlySet<string>): boolean {
  for (let from = token.length - COMPOUND_LETTERS_MIN; from > 0; from -= 1)
    if (ends.has(token.slice(from))) return true;
  return false;
}

/** `outsidetemperature` and "Außentemperatur": where, and what is measured there. */
const MEASURED_END = /(?<=\p{L}{2})(?:temp(?:s|eratur(?:es?|en|a)?|eratuur)?|lampotila)$/u;

/** `tempCrawl_1` is temp, crawl; accents and digits are left out. */
export const tokensOf = (name: string): string[] =>
  plainText(name.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2"))
    .split(/[^\p{L}]+/u)
    .flatMap((token) => token.replace(MEASURED_END, " $&").split(" "))
    .filter((token) => token !== "");

/** Without accents and in small letters, except for marks that belong to another script: ベ is not ヘ. */
export function plainText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, "")
    .normalize("NFC")
    .replace(/ß/g, "ss")
    .replace(/ø/gi, "o")
    .replace(/æ/gi, "ae")
    .replace(/ł/gi, "l")
    .replace(/ı/g, "i")
    .toLowerCase();
}
