import type { SensorKind } from "../../schema/vocabulary.ts";
import { saysClosed, stateOf } from "./parts/measures.ts";
import { snake } from "./parts/snake.ts";
import { kindFromName } from "./sensor-kinds.ts";

/** The kind of a flat key; a state may be of one that a number under this name is not: `waterDetected`. */
export const kindOfKey = (key: string, isState: boolean): SensorKind => {
  const named = kindFromName(key);
  return named === "generic" && isState ? (stateOf(snake(key))?.kind ?? named) : named;
};

/** `{"door_closed":true}` */
export const isClosedByTrue = (name: string, kind: SensorKind, raw: unknown): boolean =>
  kind === "door" && typeof raw === "boolean" && saysClosed(snake(name));
