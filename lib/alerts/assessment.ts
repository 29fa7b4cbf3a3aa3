import type { AlertKind } from "../../schema/vocabulary.ts";
import { rememberedOf } from "../kernel/remembered.ts";
import type { Moment } from "../kernel/time.ts";
import { type Assessed, advance } from "./advance.ts";
import { type EpisodeState, readEpisodeState } from "./episode.ts";
import type { DeviceFacts, IngestFacts, SensorFacts, StateFacts } from "./facts.ts";
import type { SettingsOf } from "./settings.ts";
import type { Ruled, Trust } from "./verdict.ts";

/** The subject of an episode, as messages name it. */
export type AlertSubject = { title: string; deviceId: string | null; sensorId: string | null };

/** A sensor as messages name it. */
export const aboutOf = (device: DeviceFacts, sensor: SensorFacts): AlertSubject => ({
  title: device.space === "" ? sensor.label : `${sensor.label} (${device.space})`,
  deviceId: device.id,
  sensorId: sensor.id,
});

/** The room, or what else says best where a sensor is. */
export const placeOf = (device: DeviceFacts, sensor: SensorFacts): string =>
  [device.space, device.name, sensor.label].find((name) => name !== "") ?? "";

type StateOf = (kind: AlertKind, subject: string) => { version: number; state: EpisodeState };

/**
 * The stored states by kind and subject; what has no row yet is version 0 and no episode. Each of a home's sensors needs the
 * home's states.
 */
export const stateIndex = rememberedOf((states: readonly StateFacts[]): StateOf => {
  const rows = new Map<AlertKind, Map<string, StateFacts>>();
  for (const [kind, own] of Map.groupBy(states, (row) => row.kind))
    rows.set(kind, new Map(own.map((row) => [row.subject, row])));
  return (kind, subject) => {
    const row = rows.get(kind)?.get(subject);
    return { version: row?.version ?? 0, state: readEpisodeState(row?.state) };
  };
});

/** What a rule makes of one alert, the state that it made it of, and whom messages are about. */
export type Assessment = Assessed & { known: EpisodeState; version: number; about: AlertSubject };

/** Which alert a rule is asked about, by which settings. */
type Asked<K extends AlertKind> = {
  kind: K;
  subject: string;
  about: AlertSubject;
  settings: SettingsOf[K];
  trust?: Trust;
};

/** By its rule, of the stored state. */
export const assess = <K extends AlertKind>(
  { household: { quiet }, states }: Pick<IngestFacts, "household" | "states">,
  { about, ...asked }: Asked<K>,
  rule: (state: EpisodeState) => Ruled,
  now: Moment,
): Assessment => {
  const { version, state: known } = stateIndex(states)(asked.kind, asked.subject);
  return { ...advance(known, rule(known), { ...asked, quiet }, now), known, version, about };
};

/** Everything that is notified about a room's cold. */
export const coldOf = (stateOf: StateOf, household: string, sensor: string): EpisodeState[] =>
  [stateOf("heating_stopped", household), stateOf("freeze", sensor), stateOf("time_to_freeze", sensor)].map(
    ({ state }) => state,
  );
