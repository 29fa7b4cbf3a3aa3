import type { AlertKind } from "../../schema/vocabulary.ts";
import { HOUR_MS, type Moment } from "../kernel/time.ts";
import { readEpisodeState } from "./episode.ts";
import { celsiusOf, type StateFacts, type TickDevice, type TickFacts } from "./facts.ts";
import { indoorRooms } from "./heating/heated-rooms.ts";
import { ALERT_LIMITS } from "./limits.ts";
import { stateIndex } from "./record.ts";
import { FREEZING_CELSIUS, type SensorOutlook } from "./time-to-freeze/estimate.ts";

/** When a room was said to be at 32 °F, for the open alert that it was said under. Hours count from `at`. */
export type Foreseen = {
  sensorId: string;
  kind: AlertKind;
  subject: string;
  episode: number;
  at: Moment;
  celsius: number;
  hours: number;
  hoursLow: number;
  hoursHigh: number | null;
};

/** The current predictions for each cooling room, to compare with what happens, by the states as they are now. */
export function foreseenOf(
  { household, states }: Pick<TickFacts, "household" | "states">,
  devices: readonly TickDevice[],
  outlooks: ReadonlyMap<string, SensorOutlook>,
  now: Moment,
): Foreseen[] {
  const rooms = new Set(indoorRooms(devices, now).map(({ sensor }) => sensor.id));
  const question = openAs(states, "heating_stopped", household.id);
  const foreseen = [...outlooks].flatMap(([sensorId, { outlook, past }]) => {
    const latest = past.points.at(-1);
    if (outlook.is !== "cooling" || outlook.estimate.hours <= 0 || latest === undefined) return [];
    const alert = (rooms.has(sensorId) ? question : null) ?? openAs(states, "time_to_freeze", sensorId);
    const { hours, hoursLow, hoursHigh } = outlook.estimate;
    const range = { hours, hoursLow, hoursHigh };
    return alert === null ? [] : [{ ...alert, ...range, sensorId, at: now, celsius: latest.celsius }];
  });
  return foreseen.toSorted((a, b) => a.hours - b.hours).slice(0, ALERT_LIMITS.forecastsKeptMax);
}

function openAs(states: readonly StateFacts[], kind: AlertKind, subject: string) {
  const { open, episode } = stateIndex(states)(kind, subject).state;
  return open ? { kind, subject, episode } : null;
}

/** A room at 32 °F, and since which reading. */
export type Frozen = { sensorId: string; at: Moment };

/** Finds the rooms in which what was foreseen has come. */
export const frozenRooms = (devices: readonly TickDevice[]): Frozen[] =>
  devices.flatMap(({ sensors }) =>
    sensors.flatMap((sensor) => {
      const [celsius, { id, at }] = [celsiusOf(sensor), sensor];
      return celsius !== null && at !== null && celsius <= FREEZING_CELSIUS ? [{ sensorId: id, at }] : [];
    }),
  );

const FORESEEING: readonly AlertKind[] = ["time_to_freeze", "heating_stopped"];
/** What ended is scored soon after. */
const SETTLED_AFTER_MS = 2 * 24 * HOUR_MS;

/** True if the home has forecasts that wait for their outcome: only an open alert makes any. */
export const awaitsOutcomes = (states: readonly StateFacts[], now: Moment): boolean =>
  states.some(({ kind, state }) => {
    if (!FORESEEING.includes(kind)) return false;
    const { open, closedAt } = readEpisodeState(state);
    return open || (closedAt !== null && now - closedAt < SETTLED_AFTER_MS);
  });

/** True if there can be earlier forecasts at all. */
export const hasForeseen = (states: readonly StateFacts[]): boolean =>
  states.some(({ kind, state }) => FORESEEING.includes(kind) && readEpisodeState(state).episode > 0);
