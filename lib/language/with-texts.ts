import type { Language } from "../../schema/vocabulary.ts";

type Tree = { readonly [name: string]: unknown };

const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Value = string | number;
/** `{0}` is the place of the first value. If that is a count, 0 and 1 may have their own texts, `zero` and `one`. */
type ValuedText = string | { zero?: string; one?: string; other: string };

/** The same tree, with each text as a function of its values. */
type Told<Texts> = {
  [Name in keyof Texts]: Texts[Name] extends ValuedText ? (...values: Value[]) => string : Told<Texts[Name]>;
};

const isValuedText = (text: unknown): text is ValuedText =>
  typeof text === "string" || (isTree(text) && typeof text.other === "string");

export const toldBy = <Texts extends Tree>(texts: Texts): Told<Texts> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      isValuedText(text) ? (...values: Value[]) => filled(text, values) : toldBy(text as Tree),
    ]),
  ) as Told<Texts>;

function filled(text: ValuedText, values: readonly Value[]): string {
  const [count] = values;
  const form =
    typeof text === "string"
      ? text
      : ((count === 0 ? text.zero : count === 1 ? text.one : undefined) ?? text.other);
  return form.replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)]));
}

/** Fills in values by name, such as `{where}`. */
export const named = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** Returns each mail as a function of the values in its subject, title and paragraphs. */
export const lettersBy = <Letters extends Tree>(letters: Letters) =>
  Object.fromEntries(
    Object.entries(letters).map(([name, letter]) => [name, (...values: Value[]) => lettered(letter, values)]),
  ) as { [Name in keyof Letters]: (...values: Value[]) => Letters[Name] };

function lettered(part: unknown, values: readonly Value[]): unknown {
  if (typeof part === "string") return filled(part, values);
  if (Array.isArray(part)) return part.map((each) => lettered(each, values));
  return isTree(part)
    ? Object.fromEntries(Object.entries(part).map(([name, each]) => [name, lettered(each, values)]))
    : part;
}

export const inEach = <Texts, Words>(
  { en, es }: Record<Language, Texts>,
  words: (texts: Texts, language: Language) => Words,
): Record<Language, Words> => ({ en: words(en, "en"), es: words(es, "es") });

/** Merges plain texts and functions of values into one tree. */
export function withTexts<Texts extends Tree, More extends Tree>(texts: Texts, more: More): Texts & More {
  const whole: Record<string, unknown> = { ...texts };
  for (const [name, value] of Object.entries(more)) {
    const beside = whole[name];
    whole[name] = isTree(beside) && isTree(value) ? withTexts(beside, value) : value;
  }
  return whole as Texts & More;
}
