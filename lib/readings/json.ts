export type JsonObject = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isStructure = (value: unknown): value is object => typeof value === "object" && value !== null;

/** A member that the body itself has: `constructor` and the like are never found on the prototype. */
export const memberOf = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Listing fewer members costs less than remembering them: a body may hold thousands of such objects. */
const REMEMBERED_MEMBERS_MIN = 32;

const ENTRIES = new WeakMap<JsonObject, [string, unknown][]>();

/**
 * The members of an object that nobody changes. Every style asks for them, and listing thousands of them is
 * dear.
 */
export const entriesOf = (object: JsonObject): readonly [string, unknown][] => {
  const known = ENTRIES.get(object);
  if (known !== undefined) return known;
  const entries = Object.entries(object);
  if (entries.length >= REMEMBERED_MEMBERS_MIN) ENTRIES.set(object, entries);
  return entries;
};

/** The members that are objects themselves. */
export const objectMembers = (object: JsonObject): [string, JsonObject][] =>
  entriesOf(object).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));

/** The elements of an array that are objects; none where it is no array. */
export const objectElements = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
