import { ALWAYS_CONVERTS, type Equivalent } from "./equivalent.ts";

const SIMULATE = "lib/alerts/rules/simulate.ts";
const FIELDS = "lib/alerts/settings/settings.ts";
const ALWAYS_QUANTITY = "the type checker asks; what a percentage stores is null or a quantity";

/** Of `lib/domain/rules` and `lib/domain/alert-settings`. */
export const RULES: Equivalent[] = [
  {
    file: SIMULATE,
    was: "state.peak?.evidence ?? null",
    is: "state.peak?.evidence",
    why: "asked for only where an episode is open, which has a peak",
  },
  { file: SIMULATE, was: '"tick"', is: '""', why: "all that is no post is judged as a tick is" },
  {
    file: SIMULATE,
    was: "opened === undefined ? [] : [firingOf(opened, all, latestPeak)]",
    is: "[firingOf(opened, all, latestPeak)]",
    why: "the type checker asks; no group is empty",
  },
  { file: SIMULATE, was: "find", is: "findLast", why: "an episode ends once" },
  {
    file: FIELDS,
    was: 'typeof stored === "object" && stored !== null && "value" in stored && typeof stored.value === "number"',
    is: 'typeof stored === "object" && stored !== null && "value" in stored',
    why: ALWAYS_QUANTITY,
  },
  {
    file: FIELDS,
    was: 'typeof stored === "object" && stored !== null && "value" in stored',
    is: 'typeof stored === "object" && stored !== null',
    why: ALWAYS_QUANTITY,
  },
  {
    file: "lib/alerts/settings/settings.ts",
    was: 'valueIn(quantity, "°C") ?? Number.NaN',
    is: 'valueIn(quantity, "°C")',
    why: ALWAYS_CONVERTS,
  },
  {
    file: "lib/alerts/settings/settings.ts",
    was: "find",
    is: "findLast",
    why: "an id is there once",
  },
];
