import { isJsonObject, type JsonObject } from "../json.ts";
import type { Part } from "../parts/part.ts";
import { readParts } from "../parts/read-parts.ts";
import type { PayloadStyle } from "../payload-style.ts";

/** A way of writing that gives its sender away, with that sender's names and units. */
export type Sender = PayloadStyle & {
  /**
   * Members of which every body of this sender (or the first object of a list) has at least one: only where one is
   * seen is the body asked whose it is.
   */
  marks: readonly string[];
};

type Definition = {
  name: string;
  marks: readonly string[];
  /** Asked of the body, or of the first object of a list. */
  isIts: (body: JsonObject) => boolean;
  /** The things of the body; of a list the things of each object. */
  parts: (body: JsonObject) => Iterable<Part>;
};

/** The objects of a body: itself, or those of a list. */
export const objectsOf = (body: unknown): JsonObject[] =>
  Array.isArray(body) ? body.filter(isJsonObject) : isJsonObject(body) ? [body] : [];

/** A sender whose bodies are things with named values. */
export const sender = ({ name, marks, isIts, parts }: Definition): Sender => ({
  name,
  marks,
  claims: (body) => {
    const [first] = objectsOf(body);
    return first !== undefined && isIts(first);
  },
  read: (body) => readParts(objectsOf(body).flatMap((object) => [...parts(object)])),
});
