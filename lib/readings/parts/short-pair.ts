import type { JsonObject } from "../json.ts";

const hasNumber = (members: JsonObject, names: readonly string[]): boolean =>
  names.some((name) => typeof members[name] === "number");

/** Whether `t` and `h` stand side by side, so that each says what the other is. */
export const isShort = (members: JsonObject): boolean =>
  hasNumber(members, ["t", "T"]) && hasNumber(members, ["h", "H"]);
