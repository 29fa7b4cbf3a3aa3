import { asMeant, meantValue } from "../devices/contact-meaning.ts";
import type { SensorFacts } from "./facts.ts";

/** The facts that rules go by: 1 is an open door, whatever its device sends for one. */
export const factsAsMeant = <S extends SensorFacts>(sensor: S): S => ({
  ...asMeant(sensor),
  valueBefore: meantValue(sensor, sensor.valueBefore),
});
