import type { Equivalent } from "./equivalent.ts";

/** Of `lib/pucks`. */
export const PUCKS: Equivalent[] = [
  {
    file: "lib/pucks/mood/derive-mood.ts",
    was: "mean !== null && mean >= HOT",
    is: "mean >= HOT",
    why: "the type checker asks; null is 0 to a comparison, which says the same here",
  },
  {
    file: "lib/pucks/mood/derive-mood.ts",
    was: "mean !== null && mean >= COSY_FROM",
    is: "mean >= COSY_FROM",
    why: "the type checker asks; null is 0 to a comparison, which says the same here",
  },
  {
    file: "lib/pucks/mood/derive-mood.ts",
    was: "find",
    is: "findLast",
    why: "of several bad rooms any may be named",
  },
  { file: "lib/pucks/mood/climate.ts", was: "24", is: "48", why: "h23 has no hour 24; some old runtimes do" },
  {
    file: "lib/pucks/mood/climate.ts",
    was: "known !== undefined",
    is: "false",
    why: "made anew it is the same clock",
  },
  {
    file: "lib/pucks/mood/climate.ts",
    was: "clocks.set(timeZone, made);",
    is: ";",
    why: "made anew it is the same clock",
  },
];
