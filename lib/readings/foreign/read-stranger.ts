import { done, type Outcome } from "../../kernel/outcome.ts";
import type { Manner } from "../parts/part.ts";
import { readParts } from "../parts/read-parts.ts";
import type { ParsedPayload } from "../reading.ts";
import { walk } from "./walk.ts";

const STRANGER: Manner = {};

/**
 * A body of a shape that no style knows: what is understood of it by names, units and nesting, and nothing else.
 * Temperatures without any word on their unit are taken for °C, as nearly all interfaces between machines send them,
 * and are marked as assumed.
 */
export const readStranger = (body: unknown): Outcome<ParsedPayload> => {
  const outcome = readParts(walk(body, STRANGER));
  if (!outcome.ok || outcome.value.readings.length > 0) return outcome;
  // A battery alone, somewhere inside, may be that of anything.
  return done({ ...outcome.value, health: {} });
};
