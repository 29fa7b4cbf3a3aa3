import { ALWAYS_CONVERTS, type Equivalent } from "./equivalent.ts";

const CURSOR = "lib/kernel/cursor.ts";
const SHOWN_VALUE = "lib/readings/shown-value.ts";
const MEDIAN = "lib/kernel/median.ts";
const NO_PLACE = "atMicroseconds === undefined || id === undefined";
const ALL_OR_NONE = "the type checker asks; a place has both of its parts or none";
const NO_UNIT = "the type checker asks; into no unit nothing converts";
const SAME_ORDER = "either way of sorting gives the same order; they differ in what they cost";

/** Of the files of `lib/domain` that stand in no folder. */
export const BESIDE_FOLDERS: Equivalent[] = [
  {
    file: "lib/kernel/units.ts",
    was: "convert(value, unit, other) ?? value",
    is: "convert(value, unit, other)",
    why: ALWAYS_CONVERTS,
  },
  { file: CURSOR, was: NO_PLACE, is: "id === undefined", why: ALL_OR_NONE },
  { file: CURSOR, was: NO_PLACE, is: "atMicroseconds === undefined", why: ALL_OR_NONE },
  { file: CURSOR, was: "/=+$/", is: "/=+/", why: "base64 has its padding at its end alone" },
  {
    file: CURSOR,
    was: "rows.length > limit && last !== undefined",
    is: "rows.length > limit",
    why: "the type checker asks; a page of no rows is asked for by nobody",
  },
  {
    file: SHOWN_VALUE,
    was: "wanted === null || unit === null || unit === wanted",
    is: "unit === wanted",
    why: NO_UNIT,
  },
  { file: SHOWN_VALUE, was: "wanted === null || unit === null", is: "unit === null", why: NO_UNIT },
  { file: SHOWN_VALUE, was: "wanted === null || unit === null", is: "wanted === null", why: NO_UNIT },
  { file: MEDIAN, was: "12", is: "24", why: SAME_ORDER },
  {
    file: MEDIAN,
    was: "numbers.length <= FEW ? fewSorted(numbers) : Float64Array.from(numbers).sort()",
    is: "Float64Array.from(numbers).sort()",
    why: SAME_ORDER,
  },
  {
    file: MEDIAN,
    was: "numbers.length <= FEW ? fewSorted(numbers) : Float64Array.from(numbers).sort()",
    is: "fewSorted(numbers)",
    why: SAME_ORDER,
  },
  { file: MEDIAN, was: "numbers.length <= FEW", is: "numbers.length < FEW", why: SAME_ORDER },
  { file: MEDIAN, was: "numbers.length <= FEW", is: "numbers.length > FEW", why: SAME_ORDER },
  {
    file: MEDIAN,
    was: "(sorted[place - 1] ?? 0) > own",
    is: "(sorted[place - 1] ?? 0) >= own",
    why: "equal numbers may stand either way round",
  },
  {
    file: MEDIAN,
    was: "(sorted[place - 1] ?? 0) > own",
    is: "(sorted[place - 1] ?? 0) <= own",
    why: "sorted the other way round the middle is the same",
  },
];
