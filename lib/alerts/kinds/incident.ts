import { HOME_TITLES, type Severity } from "../../../schema/vocabulary.ts";
import { settingsFor } from "../../devices/alert-settings.ts";
import { isNoRoom, placementOf } from "../../devices/placement/placement.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type Moment } from "../../kernel/time.ts";
import { type Evidence, plain, type Reason } from "../../language/reason.ts";
import { type Assessment, assess } from "../advance.ts";
import { type EpisodeState, notifiedOfThis } from "../episode.ts";
import {
  celsiusOf,
  enabledSensors,
  type Placed,
  placeOf,
  type Surroundings,
  stateIndex,
  type TickDevice,
  type TickFacts,
} from "../facts.ts";
import { HABIT_MS, withHabit } from "../habit.ts";
import { areAllBelow, heatedRooms } from "../heating/heated-rooms.ts";
import { outdoorOf, type Point } from "../physics/history.ts";
import { measured, nextReminder, type Ruled, type Verdict } from "../verdict.ts";
import { homeHabitMs, type Listened, type Silence, silentTogether } from "./outage.ts";

const KIND = "incident";
/** The time constant of a home that cools quickly, in hours: nine of ten cool more slowly (`USUAL_TAU`). */
const QUICK_TAU_HOURS = 12;
/** In °C: by how much a forecast may be too warm, and the outdoor temperature to assume without a forecast. */
const COLDER_BY = 2;
const COLDEST_CELSIUS = -18;
const HORIZON_HOURS = 168;
const STEP_HOURS = 0.5;

/** A power cut shorter than this cools nothing. */
const FLICKER_MS = 45 * MINUTE_MS;

/** A room at or below this is cold, whatever is usual for it. In °C. */
const COLD_CELSIUS = 10;
const INSIDE = ["room", "bathroom", "kitchen", "pipe"];

/** When mains sensors last reported that there is no power. Null while there is power, or without a report. */
function powerLostAt(devices: readonly TickDevice[], now: Moment): Moment | null {
  const says = enabledSensors(devices)
    .map(({ sensor }) => sensor)
    .filter(
      ({ kind, isState, value, faultyAt }) =>
        kind === "power" && isState && value !== null && faultyAt === null,
    );
  const isLost = says.length > 0 && says.every(({ value }) => value === 0);
  return isLost ? Math.min(...says.map(({ at }) => at ?? now)) : null;
}

/**
 * True if every heated room is colder than usual; in a home without any, if one room is cold. A plug that is switched
 * off reports no power, too, which means nothing while the home stays warm.
 */
function getsCold(devices: readonly TickDevice[], now: Moment): boolean {
  const rooms = heatedRooms(devices, now);
  if (rooms.length > 0) return areAllBelow(rooms);
  return enabledSensors(devices).some(({ device, sensor }) => {
    const celsius = celsiusOf(sensor);
    return celsius !== null && celsius <= COLD_CELSIUS && INSIDE.includes(placementOf(sensor, device));
  });
}

/** A room's last reading. */
type Cooling = { at: Moment; celsius: number };
type LastHeard = Cooling & { sensorId: string; deviceId: string; name: string };

/**
 * The room that may reach 32 °F first, and when, if the heating stopped at each room's last reading; null if none does
 * within a week. Early on purpose: it assumes a home that cools quickly and a colder outdoors.
 */
export function firstToFreeze<R extends Cooling>(rooms: readonly R[], outdoor: readonly Point[]) {
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

/** The facts about a home as a whole. */
type Dark = {
  /** The devices that are silent together now; null if they aren't. */
  silence: Silence | null;
  /** When the power went out; null while there is power, or if no sensor reports it. */
  powerLost: Moment | null;
  /** The share of the devices that have sent something since the open incident began. */
  backShare: number;
  /** The room that may freeze first, and when; null if none can, or if there is no thermometer. */
  first: { room: LastHeard; at: Moment } | null;
};

/** All devices of a home went silent at once, or its power is out while it gets cold. Subject: the household. */
export function judgeHome(facts: TickFacts, { forecast, ownGaps }: Surroundings, now: Moment): Assessment[] {
  const { household, states } = facts;
  const settings = settingsFor(KIND, household.settings);
  if (!settings.enabled) return [];
  const stateOf = stateIndex(states);
  const { open, peak, pendingSince } = stateOf(KIND, household.id).state;
  const devices = facts.devices.map(({ device }) => device).filter(({ enabled }) => enabled);
  const began = open ? (peak?.evidence.at ?? now) : null;
  const ofOutage = settingsFor("outage", household.settings);
  const listened = devices.map((device): Listened => {
    const { state } = stateOf("outage", device.id);
    const outSince = state.open && notifiedOfThis(state) !== null ? state.openedAt : null;
    return { ...device, ownGaps, outSince, settings: ofOutage };
  });
  const silence = silentTogether(listened, household.quiet, now);
  const powerLost = powerLostAt(facts.devices, now);
  if ([silence, began, powerLost, pendingSince].every((part) => part === null)) return [];
  const back = devices.filter(({ lastSeenAt }) => began !== null && (lastSeenAt ?? 0) > began);
  const rooms = enabledSensors(facts.devices).flatMap(lastHeardIn);
  const dark: Dark = {
    silence,
    powerLost,
    backShare: back.length / Math.max(1, devices.length),
    first: firstToFreeze(rooms, forecast?.hours ?? []),
  };
  const about = { title: HOME_TITLES.connection, deviceId: null, sensorId: null };
  const rule = (state: EpisodeState): Ruled => {
    const verdict = verdictOn(state, dark, now);
    // A silence that isn't notified is one that its habit explains.
    return {
      verdict,
      state: silence !== null && verdict.is === "unknown" ? withHabit(state, now) : state,
      course: {
        forMs: silence !== null ? 0 : getsCold(facts.devices, now) ? FLICKER_MS : Number.POSITIVE_INFINITY,
        remind: isSoonUrgent(dark, now) ? null : nextReminder(state, REMIND_FIRST_MS),
        habitMs: HABIT_MS.question,
      },
    };
  };
  return [assess(facts, { kind: KIND, subject: household.id, about, settings }, rule, now)];
}

/** The last reading of a room or pipe, which can freeze; empty for a freezer and the outdoors, which can't. */
function lastHeardIn({ device, sensor }: Placed): LastHeard[] {
  const celsius = celsiusOf(sensor);
  if (celsius === null || sensor.at === null || isNoRoom(sensor, device) || sensor.faultyAt !== null)
    return [];
  const name = placeOf(device, sensor);
  return [{ at: sensor.at, celsius, name, sensorId: sensor.id, deviceId: device.id }];
}

const REMIND_FIRST_MS = DAY_MS;
/** If a room may freeze within this time, the next message is about that, and not a reminder. */
const NO_REMINDER_MS = 12 * HOUR_MS;
const isSoonUrgent = ({ first }: Dark, now: Moment): boolean =>
  first !== null && first.at - now > SOON_MS && first.at - now <= NO_REMINDER_MS;
/** The incident ends when this share of the offline devices is back online; the others become outages of their own. */
const BACK_SHARE = 0.5;
/** The message is urgent from this long before a room may freeze. */
const SOON_MS = 3 * HOUR_MS;

function verdictOn(state: EpisodeState, dark: Dark, now: Moment): Verdict {
  const { silence, powerLost, first } = dark;
  if (silence === null && powerLost === null && !state.open) return { is: "over", reason: "recovered" };
  const isBack = state.open && powerLost === null && (isPowerOut(state) || dark.backShare >= BACK_SHARE);
  // Notified once more when a room may freeze within three hours, with the room's name if it still sends readings.
  const rung = Number(first !== null && first.at - now <= SOON_MS);
  if (silence !== null && !state.open && powerLost === null) {
    const usualMs = homeHabitMs(state, silence.since, rung > 0, now);
    if (now - silence.since < usualMs) return { is: "unknown", why: plain("not_all_offline") };
  }
  const severity: Severity = rung > 0 ? "critical" : "warning";
  const named = severity === "critical" && !isBack && silence === null ? (first?.room ?? null) : null;
  const evidence = evidenceOf(state, dark, named, now);
  const about = named === null ? {} : { about: [named.sensorId] };
  const why = isBack ? plain("power_back") : whyOpen(evidence);
  return measured({ severity: isBack ? null : severity, badness: rung, rung, evidence, why, ...about }, now);
}

type Known = Evidence & { more: NonNullable<Evidence["more"]> };

const whyOpen = ({ more }: Known): Reason =>
  more.cause === POWER_OUT
    ? plain("power_out")
    : { code: "devices_offline", values: { devices: Number(more.devices) } };

const POWER_OUT = "power_out";

/** True if the incident began as a power cut: it stays one until it ends. */
const isPowerOut = ({ peak }: EpisodeState): boolean => peak?.evidence.more?.cause === POWER_OUT;

function evidenceOf(state: EpisodeState, dark: Dark, named: LastHeard | null, now: Moment): Known {
  const known = state.open ? state.peak?.evidence : undefined;
  const since = known?.at ?? dark.silence?.since ?? state.pendingSince ?? dark.powerLost ?? now;
  const cause = dark.silence === null ? POWER_OUT : "power_or_internet";
  return {
    sensorId: named?.sensorId ?? null,
    deviceId: named?.deviceId ?? null,
    value: Math.floor((now - since) / MINUTE_MS),
    unit: "min",
    at: since,
    more: {
      cause: known?.more?.cause ?? cause,
      devices: known?.more?.devices ?? dark.silence?.devices ?? 0,
      not_before: dark.first?.at ?? null,
      ...(named === null ? {} : { room: named.name }),
    },
  };
}
