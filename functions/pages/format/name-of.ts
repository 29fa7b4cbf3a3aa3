import type { HomeSensor } from "../../../lib/devices/home-device.ts";
import { isStale } from "../../../lib/devices/shown-value.ts";
import { sensorNameIn } from "../../../lib/language/given-names.ts";
import type { Words } from "../../../lib/language/pages.ts";
import { ACK_PATHS, ESCALATION_GROUPS, type SensorKind } from "../../../schema/vocabulary.ts";
import type { Teller } from "./teller.ts";

export const nameOf = (sensor: Pick<HomeSensor, "key" | "label" | "kind">, { sensorKinds }: Words): string =>
  sensorNameIn(sensor, sensorKinds);

type StateKind = keyof Words["card"]["on"];

export const stateKind = (kind: SensorKind): StateKind =>
  kind === "door" || kind === "flood" || kind === "motion" ? kind : "other";

/** `Wet`, `Closed`: a state in the reader's words. */
export const stateWord = ({ card }: Words, kind: SensorKind, isOn: boolean): string =>
  (isOn ? card.on : card.off)[stateKind(kind)];

/** `41.5 °F`, `Wet`: what a sensor says now, in the reader's unit or as it was sent, or that it has said nothing yet. */
export function sensorText(
  { value, unit, isState, kind }: Pick<HomeSensor, "value" | "unit" | "isState" | "kind">,
  teller: Teller,
  told: "value" | "asSent" = "value",
): string {
  if (value === null) return teller.words.card.never;
  return isState ? stateWord(teller.words, kind, value !== 0) : teller[told](value, unit);
}

/** A state holds until it changes; a measure is of its time. */
export const isOld = (
  { isState, recordedAt }: Pick<HomeSensor, "isState" | "recordedAt">,
  now: Date,
): boolean => !isState && recordedAt !== null && isStale(recordedAt, now);

/**
 * What a catalogue calls something of an open list; its own name, with blanks, where the catalogue has none.
 */
export const namedText = (texts: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(texts, name) ? texts[name] : undefined) ?? name.replaceAll("_", " ");

export const actionText = (action: string, { activity }: Words): string =>
  namedText(activity.actions, action);

/** By which way somebody took an alert on; empty for everything else, and for what was done on our pages. */
export function viaText({ via }: Readonly<Record<string, unknown>>, { activity }: Words): string {
  const path = ACK_PATHS.find((each) => each === via);
  return path === undefined || path === "page" ? "" : ` (${activity.via[path]})`;
}

/** A group of an escalation's steps; undefined for one person, who has a name. */
export const whomText = (whom: string | null, { escalation }: Words): string | undefined => {
  const group = ESCALATION_GROUPS.find((each) => each === whom);
  return group && escalation.groups[group];
};

/** Describes a message: which news about which kind of alert, or what else it is. */
export function messageText(kind: string, { kinds, delivery, alertPage }: Words): string {
  for (const [alertKind, text] of Object.entries(kinds))
    for (const [transition, news] of Object.entries(alertPage.transitions))
      if (kind === `${alertKind}_${transition}`) return `${text}: ${news}`;
  return namedText(delivery.kinds, kind);
}
