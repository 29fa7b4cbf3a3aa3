import type { Equivalent } from "./equivalent.ts";

const TREND = "lib/sharing/home-page/cards.ts";
const CHART = "lib/sharing/home-page/chart-series.ts";
const CENTRED = "with the other factor centred, what is added to this one adds up to nothing";

export const HOME_PAGE: Equivalent[] = [
  { file: TREND, was: "value - meanValue", is: "value + meanValue", why: CENTRED },
  {
    file: TREND,
    was: "hour - meanHour",
    is: "hour + meanHour",
    on: "const along = recent.reduce((sum, { hour, value }) => sum + (hour - meanHour) * (value - meanValue), 0);",
    why: CENTRED,
  },
  {
    file: CHART,
    was: "text !== undefined && Object.hasOwn(CHART_RANGES, text)",
    is: "Object.hasOwn(CHART_RANGES, text)",
    why: "the type checker asks; no range is called undefined",
  },
  {
    file: CHART,
    was: "first === undefined",
    is: "false",
    why: "the type checker asks; no group is empty",
  },
  {
    file: "lib/sharing/home-page/cards.ts",
    was: "find",
    is: "findLast",
    why: "a sensor is of one device",
  },
];
