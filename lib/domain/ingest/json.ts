export type JsonObject = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A member that the body itself has: `constructor` and the like are never found on the prototype. */
export const memberOf = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** The members that are objects themselves. */
export const objectMembers = (object: JsonObject): [string, JsonObject][] =>
  Object.entries(object).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));

/** The elements of an array that are objects; none where it is no array. */
export const objectElements = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
