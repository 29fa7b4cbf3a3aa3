import { remembered } from "../../kernel/remembered.ts";
import { entriesOf, type JsonObject } from "../json.ts";
import { snake } from "./snake.ts";

/** A name without the words that say how its number is scaled, and what to divide by. */
type Scaled = { word: string; dividedBy: number };

const TIMES = /_(?:x|times|mal)_?(10{1,3})$/;

const WORDS: [RegExp, number][] = [
  [/(?:^|_)(?:deci|tenths?(?:_of)?|10ths?)(?=_|$|deg|c$|f$|percent|celsius)_?/, 10],
  [/(?:^|_)(?:centi|hundredths?(?:_of)?|100ths?)(?=_|$|deg|c$|f$|percent|celsius)_?/, 100],
  [/(?:^|_)(?:milli)(?=_|$|deg|c$|f$|percent|celsius)_?/, 1_000],
];

/** `temp_c_x10` and `decidegrees_c`, in snake case. */
export const scaledName = remembered((name: string): Scaled => {
  const times = TIMES.exec(name);
  if (times !== null) return { word: name.slice(0, times.index), dividedBy: Number(times[1]) };
  for (const [form, dividedBy] of WORDS)
    if (form.test(name)) return { word: name.replace(form, "_").replace(/^_|_$/g, ""), dividedBy };
  return { word: name, dividedBy: 1 };
});

const BEFORE_UNIT = /^0[.,](0{0,2})1\s*(\D.*)$/;
const BEHIND_UNIT = /^(\D*[^\d\s])\s*[/x*·]\s*(10{1,3})$/;

/** `0.1 °C` and `°C/10` beside a number; a unit without such a mark stays as it is. */
export const scaledUnit = (unit: string): { unit: string; dividedBy: number } => {
  const before = BEFORE_UNIT.exec(unit);
  if (before !== null) return { unit: before[2] ?? "", dividedBy: 10 ** ((before[1] ?? "").length + 1) };
  const behind = BEHIND_UNIT.exec(unit);
  return behind === null ? { unit, dividedBy: 1 } : { unit: behind[1] ?? "", dividedBy: Number(behind[2]) };
};

const POWERS = new Map(
  [0.1, 0.01, 0.001, 10, 100, 1_000].map((factor) => [factor, factor < 1 ? Math.round(1 / factor) : factor]),
);
const FACTORS = ["scale", "factor", "multiplier", "scaling", "scale_factor", "scaleFactor", "divisor", "div"];

/** `{"value":215,"scale":0.1}`: an integer whose scale stands beside it, as the number that is meant. */
export const scaledBeside = (object: JsonObject, raw: unknown): unknown => {
  if (typeof raw !== "number" || !Number.isInteger(raw)) return raw;
  for (const name of FACTORS) {
    const dividedBy = POWERS.get(Number(object[name]));
    if (dividedBy !== undefined) return raw / dividedBy;
  }
  return raw;
};

const SETTING = /set_?point|target|desired|(^|_)set(_|$)/;

/** What an integer that is set beside a measured one shows: 200 and 205 are tenths, 2000 and 2050 hundredths. */
export const dividedBySettings = (settings: readonly number[], measured: number): number => {
  const parts = (value: number): number => {
    if (!Number.isInteger(value)) return 1;
    if (value >= TENTHS[0] && value <= TENTHS[1]) return 10;
    return value >= HUNDREDTHS[0] && value <= HUNDREDTHS[1] ? 100 : 1;
  };
  const [first] = settings;
  if (first === undefined) return 1;
  const dividedBy = parts(first);
  return dividedBy > 1 && Number.isInteger(measured) && settings.every((set) => parts(set) === dividedBy)
    ? dividedBy
    : 1;
};

/** From 13 to 45 degrees: what thermostats are set to. */
const TENTHS = [130, 450] as const;
const HUNDREDTHS = [1_300, 4_500] as const;

/** Whether a name is of what somebody sets. */
export const isSetting = remembered((name: string): boolean => SETTING.test(snake(name)));

/** The numbers that members set. */
export const settingsOf = (members: JsonObject): number[] =>
  entriesOf(members)
    .filter(([name, raw]) => typeof raw === "number" && isSetting(name))
    .map(([, raw]) => Number(raw));
