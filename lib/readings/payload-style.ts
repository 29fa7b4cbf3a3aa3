import type { Outcome } from "../kernel/outcome.ts";
import type { ParsedPayload } from "./reading.ts";

export type ReadContext = { now: Date };

/** One way in which devices write their readings. A new one is a file and its place in `styles.ts`. */
export type PayloadStyle = {
  name: string;
  /** Decides by the shape alone, so that exactly one style claims each single-style body. */
  claims: (body: unknown) => boolean;
  /** What a claimed body gives, perhaps nothing; a refusal where the style forbids to use it. */
  read: (body: unknown, context: ReadContext) => Outcome<ParsedPayload>;
};
