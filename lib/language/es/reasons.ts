import type { HOME_TITLES, SensorKind } from "../../../schema/vocabulary.ts";
import type { ReasonWords } from "../reason-text.ts";
import texts from "./reasons.json" with { type: "json" };

/** What an alert is about that no device of its own explains. */
export const ES_HOME_SUBJECTS: Record<keyof typeof HOME_TITLES, string> = texts.homeSubjects;

export const ES_REASONS: ReasonWords = texts.reasons;

/** What a sensor of each kind is called that nobody has named. */
export const ES_SENSOR_KINDS: Record<SensorKind, string> = texts.sensorKinds;
