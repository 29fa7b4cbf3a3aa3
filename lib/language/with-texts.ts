import type { Language } from "../../schema/vocabulary.ts";

type Tree = { readonly [name: string]: unknown };

const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Value = string | number;
/** `{0}` is where the first value stands. Of a count, which comes first, `zero` and `one` have texts of their own. */
type ValuedText = string | { zero?: string; one?: string; other: string };

/** The texts, each as a function of its values. */
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

/** The text with its values where it names them: `{where}`. */
export const named = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** Each letter as a function of the values that its subject, title and paragraphs name. */
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

/** Plain texts and the functions of values as one catalogue, each under its name. */
export function withTexts<Texts extends Tree, More extends Tree>(texts: Texts, more: More): Texts & More {
  const whole: Record<string, unknown> = { ...texts };
  for (const [name, value] of Object.entries(more)) {
    const beside = whole[name];
    whole[name] = isTree(beside) && isTree(value) ? withTexts(beside, value) : value;
  }
  return whole as Texts & More;
}
