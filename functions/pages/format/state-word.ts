import type { Words } from "../../../lib/language/en/pages.ts";
import type { SensorKind } from "../../../schema/vocabulary.ts";

type StateKind = keyof Words["card"]["on"];

export const stateKind = (kind: SensorKind): StateKind =>
  kind === "door" || kind === "flood" || kind === "motion" ? kind : "other";

/** `Wet`, `Closed`: a state in the reader's words. */
export const stateWord = ({ card }: Words, kind: SensorKind, isOn: boolean): string =>
  (isOn ? card.on : card.off)[stateKind(kind)];
