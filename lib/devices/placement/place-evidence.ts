import { remembered } from "../../kernel/text.ts";
import words from "./words.json" with { type: "json" };

/**
 * How the words of a name are compared with the words that places are called by. `words.json` has these, in the
 * languages that homes name them in: English, German, French, Spanish, Italian, Portuguese, Dutch, the Nordic ones, Polish,
 * Czech, Russian, Turkish, Japanese, Chinese and Korean.
 */

/** Scripts that leave no spaces between words: there a name may hold one anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** A compound ends with what it is: "Kellergefrierschrank". Shorter ends mean nothing. */
const COMPOUND_LETTERS_MIN = 7;

type Words = { whole: ReadonlySet<string>; ends: ReadonlySet<string>; parts: readonly string[] };

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
function plainText(text: string): string {
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

/**
 * What the name of a thermometer says that it watches. `place`: somewhere that may freeze, or nothing but that it is a
 * thermometer, as in the specification's own `temp1`; `machine`: a part of a machine, or a value that was worked out;
 * `weather`: the outdoors, by a service; `unknown`: a word that may be anything. Only a place may wake somebody up.
 */
type PlaceEvidence = "place" | "machine" | "weather" | "unknown";

const { outdoor, ...indoors } = words.places;
const PLACES = wordsOf(words.pipe, words.room, words.space, ...Object.values(indoors));
/** Nobody is woken up because it freezes there; beside a word that may be anything they say nothing for sure. */
const OUTDOORS = wordsOf(outdoor);
const TEMPERATURES = wordsOf(words.temperature);
/** Says nothing of what is measured: a value, a thermometer, its maker, its number among others. */
const NEUTRAL = wordsOf(words.neutral, words.maker);
/** Worked out from readings, of the days to come or of the ground, and so the temperature of no place. */
const COMPUTED = wordsOf(words.computed);
/** Right before a word for temperature, or anywhere behind it: what was, and not what is. */
const STATISTICS = wordsOf(words.statistic);
/** Parts of machines, and what flows in them. */
const MACHINES = wordsOf(words.machine);
/** Services that know the weather, whatever they call it. */
const WEATHER = wordsOf(words.weatherService);
/** Two words, next to each other, that say it together. */
const pairsOf = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const COMPUTED_PAIR = /* @__PURE__ */ pairsOf(words.computedPairs);
const MACHINE_PAIR = /* @__PURE__ */ pairsOf(words.machinePairs);
const SPACE_PAIR = /* @__PURE__ */ pairsOf(words.spacePairs);

/** Nothing is said by so few letters: of an abbreviation, a scale, an axis. */
const SHORT_LETTERS_MAX = 2;

/** Whose room it is: "Julia's". */
const OWNED = /\p{L}['’]s?(?!\p{L})/u;
/** `28-0316a2791bff` and `GW1100`: the address of a probe, the number of a model. */
const WORD = /[\p{L}\p{N}]+/gu;
const NUMBERED = /\p{N}/u;

const plainWord = (word: string): string =>
  !NUMBERED.test(word) || isMeaningful(tokensOf(word)) ? word : " ";

const KNOWN = [PLACES, OUTDOORS, TEMPERATURES, NEUTRAL, COMPUTED, STATISTICS, MACHINES, WEATHER];

/** `oil1` is oil, and `wh31` nothing. */
const isMeaningful = (tokens: readonly string[]): boolean =>
  tokens.some((token) => KNOWN.some((known) => known.whole.has(token)));

const has = (tokens: readonly string[], list: Parameters<typeof isAmong>[1]): boolean =>
  tokens.some((token) => isAmong(token, list));

const hasPair = (tokens: readonly string[], pairs: ReadonlySet<string>): boolean =>
  tokens.some((token, at) => pairs.has(`${token}_${tokens[at + 1] ?? ""}`));

/** `temp_min`, `max_temp` and "Temperature change", and not the temperature of Max's room. */
function isStatistic(tokens: readonly string[]): boolean {
  const at = tokens.findIndex((token) => isAmong(token, TEMPERATURES));
  return at >= 0 && tokens.some((token, place) => place >= at - 1 && STATISTICS.whole.has(token));
}

const isComputed = (tokens: readonly string[]): boolean =>
  tokens.some((token) => COMPUTED.whole.has(token)) || hasPair(tokens, COMPUTED_PAIR) || isStatistic(tokens);

const isPlain = (token: string): boolean =>
  token.length <= SHORT_LETTERS_MAX || isAmong(token, TEMPERATURES) || NEUTRAL.whole.has(token);

const evidenceIn = (label: string): PlaceEvidence => {
  const tokens = tokensOf(label.replace(WORD, plainWord));
  if (isComputed(tokens)) return "machine";
  if (has(tokens, PLACES) || hasPair(tokens, SPACE_PAIR) || OWNED.test(label)) return "place";
  if (tokens.some((token) => MACHINES.whole.has(token)) || hasPair(tokens, MACHINE_PAIR)) return "machine";
  if (tokens.some((token) => WEATHER.whole.has(token))) return "weather";
  return tokens.every((token) => isPlain(token) || isAmong(token, OUTDOORS)) ? "place" : "unknown";
};

/** What a thermometer's name says that it watches. */
export const placeEvidence = remembered(evidenceIn);

/** True if a word of a name says where it is, or that it is no place. */
export const namesPlace = remembered((name: string): boolean => {
  const tokens = tokensOf(name);
  const known = [PLACES, OUTDOORS, MACHINES, WEATHER];
  return known.some((words) => has(tokens, words)) || hasPair(tokens, MACHINE_PAIR);
});

/** True if a word of the name says nothing and is none of its device's or its space's names. */
export const isNameUnexplained = (label: string, names: readonly string[]): boolean => {
  if (placeEvidence(label) !== "unknown") return false;
  const explained = new Set(names.flatMap(tokensOf));
  const rest = tokensOf(label).filter((token) => !explained.has(token));
  return rest.length > 0 && placeEvidence(rest.join(" ")) === "unknown";
};
