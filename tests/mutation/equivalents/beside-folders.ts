import { ALWAYS_CONVERTS, type Equivalent } from "./equivalent.ts";

/** Of the files of `lib/domain` that stand in no folder. */
export const BESIDE_FOLDERS: Equivalent[] = [
  {
    file: "lib/domain/units.ts",
    was: "convert(value, unit, other) ?? value",
    is: "convert(value, unit, other)",
    why: ALWAYS_CONVERTS,
  },
];
