import { HOME_TITLES } from "../../schema/vocabulary.ts";
import { placementOf } from "../devices/placement/placement.ts";
import { HOUR_MS, type Moment } from "../kernel/time.ts";
import { type Assessment, stateIndex } from "./assessment.ts";
import { readEpisodeState } from "./episode.ts";
import { celsiusOf, type TickDevice, type TickFacts } from "./facts.ts";
import { areAllBelow, heatedRooms } from "./heating/heated-rooms.ts";
import type { NamedRoom } from "./kinds/incident.ts";
import { outdoorOf, type Point } from "./physics/history.ts";
import { assessBy } from "./registry.ts";
import { settingsFor } from "./settings.ts";
import { type Listened, type Span, signsOf, silentTogether } from "./silence.ts";

const KIND = "incident";
/** Nine of ten homes cool more slowly than this, in hours (`USUAL_TAU`). */
const QUICK_TAU_HOURS = 12;
/** A forecast may be off by so much, and where there is none it is as cold as that. In °C. */
const COLDER_BY = 2;
const COLDEST_CELSIUS = -18;
const HORIZON_HOURS = 168;
const STEP_HOURS = 0.5;

/** Rooms this cold are cold whatever is usual for them; °C. */
const COLD_CELSIUS = 10;
const INSIDE = ["room", "bathroom", "kitchen", "pipe"];

/**
 * Since when a mains sensor has reported no power while it gets cold: every heated room is below its usual
 * temperature, or one inside is cold. A plug that is switched off reports the same, and means nothing while the
 * home stays warm. Once notified, only the power ends it. Null while there is power, or without a report.
 */
export function powerLostAt(devices: readonly TickDevice[], now: Moment, isKnownOut: boolean): Moment | null {
  const says = devices.flatMap(({ sensors }) =>
    sensors.filter(
      ({ kind, isState, value, faultyAt }) =>
        kind === "power" && isState && value !== null && faultyAt === null,
    ),
  );
  const isLost = says.length > 0 && says.every(({ value }) => value === 0);
  if (!isLost || !(isKnownOut || getsCold(devices, now))) return null;
  return Math.min(...says.map(({ at }) => at ?? now));
}

function getsCold(devices: readonly TickDevice[], now: Moment): boolean {
  const rooms = heatedRooms(devices, now);
  if (rooms.length > 0) return areAllBelow(rooms);
  return devices.some(({ device, sensors }) =>
    sensors.some((sensor) => {
      const celsius = celsiusOf(sensor);
      return celsius !== null && celsius <= COLD_CELSIUS && INSIDE.includes(placementOf(sensor, device));
    }),
  );
}

/** A room when it was last heard of. */
type Cooling = { at: Moment; celsius: number };
type LastHeard = Cooling & NamedRoom;

/**
 * When the first room may be at 32 °F if the heating stopped the moment after each was last heard of; null where it does
 * not get cold enough outside within a week. On the early side: by a home that cools quickly, and a colder outdoors.
 */
export const earliestFreeze = (rooms: readonly Cooling[], outdoor: readonly Point[]): Moment | null =>
  firstToFreeze(rooms, outdoor)?.at ?? null;

/** The same, with the room that is meant. */
function firstToFreeze<R extends Cooling>(
  rooms: readonly R[],
  outdoor: readonly Point[],
): { room: R; at: Moment } | null {
  const dated = rooms.flatMap((room) => {
    const at = earliestOf(room, outdoor);
    return at === null ? [] : [{ room, at }];
  });
  return dated.toSorted((a, b) => a.at - b.at)[0] ?? null;
}

function earliestOf({ at, celsius }: Cooling, outdoor: readonly Point[]): Moment | null {
  const outside = outdoorOf(outdoor);
  const kept = Math.exp(-STEP_HOURS / QUICK_TAU_HOURS);
  let own = celsius;
  if (own <= 0) return at;
  for (let hours = 0; hours < HORIZON_HOURS; hours += STEP_HOURS) {
    const middle = at + (hours + STEP_HOURS / 2) * HOUR_MS;
    const towards = outside === null ? COLDEST_CELSIUS : outside.at(middle) - COLDER_BY;
    own = towards + (own - towards) * kept;
    if (own <= 0) return at + hours * HOUR_MS;
  }
  return null;
}

type Around = { forecast: { hours: readonly Point[] } | null; ownGaps: readonly Span[] };

/** True if the whole home is silent, or without power while it gets cold. */
export function judgeHome(facts: TickFacts, { forecast, ownGaps }: Around, now: Moment): Assessment[] {
  const { household, states } = facts;
  const devices = facts.devices.filter(({ device }) => device.enabled);
  const subject = household.id;
  const known = stateIndex(states)(KIND, subject);
  const began = known.state.open ? (known.state.peak?.evidence.at ?? now) : null;
  const silence = silentTogether(
    devices.map((device) => listenedTo(facts, device, ownGaps)),
    household.quiet,
    now,
  );
  const powerLost = powerLostAt(devices, now, known.state.open);
  if (silence === null && began === null && powerLost === null) return [];
  const back = devices.filter(({ device }) => began !== null && (device.lastSeenAt ?? 0) > began);
  const rooms = devices.flatMap(lastHeardIn);
  const first = firstToFreeze(rooms, forecast?.hours ?? []);
  const input = {
    subject,
    quiet: household.quiet,
    enabled: true,
    silence,
    powerLost,
    backShare: back.length / Math.max(1, devices.length),
    notBefore: first?.at ?? null,
    // Of a silent room nobody knows how it is.
    first: silence === null ? (first?.room ?? null) : null,
    isRoomCritical: silence === null && isAnyNotifiedCritical(facts, devices),
    coldestCelsius: rooms.length === 0 ? null : Math.min(...rooms.map(({ celsius }) => celsius)),
  };
  const about = { title: HOME_TITLES.connection, deviceId: null, sensorId: null };
  const settings = settingsFor(KIND, household.settings);
  return [assessBy(KIND, states, about, input, settings, now)];
}

/** True if a room with current readings was notified as critical and still is. */
const isAnyNotifiedCritical = ({ states }: TickFacts, devices: readonly TickDevice[]): boolean => {
  const heard = devices.flatMap(({ sensors }) => sensors.map(({ id }) => id));
  return states.some((row) => {
    const { open, severity, notified, episode } = readEpisodeState(row.state);
    const isNotified = notified?.episode === episode && notified.severity === "critical";
    return (
      row.kind === "freeze" && heard.includes(row.subject) && open && severity === "critical" && isNotified
    );
  });
};

function listenedTo(
  { household, states }: TickFacts,
  { device }: TickDevice,
  ownGaps: readonly Span[],
): Listened {
  const outage = states.find(({ kind, subject }) => kind === "outage" && subject === device.id);
  const { open, notified, episode } = readEpisodeState(outage?.state);
  return {
    ...signsOf(device, ownGaps),
    deviceId: device.id,
    settings: settingsFor("outage", household.settings, device.settings),
    isOutAlone: open && notified?.episode === episode,
  };
}

/** The rooms and pipes that can freeze, as they were last heard of; a freezer and the outdoors cannot. */
function lastHeardIn({ device, sensors }: TickDevice): LastHeard[] {
  return sensors.flatMap((sensor) => {
    const celsius = celsiusOf(sensor);
    const isInside = !["freezer", "fridge", "outdoor", "greenhouse", "machine"].includes(
      placementOf(sensor, device),
    );
    if (celsius === null || sensor.at === null || !isInside || sensor.faultyAt !== null) return [];
    const name = [device.space, device.name, sensor.label].find((each) => each !== "") ?? "";
    const ids = { sensorId: sensor.id, deviceId: device.id };
    return [{ at: sensor.at, celsius, name, ...ids }];
  });
}
