import type { SensorKind } from "../../../schema/vocabulary.ts";

/** The part of a sensor that pairing asks for. `key` is unique on its device. */
export type PairedSensor = { key: string; kind: SensorKind };

export type Pair<S extends PairedSensor> = { temperature: S; humidity: S };

/** The word of a key that says what is measured, as firmware spells it; °F and °C marks go with it. */
const MEASURE_WORDS = /temperatur[ea]?|humidity|humidite|feuchte|temp|hum|(?<!\p{L})rh(?!\p{L})/u;
const UNIT_MARKS = /^[fc]$/;

/**
 * What is left of a key without the word of its kind: `temp1` and `humidity1` → `1`, `bme280_temperature` →
 * `bme280`, `temperature` → empty, `temp_avg` → `avg`.
 */
export function placeOf(key: string): string {
  const words = key
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, "$1_")
    .toLowerCase()
    .replace(MEASURE_WORDS, "_")
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== "" && !UNIT_MARKS.test(word)).join("_");
}

/**
 * Temperatures of one device with the humidity of the same place. One humidity for each temperature and the
 * other way round, in the device's order; where there is just one of each, they belong together whatever they
 * are called.
 */
export function sensorPairs<S extends PairedSensor>(sensors: readonly S[]): Pair<S>[] {
  const temperatures = sensors.filter(({ kind }) => kind === "temperature");
  const free = sensors.filter(({ kind }) => kind === "humidity");
  const [onlyTemperature, onlyHumidity] = [temperatures[0], free[0]];
  if (temperatures.length === 1 && free.length === 1 && onlyTemperature && onlyHumidity) {
    return [{ temperature: onlyTemperature, humidity: onlyHumidity }];
  }
  return temperatures.flatMap((temperature) => {
    const place = placeOf(temperature.key);
    const index = free.findIndex(({ key }) => placeOf(key) === place);
    const [humidity] = index === -1 ? [] : free.splice(index, 1);
    return humidity === undefined ? [] : [{ temperature, humidity }];
  });
}
