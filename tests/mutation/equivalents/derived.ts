import type { Equivalent } from "./equivalent.ts";

const BATTERY = "lib/readings/derived/battery-days-left.ts";
const NOW = "lib/readings/derived/dew-point.ts";
const PAIRS = "lib/readings/derived/dew-point.ts";
const NO_DEW_POINT = "the type checker asks; of what is not known the formula says nothing";
const IN_THE_LIST = "the type checker asks; a list of one has a first";

export const DERIVED: Equivalent[] = [
  {
    file: BATTERY,
    was: "days[index - 1]?.pct ?? pct",
    is: "days[index - 1]?.pct",
    why: "the type checker asks; what is not a number is no rise",
  },
  {
    file: BATTERY,
    was: "days\n      .slice(index + 1)",
    is: "days",
    why: "with every pair there twice the median of the slopes is the same",
  },
  {
    file: NOW,
    was: "degrees === null || humidityPct === null ? null : dewPoint(degrees, unit, humidityPct)",
    is: "dewPoint(degrees, unit, humidityPct)",
    why: NO_DEW_POINT,
  },
  {
    file: NOW,
    was: "degrees === null || humidityPct === null",
    is: "humidityPct === null",
    why: NO_DEW_POINT,
  },
  { file: NOW, was: "degrees === null || humidityPct === null", is: "degrees === null", why: NO_DEW_POINT },
  { file: NOW, was: "unit === null || value === null", is: "value === null", why: NO_DEW_POINT },
  {
    file: "lib/readings/derived/dew-point.ts",
    was: "celsius === null || celsius < LOWEST_CELSIUS",
    is: "celsius < LOWEST_CELSIUS",
    why: NO_DEW_POINT,
  },
  {
    file: PAIRS,
    was: "temperatures.length === 1 && free.length === 1 && onlyTemperature && onlyHumidity",
    is: "temperatures.length === 1 && free.length === 1 && onlyTemperature",
    why: IN_THE_LIST,
  },
  {
    file: PAIRS,
    was: "temperatures.length === 1 && free.length === 1 && onlyTemperature",
    is: "temperatures.length === 1 && free.length === 1",
    why: IN_THE_LIST,
  },
];
