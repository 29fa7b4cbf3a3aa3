import { SENSOR_KINDS, type SensorKind } from "../../schema/vocabulary.ts";
import { remembered } from "../kernel/remembered.ts";
import { CANONICAL_UNITS, knownUnit, quantityOf } from "../kernel/units.ts";
import { snake } from "./parts/snake.ts";
import dictionary from "./words.json" with { type: "json" };

/** `tempc`, `temp1f`, `tempinf`, `tC`: the scale written onto the word itself. */
const SCALE_IN_WORD =
  /^(?:t|temp|temperature)(?:in(?:door)?|out(?:door)?|\d)*([cf])$|^t(?:emp(?:erature)?)?([cf])\d*$/;

/** Homey's own name for it, always in °C. */
const IN_CELSIUS = /(?:^|_)measure_temperature(?:$|[._])/;

const SCALE_WORD = /^(?:celsius|centigrade|fahrenheit|deg[cf]|temp[cf])$/;
const SHORT = 1;

/** Above this it is of no room at all. */
export const ROOM_FAHRENHEIT_MAX = 120;

/** The keys for which the specification says that a bare number is °F, and those of the classic object's probes. */
const SPECIFIED_TEMPERATURE = /^temp(?:\d+|_avg)$/;

/** What is hotter than any room, so that a high number says nothing of its scale, and of no room's. */
export const HOT_WORDS: readonly string[] = dictionary.hot;

const HOT = /(^|_)ww|(^|_)(?:vl|rl|hk\d?|ch)(_|$)|(^|_)ret_?temp|fridge_?comp|probe|core|heizkoerper/;

/** The last word as it is written: the `hPa` of `pressure_hPa` is no `Pa`, the `kW` of `power_kW` no `W`. */
const lastWritten = (name: string): string => /([\p{L}\p{N}%°µ]+)[^\p{L}\p{N}%°µ]*$/u.exec(name)?.[1] ?? "";

/** The unit that the end of a name gives (`temp_c`, `power_kw`), where it fits the kind; the case of `energy_MWh` counts. */
const markAtEnd = (words: string[], kind: SensorKind, written: string): string | null => {
  const last = words.at(-1)?.replace(/(?<!\d)\d+$/, "") || words.at(-2) || "";
  const quantity = quantityOf(CANONICAL_UNITS[kind]);
  const units = [lastWritten(written), last].map(knownUnit);
  return quantity === null ? null : (units.find((unit) => quantityOf(unit) === quantity) ?? null);
};

/** `MAIN.fRoomTemperature`: a letter before the name is a type of the sender's language, not a scale. */
const isBeforeName = (words: readonly string[], at: number): boolean =>
  words.slice(at).some((word) => word.includes("temp"));

const readMark = (name: string, kind: SensorKind, written: string): string | null => {
  if (kind === "temperature" && IN_CELSIUS.test(name)) return "°C";
  const words = snake(name).split("_");
  const mark = markAtEnd(words, kind, written);
  if (mark !== null) return mark;
  if (kind === "temperature") {
    const [, onto, behind] =
      words.map((word) => SCALE_IN_WORD.exec(word)).find((match) => match !== null) ?? [];
    const scale =
      onto ??
      behind ??
      words.find((word) => SCALE_WORD.test(word)) ??
      words.slice(1).find((word, at) => /^[cf]$/.test(word) && !isBeforeName(words, at + 2));
    return scale === undefined ? null : knownUnit(scale.replace(/^(?:deg|temp)/, ""));
  }
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  const together = knownUnit(words.slice(-2).join("/"));
  if (together !== null) return together;
  if (last === "ms" && /wind|gust/.test(name)) return "m/s";
  if (last === "in") return /rain|precip|snow|lvl|level|depth|distance/.test(name) ? "in" : null;
  return last.length > SHORT ? knownUnit(last) : null;
};

const MARKS = new Map(
  SENSOR_KINDS.map((kind) => [
    kind,
    remembered((both) => {
      const [name = "", written = ""] = both.split("\n");
      return readMark(name, kind, written);
    }),
  ]),
);

/**
 * The unit that a name gives, in snake case and as it is written: a scale may stand in the middle (`temp_c_sht`,
 * `temperature_celsius_avg`), and what we have no kind for may name its unit too (`battery_mv`, `wind_speed_kmh`).
 */
export const markedUnit = (name: string, kind: SensorKind, written = name): string | null =>
  MARKS.get(kind)?.(`${name}\n${written}`) ?? null;

export const isSpecifiedTemperature = (key: string): boolean => SPECIFIED_TEMPERATURE.test(key);

/** True if a name (in snake case) belongs to a boiler, a flue or similar. */
export const isHotPlace = remembered(
  (name: string): boolean => HOT.test(name) || HOT_WORDS.some((word) => name.includes(word)),
);
