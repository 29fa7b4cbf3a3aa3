/** A mutant that does what the file does: no test can notice it, and it counts for nothing. */
export type Equivalent = { file: string; was: string; is: string; why: string };

const NULL_IS_ZERO = "the type checker asks; null is 0 to a comparison, which says the same here";
const ALWAYS_CONVERTS = "the type checker asks; these units convert into each other";

export const EQUIVALENTS: Equivalent[] = [
  {
    file: "lib/domain/mood/judgements.ts",
    was: "mean !== null && mean >= HOT",
    is: "mean >= HOT",
    why: NULL_IS_ZERO,
  },
  {
    file: "lib/domain/mood/judgements.ts",
    was: "mean !== null && mean >= COSY_FROM",
    is: "mean >= COSY_FROM",
    why: NULL_IS_ZERO,
  },
  {
    file: "lib/domain/mood/judgements.ts",
    was: "find",
    is: "findLast",
    why: "of several bad rooms any may be named",
  },
  {
    file: "lib/domain/mood/wording.ts",
    was: 'convert(celsius, "°C", "°F") ?? celsius',
    is: 'convert(celsius, "°C", "°F")',
    why: ALWAYS_CONVERTS,
  },
  {
    file: "lib/domain/units.ts",
    was: "convert(value, unit, other) ?? value",
    is: "convert(value, unit, other)",
    why: ALWAYS_CONVERTS,
  },
  {
    file: "lib/domain/mood/local-hour.ts",
    was: "24",
    is: "48",
    why: "h23 has no hour 24; some old runtimes do",
  },
  {
    file: "lib/domain/mood/local-hour.ts",
    was: "known !== undefined",
    is: "false",
    why: "made anew it is the same clock",
  },
  {
    file: "lib/domain/mood/local-hour.ts",
    was: "clocks.set(timeZone, made);",
    is: ";",
    why: "made anew it is the same clock",
  },
];

const KEYS = new Set(EQUIVALENTS.map(({ file, was, is }) => JSON.stringify([file, was, is])));

export const isEquivalent = ({ file, was, is }: Omit<Equivalent, "why">): boolean =>
  KEYS.has(JSON.stringify([file, was, is]));
