import type { Equivalent } from "./equivalent.ts";

/** Of `lib/sharing`. */
export const SHARING: Equivalent[] = [
  {
    file: "lib/sharing/home-page/workbench.ts",
    was: "text !== undefined && Object.hasOwn(CHART_RANGES, text)",
    is: "Object.hasOwn(CHART_RANGES, text)",
    why: "the type checker asks; no range is called undefined",
  },
  {
    file: "lib/sharing/home-page/workbench.ts",
    was: "first === undefined",
    is: "false",
    why: "the type checker asks; no group is empty",
  },
  { file: "lib/sharing/home-page/cards.ts", was: "find", is: "findLast", why: "a sensor is of one device" },
];
