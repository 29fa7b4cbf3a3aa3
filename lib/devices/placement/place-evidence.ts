import { inLatinLetters, remembered } from "../../kernel/text.ts";
import words from "./words.json" with { type: "json" };

/**
 * Compares the words of a name with known words for places. `words.json` has them in English, German, French, Spanish,
 * Italian, Portuguese, Dutch, the Nordic languages, Polish, Czech, Russian, Turkish, Japanese, Chinese and Korean.
 */

/** Scripts without spaces between words, where a known word may be anywhere in a name. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** The last part of a compound tells what it is: "Kellergefrierschrank". Shorter endings are too ambiguous. */
const COMPOUND_LETTERS_MIN = 7;

type Words = { whole: ReadonlySet<string>; ends: ReadonlySet<string>; parts: readonly string[] };

// Without the NO_SIDE_EFFECTS marks, these tables would be in every bundle that imports anything of this file.
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

/** Looks up each ending of the token, since a token has fewer endings than the list has words. */
function endsAmong(token: string, ends: ReadonlySet<string>): boolean {
  for (let from = token.length - COMPOUND_LETTERS_MIN; from > 0; from -= 1)
    if (ends.has(token.slice(from))) return true;
  return false;
}

/** The part for "temperature" in compounds such as `outsidetemperature` and "Außentemperatur". */
const MEASURED_END = /(?<=\p{L}{2})(?:temp(?:s|eratur(?:es?|en|a)?|eratuur)?|lampotila)$/u;

/** Splits a name into words without accents and digits: `tempCrawl_1` becomes "temp" and "crawl". */
export const tokensOf = (name: string): string[] =>
  plainText(name.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2"))
    .split(/[^\p{L}]+/u)
    .flatMap((token) => token.replace(MEASURED_END, " $&").split(" "))
    .filter((token) => token !== "");

/** Removes accents of Latin and Greek letters, and lower-cases. Marks of other scripts stay, since ベ is not ヘ. */
function plainText(text: string): string {
  const plain = text.normalize("NFKD").replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, "");
  return inLatinLetters(plain.normalize("NFC")).toLowerCase();
}

/**
 * The meaning of a thermometer's name. `place`: a place that may freeze, or a name that only says "thermometer", like
 * `temp1` of the specification; `machine`: a part of a machine, or a computed value; `weather`: a weather service;
 * `unknown`: a word that may mean anything. Only a place may wake somebody up.
 */
type PlaceEvidence = "place" | "machine" | "weather" | "unknown";

const { outdoor, ...indoors } = words.places;
const PLACES = wordsOf(words.pipe, words.room, words.space, ...Object.values(indoors));
/** Words for the outdoors, where frost alerts nobody. Next to an unknown word they prove nothing. */
const OUTDOORS = wordsOf(outdoor);
const TEMPERATURES = wordsOf(words.temperature);
/** Words that don't tell the place: "value", "thermometer", a maker's name. */
const NEUTRAL = wordsOf(words.neutral, words.maker);
/** Words for values that are computed, forecast or of the ground, and so aren't the temperature of a place. */
const COMPUTED = wordsOf(words.computed);
/** Words for statistics of the past, directly before a word for temperature or anywhere after it. */
const STATISTICS = wordsOf(words.statistic);
/** Words that mean a statistic only after it: `tempTH` is one, and "Nexus-TH temperature" is a thermometer's. */
const STATISTICS_AFTER = wordsOf(words.statisticAfter);
/** Words for parts of machines, and for fluids in them. */
const MACHINES = wordsOf(words.machine);
/** Names of weather services. */
const WEATHER = wordsOf(words.weatherService);
/** Pairs of words that have a meaning only next to each other. */
const pairsOf = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const COMPUTED_PAIR = /* @__PURE__ */ pairsOf(words.computedPairs);
const MACHINE_PAIR = /* @__PURE__ */ pairsOf(words.machinePairs);
const SPACE_PAIR = /* @__PURE__ */ pairsOf(words.spacePairs);
const WEATHER_PAIR = /* @__PURE__ */ pairsOf(words.weatherPairs);

/** Words this short mean nothing: abbreviations, scales, axes. */
const SHORT_LETTERS_MAX = 2;

/** A possessive, which names a person's room: "Julia's". */
const OWNED = /\p{L}['’]s?(?!\p{L})/u;
/** A word with a digit may be the address of a probe (`28-0316a2791bff`) or a model number (`GW1100`). */
const WORD = /[\p{L}\p{N}]+/gu;
const NUMBERED = /\p{N}/u;

const plainWord = (word: string): string =>
  !NUMBERED.test(word) || isMeaningful(tokensOf(word)) ? word : " ";

const KNOWN = [PLACES, OUTDOORS, TEMPERATURES, NEUTRAL, COMPUTED, STATISTICS, MACHINES, WEATHER];

/** Tells if a word is known: `oil1` is oil, and `wh31` is unknown. */
const isMeaningful = (tokens: readonly string[]): boolean =>
  tokens.some((token) => KNOWN.some((known) => known.whole.has(token)));

const has = (tokens: readonly string[], list: Parameters<typeof isAmong>[1]): boolean =>
  tokens.some((token) => isAmong(token, list));

const hasPair = (tokens: readonly string[], pairs: ReadonlySet<string>): boolean =>
  tokens.some((token, at) => pairs.has(`${token}_${tokens[at + 1] ?? ""}`));

/** Recognizes `temp_min`, `max_temp` and "Temperature change", but not the temperature of Max's room. */
function isStatistic(tokens: readonly string[]): boolean {
  const at = tokens.findIndex((token) => isAmong(token, TEMPERATURES));
  const means = (token: string, place: number) =>
    (place >= at - 1 && STATISTICS.whole.has(token)) || (place > at && STATISTICS_AFTER.whole.has(token));
  return at >= 0 && tokens.some(means);
}

const isComputed = (tokens: readonly string[]): boolean =>
  has(tokens, COMPUTED) || hasPair(tokens, COMPUTED_PAIR) || isStatistic(tokens);

const isPlain = (token: string): boolean =>
  token.length <= SHORT_LETTERS_MAX || isAmong(token, TEMPERATURES) || NEUTRAL.whole.has(token);

const evidenceIn = (label: string): PlaceEvidence => {
  const tokens = tokensOf(label.replace(WORD, plainWord));
  if (isComputed(tokens)) return "machine";
  if (has(tokens, PLACES) || hasPair(tokens, SPACE_PAIR) || OWNED.test(label)) return "place";
  if (has(tokens, MACHINES) || hasPair(tokens, MACHINE_PAIR)) return "machine";
  if (tokens.some((token) => WEATHER.whole.has(token)) || hasPair(tokens, WEATHER_PAIR)) return "weather";
  return tokens.every((token) => isPlain(token) || isAmong(token, OUTDOORS)) ? "place" : "unknown";
};

/** Returns the meaning of a thermometer's name. */
export const placeEvidence = remembered(evidenceIn);

/** Tells if a word of a name tells the place, or that it isn't a place. */
export const namesPlace = remembered((name: string): boolean => {
  const tokens = tokensOf(name);
  const known = [PLACES, OUTDOORS, MACHINES, WEATHER];
  return known.some((words) => has(tokens, words)) || hasPair(tokens, MACHINE_PAIR);
});

/** Tells if a name has an unknown word that isn't in the names of its device and space either. */
export const isNameUnexplained = (label: string, names: readonly string[]): boolean => {
  if (placeEvidence(label) !== "unknown") return false;
  const explained = new Set(names.flatMap(tokensOf));
  const rest = tokensOf(label).filter((token) => !explained.has(token));
  return rest.length > 0 && placeEvidence(rest.join(" ")) === "unknown";
};
