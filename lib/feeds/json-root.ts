import { LIMITS } from "../../schema/limits.ts";
import { isJsonObject, memberOf } from "../readings/json.ts";

/** What stands at a root, or that nothing stands there. */
type Rooted = { ok: true; value: unknown } | { ok: false; reason: "missing" };

/** An array's index as RFC 6901 has it: no sign, no leading zero, no `-` for the element after the last. */
const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;
const LONE_TILDE = /~(?![01])/;

/**
 * Whether a text can be kept as `jsonRoot`: a dotted path (`data.sensors.0`) or, from its first slash, a JSON
 * Pointer (`/data/sensors/0`, RFC 6901). A key with a dot in it can be named by a pointer only.
 */
export const isJsonRoot = (text: string): boolean =>
  text.length <= LIMITS.jsonRootCharactersMax &&
  text.isWellFormed() &&
  !/\p{Cc}/u.test(text) &&
  stepsOf(text) !== null;

/** The part of an answer that is the payload; all of it where `root` is null. */
export function selectRoot(body: unknown, root: string | null): Rooted {
  const steps = root === null ? [] : stepsOf(root);
  if (steps === null) return { ok: false, reason: "missing" };
  const value = steps.reduce(stepInto, body);
  return value === undefined ? { ok: false, reason: "missing" } : { ok: true, value };
}

/** Null where the text is neither a dotted path nor a JSON Pointer. */
function stepsOf(root: string): string[] | null {
  if (root.startsWith("/")) return LONE_TILDE.test(root) ? null : root.slice(1).split("/").map(unescaped);
  const steps = root.split(".");
  return steps.includes("") ? null : steps;
}

/** Replaces in this order, so that `~01` is `~1` and not a slash. */
const unescaped = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");

/** Nothing is `undefined`, which JSON has not got; nothing is found on a prototype. */
function stepInto(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return ARRAY_INDEX.test(step) ? value[Number(step)] : undefined;
  return isJsonObject(value) ? memberOf(value, step) : undefined;
}
