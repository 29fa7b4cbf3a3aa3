import type { AlertKind } from "../../schema/vocabulary.ts";
import { DAY_MS, type Moment } from "../kernel/time.ts";
import { advance } from "./advance.ts";
import { type Assessment, assess, stateIndex } from "./assessment.ts";
import { OUTDOOR_SUBJECT } from "./decide/speaks-for.ts";
import { type CloseReason, type EpisodeState, readEpisodeState } from "./episode.ts";
import type { StateFacts, TickDevice, TickFacts } from "./facts.ts";
import { isRoom } from "./heating/heated-rooms.ts";
import { settingsFor } from "./settings.ts";

const OF_A_SENSOR: readonly AlertKind[] = [
  "freeze",
  "humidity",
  "leak",
  "cold_storage",
  "sensor_fault",
  "time_to_freeze",
];
const VACATION = "vacation:";

/**
 * Ends the open alerts that no rule speaks of any more: what they are about has been removed, renamed or disabled, or
 * their forecast is over and there is no other. Otherwise they would stay open for ever, and speak for others.
 */
export function endsOfUnspoken(facts: TickFacts, now: Moment): Assessment[] {
  const stateOf = stateIndex(facts.states);
  return facts.states.flatMap((row) => {
    const { open } = readEpisodeState(row.state);
    const reason = open ? reasonToEnd(row, facts, now) : null;
    if (reason === null) return [];
    const { kind, subject } = row;
    const { quiet, settings } = facts.household;
    const scene = { kind, subject, quiet, settings: settingsFor("incident", settings) };
    // That a frost didn't come is no news, nor is the end of what nobody can name any more.
    const course = { tellsEnd: kind !== "forecast" && reason !== "recovered" };
    return [
      assess(stateOf(kind, subject), NOBODY, (state) =>
        advance(state, { is: "over", reason }, course, scene, now),
      ),
    ];
  });
}

/** An end changes nothing of whom an alert is about. */
const NOBODY = { title: "", deviceId: null, sensorId: null };

function reasonToEnd(
  { kind, subject, state }: StateFacts,
  { household, place, devices, rules }: TickFacts,
  now: Moment,
): CloseReason | null {
  const hasSensor = (id: string) => devices.some(({ sensors }) => sensors.some((sensor) => sensor.id === id));
  const removedUnless = (exists: boolean): CloseReason | null => (exists ? null : "removed");
  if (OF_A_SENSOR.includes(kind)) return removedUnless(hasSensor(subject));
  switch (kind) {
    case "outage":
      return removedUnless(devices.some(({ device }) => device.id === subject));
    case "rule":
      return subject.startsWith(VACATION)
        ? removedUnless(hasSensor(subject.slice(VACATION.length)))
        : removedUnless(rules.some(({ id }) => id === subject));
    case "heating_stopped":
      return removedUnless(devices.some(hasRoom));
    case "incident":
      if (subject === household.id) return devices.some(({ device }) => device.enabled) ? null : "disabled";
      // Of a space: by an earlier version.
      return "removed";
    case "forecast":
      if (place === null || (subject !== OUTDOOR_SUBJECT && !hasSensor(subject))) return "removed";
      return subject !== OUTDOOR_SUBJECT && isOver(readEpisodeState(state), now) ? "recovered" : null;
    default:
      return null;
  }
}

const hasRoom = ({ device, sensors }: TickDevice): boolean =>
  device.enabled && sensors.some((sensor) => sensor.kind === "temperature" && isRoom(sensor, device));

/** The hour that was foretold is days ago: a space that is heated by now has no other forecast. */
const OVER_MS = 3 * DAY_MS;
const isOver = ({ peak, openedAt }: EpisodeState, now: Moment): boolean =>
  now - Math.max(peak?.evidence.at ?? 0, openedAt ?? 0) > OVER_MS;
