import { normaliseUnit } from "../../kernel/units.ts";
import type { JsonObject } from "../json.ts";
import { measureOf, stateOf } from "../parts/measures.ts";
import { snake } from "../parts/snake.ts";
import { readStateWord } from "../parts/state-words.ts";
import { firstText } from "./names.ts";

/** A value that an object holds together with its name or unit: `{"type":"temperature","value":21,"unit":"C"}`. */
export type OneValue = { name: string | null; raw: unknown; unit: string | null };

const VALUE_NAMES =
  `value val v Value currentValue current_value lastValue last_value latestValue latest_value
  numericValue numeric_value value_num doubleValue floatValue valueNumber measuredValue reading latest newValue
  state native_value plainValue rawValue measurementValue mean faulted detected triggered active isActive`.split(
    /\s+/,
  );
const UNIT_NAMES =
  `unit units uom unitOfMeasurement unit_of_measurement unitSymbol unit_symbol symbol unitCode
  unit_code measurementUnit measure_unit Unit unitName native_unit_of_measurement u`.split(/\s+/);
/** What is measured; then what people or the sender call the place. */
const KIND_NAMES =
  `type kind device_class deviceClass parameter metric measurement quantity sensorType sensor_type phenomenon
  property variable characteristic attribute capability valueType value_type measurement_type measurementType class
  dataType data_type q field code title name key label sensor channel id description Type Name`.split(/\s+/);
const PLACE_NAMES =
  `friendly_name name displayName display_name label title sensorName sensor_name sensor key device tag
  location room id sensor_id sensorId sensorID address serial uid channel index Name`.split(/\s+/);

const isScalar = (value: unknown): boolean =>
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.length <= 64);

/** Whether a name (in snake case) is one that something is measured under. */
export const isMeasured = (word: string): boolean => measureOf(word) !== null || stateOf(word) !== null;

const valueIn = (object: JsonObject): unknown => {
  const name = VALUE_NAMES.find(
    (candidate) =>
      Object.hasOwn(object, candidate) && isScalar(object[candidate]) && object[candidate] !== "",
  );
  return name === undefined ? undefined : object[name];
};

/** The unit that an object gives for its one value. */
export const unitIn = (object: JsonObject): string | null => {
  const name = UNIT_NAMES.find(
    (candidate) => typeof object[candidate] === "string" && object[candidate] !== "",
  );
  return name === undefined ? null : normaliseUnit(object[name]);
};

/** The first text that says what is measured. */
const kindWord = (object: JsonObject): string | null => {
  for (const name of KIND_NAMES) {
    const said = firstText(object, [name]);
    if (said !== null && isMeasured(snake(said))) return said;
  }
  return null;
};

const nameOf = (object: JsonObject): string | null => {
  const kind = kindWord(object);
  const place = firstText(
    object,
    PLACE_NAMES.filter((name) => object[name] !== kind),
  );
  if (kind === null) return place;
  const asked = firstText(object, PLACE_NAMES);
  if (place === null || asked === kind) return kind;
  return /\s/.test(place) ? `${place} ${kind}` : `${place}_${kind}`;
};

/** `{"celsius":21.3,"fahrenheit":70.3}` and `{"percentage":45}`: the unit is the name. */
const UNIT_AS_NAME: [string, string][] = [
  ["celsius", "°C"],
  ["fahrenheit", "°F"],
  ["percentage", "%"],
  ["percent", "%"],
];

const valueByUnit = (object: JsonObject): OneValue | null => {
  const found = UNIT_AS_NAME.find(([name]) => typeof object[name] === "number");
  return found === undefined ? null : { name: null, raw: object[found[0]], unit: found[1] };
};

/** The one value of an object and what names it; null where it holds none. */
export const recordOf = (object: JsonObject): OneValue | null => {
  const raw = valueIn(object);
  if (raw === undefined) return valueByUnit(object);
  if (readStateWord(raw) === null) return null;
  return { name: nameOf(object), raw, unit: unitIn(object) };
};
