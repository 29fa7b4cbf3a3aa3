import type { SensorKind } from "../../../schema/vocabulary.ts";
import { remembered } from "../../kernel/remembered.ts";
import { entriesOf, type JsonObject } from "../json.ts";
import { measureOf } from "../parts/measures.ts";
import { readSaid } from "../parts/said-number.ts";
import { snake } from "../parts/snake.ts";
import { type OneValue, unitIn } from "./records.ts";

/** Where one thing measures the same several times. */
const PLACE =
  /^(?:internal|external|indoors?|outdoors?|in|out|inside|outside|ambient|room|air|water|floor|surface|ground|pipe|top|bottom|middle|left|right|front|back|supply|return|inlet|outlet|flow|attic|basement|cellar|garage|kitchen|bedroom|bathroom|fridge|freezer|(?:probe|sensor|channel|ch|zone|port|t|temp|s|p)?_?\d{1,2})$/;

const isPlace = remembered((name: string): boolean => PLACE.test(snake(name)));

/** What is measured now, beside what was lowest and highest: amperes only under names of electricity. */
const NOW = /^(?:current|now|actual|ist|aktuell|actuel|attuale|last|latest)$/i;

/** Kinds that amperes are no part of. */
const NO_ELECTRICITY = new Set<SensorKind>([
  "temperature",
  "humidity",
  "co2",
  "pm25",
  "voc",
  "pressure",
  "level",
]);

/** `{"temperature":{"internal":21.5,"ambient":22.3}}`: a value for each place; none where the object is something else. */
export const placesOf = (outside: string, object: JsonObject): OneValue[] => {
  const measure = measureOf(snake(outside));
  if (measure === null) return [];
  const numbers = entriesOf(object).filter(([, raw]) => readSaid(raw)?.isState === false);
  const unit = unitIn(object);
  const now = NO_ELECTRICITY.has(measure.kind) ? numbers.find(([name]) => NOW.test(name)) : undefined;
  if (now !== undefined) return [{ name: outside, raw: now[1], unit }];
  return numbers
    .filter(([name]) => isPlace(name))
    .map(([name, raw]) => ({ name: `${outside}_${name}`, raw, unit }));
};
