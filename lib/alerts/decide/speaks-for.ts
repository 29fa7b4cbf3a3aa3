import type { AlertKind, Severity } from "../../../schema/vocabulary.ts";
import { DAY_MS, HOUR_MS, type Moment } from "../../kernel/time.ts";
import type { Assessed } from "../advance.ts";
import { type EpisodeState, type Notified, namedAt, notifiedOfThis, readEpisodeState } from "../episode.ts";
import type { DeviceFacts, SensorFacts, StateFacts } from "../facts.ts";
import { OUTDOOR_SUBJECT } from "../settings.ts";
import { TICK_MS } from "../verdict.ts";

/** Which alerts speak for which others while they are open, for the subjects that they cover. */
const SPEAKS_FOR: { [K in AlertKind]?: readonly AlertKind[] } = {
  incident: ["outage", "freeze", "time_to_freeze", "heating_stopped", "forecast", "humidity"],
  // Its own hours left say what a forecast frost means for these rooms. Cooling air gets damp by itself, and airing a
  // room, as the humidity alert asks, would make it worse.
  heating_stopped: ["freeze", "time_to_freeze", "forecast", "humidity"],
  freeze: ["time_to_freeze", "forecast", "humidity"],
  time_to_freeze: ["freeze", "forecast", "humidity"],
  // If a space gets as cold as was recently forecast, only a critical alert is news.
  forecast: ["freeze", "time_to_freeze"],
};
/** Kinds about one room. They speak for nothing more severe than their own notice. */
const OF_ONE_ROOM: readonly AlertKind[] = ["freeze", "time_to_freeze"];
/** Kinds about several rooms, of which a message names one. */
const OF_ROOMS: readonly AlertKind[] = ["heating_stopped", "incident"];

/** After this long without a notice about the home's cold, an alert no longer speaks for several rooms. */
const SPEAKS_MS = 36 * HOUR_MS;
/** A forecast speaks for other alerts for the day that it is about. It counts as a notice about the cold for longer. */
const FORETOLD = { speaksMs: DAY_MS, countsMs: 3 * DAY_MS } as const;
/** After a critical notification in an episode, becoming critical again is news after this time. */
export const SAME_LEVEL_MS = 24 * HOUR_MS;
/** When a home has power again, its rooms get this long to warm up before a mere warning is notified. */
const SETTLES_MS = 1.5 * HOUR_MS;
/** A critical alert is notified three hours ahead: a room that reaches its critical limit within them behaves as announced. */
const NAMED_MS = 3 * HOUR_MS;

/**
 * An alert that speaks for others while it is open. An incident speaks for everything that follows from missing power
 * or internet in a home. The question about the heating speaks for the cooling rooms. For one room, its freeze alert
 * and its time to freeze speak for each other, up to the severity of the speaker's notice.
 */
export type Speaker = {
  kind: AlertKind;
  subject: string;
  notified: Notified;
  /** Sensors and devices that it speaks for. */
  covers: readonly string[];
  /** An incident in which the devices themselves are silent. */
  isSilence: boolean;
  /** No notice about the home's cold for long: an incident still speaks for silent devices, but for no room. */
  isForgotten: boolean;
  /** People were notified of 40 °F: by this alert, or since then by one of the rooms that it is about. */
  isToldOfForty: boolean;
};

/** True for the kinds whose notices about the home's cold share their reminders. */
export const isOfStory = (kind: AlertKind): boolean => kind in SPEAKS_FOR && kind !== "forecast";

/** The part of an alert that decides which other alert speaks for it. */
export type Child = {
  kind: AlertKind;
  subject: string;
  severity: Severity | null;
  /** The alert is critical, and nobody was notified of that within a day. */
  isNewlyCritical: boolean;
  /** The room is at 40 °F or below, and nobody was notified of that. */
  isNewlyCold: boolean;
  /** How long the alert has been open, in milliseconds; null for one that ends. */
  openMs: number | null;
  /** For an alert about several rooms: the room that its message names, and all that it is about. */
  room: string | null;
  rooms: readonly string[];
};

/** `isMove`: the alert has just reached this severity. */
export function childOf(
  state: EpisodeState,
  { scene, verdict, now }: Pick<Assessed, "scene" | "verdict" | "now">,
  isMove: boolean,
): Child {
  const { kind, subject } = scene;
  const isOfRooms = verdict.is === "measured" && verdict.about !== undefined;
  return {
    kind,
    subject,
    severity: state.severity,
    isNewlyCritical: isNewlyCritical(state, isOfRooms, isMove, now),
    isNewlyCold:
      kind === "freeze" &&
      verdict.is === "measured" &&
      isBelowForty(verdict) &&
      !isBelowForty(notifiedOfThis(state)),
    openMs: now - (state.openedAt ?? now),
    room: isOfRooms ? verdict.evidence.sensorId : null,
    rooms: isOfRooms ? (verdict.about ?? []) : [],
  };
}

const isBelowForty = (word: Pick<Notified, "badness"> | null): boolean =>
  word !== null && coldRung(-word.badness) >= COLD_RUNG;

/** True if critical for the first time, or again a day after it eased. Of several rooms, another may have been named. */
function isNewlyCritical(state: EpisodeState, isOfRooms: boolean, isMove: boolean, now: Moment): boolean {
  const notified = notifiedOfThis(state)?.criticalAt ?? (isOfRooms ? null : namedAt(state));
  return state.severity === "critical" && (notified === null || (isMove && now - notified >= SAME_LEVEL_MS));
}

/** The home that the alerts belong to. */
export type HomeDevices = {
  householdId: string;
  devices: readonly { device: DeviceFacts; sensors: readonly SensorFacts[] }[];
};

/** Returns the notified alerts that can speak for others: open ones, and an incident that has just ended. */
export function speakersOf(states: readonly StateFacts[], home: HomeDevices, now: Moment): Speaker[] {
  const speaking = states.flatMap(({ kind, subject, state: stored }) => {
    if (SPEAKS_FOR[kind] === undefined) return [];
    const state = readEpisodeState(stored);
    const notified = notifiedOfThis(state);
    const speaks = (state.open && state.severity !== null) || isSettling(kind, state, now);
    if (!speaks || notified === null) return [];
    if (kind === "forecast" && now - notified.at > FORETOLD.countsMs) return [];
    return [{ kind, subject, state, notified }];
  });
  const lastWord = Math.max(...speaking.map(({ notified }) => notified.at));
  const cold = speaking.filter(({ kind, notified }) => kind === "freeze" && isBelowForty(notified));
  return speaking.map(({ kind, subject, state, notified }) => {
    const { about, at } = notified;
    const rooms = cold.filter((room) => about?.includes(room.subject) === true && room.notified.at > at);
    const isToldOfForty = isBelowForty(notified) || rooms.length > 0;
    const isForgotten = isOutOfMind(kind, at, isToldOfForty, now - lastWord, now);
    const isSilent = isForgotten && kind !== "incident";
    return {
      kind,
      subject,
      notified,
      isForgotten,
      isToldOfForty,
      isSilence: kind === "incident" && state.open && state.peak?.evidence.more?.cause !== "power_out",
      covers: isSilent ? [] : coveredBy(kind, subject, notified, home, now),
    };
  });
}

const isSettling = (kind: AlertKind, { open, closedAt }: EpisodeState, now: Moment): boolean =>
  kind === "incident" && !open && closedAt !== null && now - closedAt < SETTLES_MS;

const isOutOfMind = (kind: AlertKind, at: Moment, isCold: boolean, silentMs: number, now: Moment): boolean =>
  (kind === "forecast" && now - at > FORETOLD.speaksMs) ||
  (silentMs > SPEAKS_MS && (kind === "incident" || (kind === "heating_stopped" && isCold)));

/**
 * Returns the subjects that an alert covers. An incident covers everything in the home, the question about the
 * heating the rooms of its last notice and the home's damp air. A room's cold may last all winter: it covers the damp
 * air of its own device, and that of the home only if notified recently.
 */
function coveredBy(
  kind: AlertKind,
  subject: string,
  { about = [subject], at }: Notified,
  { householdId, devices }: HomeDevices,
  now: Moment,
): string[] {
  const isRecent = !isOneRooms(kind) || now - at < SPEAKS_MS;
  const near = devices.filter(({ sensors }) => isRecent || sensors.some(({ id }) => id === subject));
  const sensors = near.flatMap((each) => each.sensors);
  const damp = sensors.flatMap((sensor) => (sensor.kind === "humidity" ? [sensor.id] : []));
  // People who were just notified of the cold don't need a message about frost outdoors.
  if (kind !== "incident") return [OUTDOOR_SUBJECT, ...about, ...damp];
  const inside = [...devices.map(({ device }) => device.id), ...sensors.map(({ id }) => id)];
  return [householdId, OUTDOOR_SUBJECT, ...inside];
}

/**
 * Returns the alert that speaks for `child`, which is then recorded, shown below that alert, and not notified. Only a
 * message that has just named this very room (`namerOf`) speaks for a room at its critical limit.
 */
export const speakerFor = (speakers: readonly Speaker[], child: Child): Speaker | undefined =>
  speakers.find((speaker) => isFirstWord(child, speaker) || speaksFor(speaker, child)) ??
  speakerOfRooms(speakers, child);

function speaksFor(speaker: Speaker, child: Child): boolean {
  const { kind, covers, isForgotten, isToldOfForty } = speaker;
  if (SPEAKS_FOR[kind]?.includes(child.kind) !== true || isWorse(child, speaker)) return false;
  if (isForgotten && child.kind !== "outage") return false;
  // The first room at 40 °F says so itself; from then on, the question speaks for the others.
  if (child.isNewlyCold && kind === "heating_stopped" && !isToldOfForty) return false;
  return covers.includes(child.subject);
}

/** Returns the first room's alert if all rooms of a question were notified one by one: then the question is no news. */
function speakerOfRooms(speakers: readonly Speaker[], { severity, rooms }: Child): Speaker | undefined {
  const ofRooms = speakers.filter(({ kind }) => isOneRooms(kind));
  const isNotified = (room: string) => ofRooms.some(({ covers }) => covers.includes(room));
  return severity === "warning" && rooms.every(isNotified)
    ? ofRooms.find(({ covers }) => rooms.some((room) => covers.includes(room)))
    : undefined;
}

/**
 * Returns the alert whose critical message has just named the room that this one would name as critical. A question
 * isn't news either while the room's freeze alert, or its hours left, continue after a critical notification.
 */
export function namerOf(speakers: readonly Speaker[], child: Child, now: Moment): Speaker | undefined {
  const isQuestion = child.kind === "heating_stopped";
  const room = isQuestion ? child.room : child.kind === "freeze" ? child.subject : null;
  if (!child.isNewlyCritical || room === null) return undefined;
  return speakers.find(
    (speaker) =>
      namedCritical(speaker, now) === room ||
      (isQuestion &&
        isOneRooms(speaker.kind) &&
        speaker.notified.severity === "critical" &&
        speaker.covers.includes(room)),
  );
}

/** The room that the speaker has recently notified as critical; null for none. */
function namedCritical({ kind, subject, notified }: Speaker, now: Moment): string | null {
  const isLately = notified.criticalAt != null && now - notified.criticalAt <= NAMED_MS;
  return isLately ? (OF_ROOMS.includes(kind) ? (notified.named ?? null) : subject) : null;
}

/**
 * Returns another room's open alert, with whose end this room's end is notified: one that was notified recently, or
 * after this room got cold.
 */
export const endsWith = (
  speakers: readonly Speaker[],
  { kind, subject, since }: { kind: AlertKind; subject: string; since: Moment },
  now: Moment,
): Speaker | undefined =>
  isOneRooms(kind)
    ? speakers.find(
        ({ kind: other, covers, notified: { at } }) =>
          isOneRooms(other) && !covers.includes(subject) && (at >= since || now - at < SPEAKS_MS),
      )
    : undefined;

const isOneRooms = (kind: AlertKind): boolean => OF_ONE_ROOM.includes(kind);

/**
 * True for a room's first readings after a silence. The tick that follows at once notifies them together with those
 * of other rooms and with the end of the silence.
 */
const isFirstWord = ({ kind, subject, openMs }: Child, { isSilence, covers }: Speaker): boolean =>
  isSilence && kind === "freeze" && openMs !== null && openMs < TICK_MS && covers.includes(subject);

function isWorse({ kind, severity, isNewlyCritical }: Child, speaker: Speaker): boolean {
  if (kind === "freeze" && isNewlyCritical) return true;
  const isOfOneRoom = isOneRooms(speaker.kind) || speaker.kind === "forecast";
  return isOfOneRoom && severity === "critical" && speaker.notified.severity === "warning";
}

/** Rungs on a room's way to 32 °F, from 0: the second is 40 °F, the third 35 °F, where a room is critical. */
export const FORTY_CELSIUS = 40 / 9;
export const CRITICAL_CELSIUS = 5 / 3;
const COLD_CELSIUS = [7, FORTY_CELSIUS, CRITICAL_CELSIUS, 0] as const;
const HOURS_LEFT = [12, 6, 3, 1] as const;

/** The rung of 40 °F. */
export const COLD_RUNG = 2;

export const coldRung = (celsius: number): number => COLD_CELSIUS.filter((limit) => celsius <= limit).length;

export const hoursRung = (hours: number): number => HOURS_LEFT.filter((limit) => hours <= limit).length;
