import type { Series } from "./sensor-truth.ts";
import type { TickSensor } from "./tick-facts.ts";
import { celsiusPoints, type Point } from "./time-to-freeze/points.ts";

/** A temperature sensor's readings in °C. */
export const pointsOf = (sensor: TickSensor, series: ReadonlyMap<string, Series>): Point[] =>
  celsiusPoints((series.get(sensor.id) ?? []).map((reading) => ({ ...reading, unit: sensor.unit })));
