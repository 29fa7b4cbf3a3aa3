import { ofTable, tablePattern } from "../../kernel/text.ts";
import { entriesOf, isJsonObject, type JsonObject, jsonIn, memberOf } from "../json.ts";

/** A value, and what each `*` in its path matched. */
export type Found = { value: unknown; stars: readonly string[] };

/** Returns a text or number as text; empty for any other value. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";

/** Returns the value if it is an object, else an empty one. */
export const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** Returns the value if it is a list, else an empty one. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns what `*` matches in a name; null if the name doesn't match. */
export const starIn = (key: string, form: string): string | null => {
  const [start = "", end = ""] = form.split("*");
  const isIts = key.length >= start.length + end.length && key.startsWith(start) && key.endsWith(end);
  return isIts ? key.slice(start.length, key.length - end.length) : null;
};

const membersIn = ({ value, stars }: Found, name: string): Found[] => {
  const object = jsonIn(value);
  if (!isJsonObject(object)) return [];
  if (name === "#") return entriesOf(object).map(([key]) => ({ value: key, stars }));
  if (!name.includes("*"))
    return Object.hasOwn(object, name) ? [{ value: memberOf(object, name), stars }] : [];
  return entriesOf(object).flatMap(([key, inner]) => {
    const star = starIn(key, name);
    return star === null ? [] : [{ value: inner, stars: [...stars, star] }];
  });
};

const elementsIn = ({ value, stars }: Found, at: string): Found[] => {
  if (!Array.isArray(value)) return [];
  const elements: unknown[] = at === "" ? value.flat(2) : [value.at(Number(at))];
  return elements
    .filter((element) => element !== undefined)
    .map((element, place) => ({ value: element, stars: at === "" ? [...stars, String(place)] : stars }));
};

type Step = (found: Found) => Found[];

const stepsOf = (path: string): Step[] =>
  path
    .split(/\.|(?=\[)/)
    .filter(Boolean)
    .map((step): Step => {
      const at = /^\[(.*)\]$/.exec(step)?.[1];
      return (found) => (at === undefined ? membersIn(found, step) : elementsIn(found, at));
    });

/** Returns the steps of a path's alternatives. Cached without limit: paths come only from the table. */
const alternativesOf = ofTable((path: string): Step[][] => path.split("|").map(stepsOf));

const reach = (value: unknown, steps: readonly Step[]): Found[] =>
  steps.reduce((reached: Found[], step) => reached.flatMap(step), [{ value, stars: [] }]);

/**
 * Returns all values at a path: `a.b`, `a[].b` for each element, `a[0]` for one, `a.*` and `hc*` for matching members,
 * `a.#` for member names, empty for the value itself. Of alternatives (`|`), the first with a value counts.
 */
export const allAt = (value: unknown, path: string): Found[] => {
  for (const steps of alternativesOf(path)) {
    const found = reach(value, steps).filter((each) => each.value !== null && each.value !== undefined);
    if (found.length > 0) return found;
  }
  return [];
};

/** Returns the first value at a path; undefined if there is none. */
export const valueAt = (value: unknown, path: string): unknown => allAt(value, path)[0]?.value;

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? "array" : value === null ? "null" : typeof value;

type Check = (value: unknown) => boolean;

const CHECKS: Readonly<Record<string, (said: string) => Check>> = {
  "=": (said) => (value) => textOf(value) === said,
  ":": (said) => (value) => typeOf(value) === said,
  ">": (said) => (value) => Number(value) > Number(said),
  "<": (said) => (value) => Number(value) < Number(said),
  "~": (said) => {
    const form = tablePattern(said);
    return (value) => form.test(textOf(value));
  },
};

const TERM = /^(!?)([^=~><]*?)(?:([=~><])(.*)|:(null|string|number|boolean|object|array))?$/;

/** Parses `a.b` (exists), `a=text`, `a~pattern`, `a:object`, `a>60` or `a=<b>`; `!` negates. */
const term = (text: string): Check => {
  const [, not, path = "", sign = "", said = "", type] = TERM.exec(text) ?? [];
  const alternatives = alternativesOf(path);
  const check = (type === undefined ? CHECKS[sign]?.(said) : CHECKS[":"]?.(type)) ?? (() => true);
  const isSo: Check = said.startsWith("<")
    ? (value) => textOf(valueAt(value, path)) === wordsAt({ value, stars: [] }, said)
    : (value) => alternatives.some((steps) => reach(value, steps).some((found) => check(found.value)));
  return not ? (value) => !isSo(value) : isSo;
};

/** Parses `a & b`; each side may have alternatives, `a | b`. */
const clause = ofTable((text: string): Check => {
  const terms = text.split(" & ").map((each) => each.split(" | ").map(term));
  return (value) => terms.every((either) => either.some((holds) => holds(value)));
});

/** True if any of these clauses holds for a value, or if none are given. */
export const holds = (clauses: readonly string[] | undefined, value: unknown): boolean =>
  clauses === undefined || clauses.some((text) => clause(text)(value));

const PLACEHOLDER = /<([^>]{1,80})>/g;

/** Evaluates a path, a text with paths (`Channel <#>`, `<name~[^/]*$>`; empty if one finds nothing), or `'a text`. */
export const wordsAt = ({ value, stars }: Found, template: string): string => {
  if (template.startsWith("'")) return template.slice(1);
  if (!template.includes("<")) return textOf(valueAt(value, template));
  let isWhole = true;
  const words = template.replace(PLACEHOLDER, (_, said: string) => {
    const [path = "", form] = said.split("~");
    const star = /^#(\d?)$/.exec(path);
    const whole =
      star === null ? textOf(valueAt(value, path)) : (stars.at(star[1] ? Number(star[1]) - 1 : -1) ?? "");
    const match = form === undefined ? [whole] : tablePattern(form).exec(whole);
    const word = match?.at(-1) ?? "";
    isWhole &&= word !== "";
    return word;
  });
  return isWhole ? words : "";
};
