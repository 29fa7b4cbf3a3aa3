import type { Outcome } from "../../kernel/outcome.ts";
import { datedBy, momentsIn } from "../foreign/lists.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import type { Part } from "../parts/manner.ts";
import { readParts } from "../parts/read-parts.ts";
import type { ParsedPayload, ReadContext } from "../reading.ts";

/** A way of writing that gives its sender away, with that sender's names and units. */
export type Sender = {
  name: string;
  /** True where all that it leaves out measures nothing: codes, load, memory, the heat of chips. */
  isComplete?: boolean | undefined;
  /** What a body of which nothing is read is told. */
  silence?: string;
  /** True for a radio network, whose signal alone is no news. */
  isNetwork?: boolean | undefined;
  /** Decides by the shape alone. */
  claims: (body: unknown) => boolean;
  /** What a claimed body gives, perhaps nothing; a refusal where it forbids its use. */
  read: (body: unknown, context: ReadContext) => Outcome<ParsedPayload>;
  /**
   * Members of which every body of this sender (or the first object of a list) has at least one: only then is the
   * sender checked.
   */
  marks: readonly string[];
};

type Definition = Pick<Sender, "isComplete" | "isNetwork" | "silence"> & {
  name: string;
  marks: readonly string[];
  /** Asked of the body, or of the first object of a list. */
  isIts: (body: JsonObject) => boolean;
  /** The things of the body; of a list the things of each object. */
  parts: (body: JsonObject) => Iterable<Part>;
};

/** The objects of a body: itself, or those of a list. */
const objectsOf = (body: unknown): JsonObject[] =>
  Array.isArray(body) ? body.filter(isJsonObject) : isJsonObject(body) ? [body] : [];

/** A sender whose bodies are things with named values. */
export const sender = ({ marks, isIts, parts, ...about }: Definition): Sender => ({
  ...about,
  marks,
  claims: (body) => {
    const [first] = objectsOf(body);
    return first !== undefined && isIts(first);
  },
  read: (body, { now }) => {
    const objects = objectsOf(body);
    const moments = momentsIn(objects);
    const dated = (object: JsonObject) => [...parts(object)].map(datedBy(moments.get(object)));
    return readParts(objects.flatMap(dated), now);
  },
});
