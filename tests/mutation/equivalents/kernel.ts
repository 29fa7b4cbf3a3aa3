import type { Equivalent } from "./equivalent.ts";

/** Of `lib/kernel`. */
export const KERNEL: Equivalent[] = [
  {
    file: "lib/kernel/units.ts",
    was: "convert(value, unit, other) ?? value",
    is: "convert(value, unit, other)",
    why: "the type checker asks; these units convert into each other",
  },
  {
    file: "lib/kernel/cursor.ts",
    was: "atMicroseconds === undefined || id === undefined",
    is: "id === undefined",
    why: "the type checker asks; a place has both of its parts or none",
  },
  {
    file: "lib/kernel/cursor.ts",
    was: "atMicroseconds === undefined || id === undefined",
    is: "atMicroseconds === undefined",
    why: "the type checker asks; a place has both of its parts or none",
  },
  {
    file: "lib/kernel/cursor.ts",
    was: "rows.length > limit && last !== undefined",
    is: "rows.length > limit",
    why: "the type checker asks; a page of no rows is asked for by nobody",
  },
  {
    file: "lib/kernel/median.ts",
    was: "12",
    is: "24",
    why: "either way of sorting gives the same order; they differ in what they cost",
  },
  {
    file: "lib/kernel/median.ts",
    was: "numbers.length <= FEW ? fewSorted(numbers) : new Float64Array(numbers).sort()",
    is: "new Float64Array(numbers).sort()",
    why: "either way of sorting gives the same order; they differ in what they cost",
  },
  {
    file: "lib/kernel/median.ts",
    was: "numbers.length <= FEW ? fewSorted(numbers) : new Float64Array(numbers).sort()",
    is: "fewSorted(numbers)",
    why: "either way of sorting gives the same order; they differ in what they cost",
  },
  {
    file: "lib/kernel/median.ts",
    was: "numbers.length <= FEW",
    is: "numbers.length < FEW",
    why: "either way of sorting gives the same order; they differ in what they cost",
  },
  {
    file: "lib/kernel/median.ts",
    was: "numbers.length <= FEW",
    is: "numbers.length > FEW",
    why: "either way of sorting gives the same order; they differ in what they cost",
  },
  {
    file: "lib/kernel/median.ts",
    was: "(sorted[place - 1] ?? 0) > own",
    is: "(sorted[place - 1] ?? 0) >= own",
    why: "equal numbers may stand either way round",
  },
  {
    file: "lib/kernel/median.ts",
    was: "(sorted[place - 1] ?? 0) > own",
    is: "(sorted[place - 1] ?? 0) <= own",
    why: "sorted the other way round the middle is the same",
  },
];
