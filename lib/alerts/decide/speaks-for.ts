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
  // Its own hours left say what a frost that is forecast means for these rooms. Air that cools becomes damp by that
  // alone, and who is asked to air the room would make it worse.
  heating_stopped: ["freeze", "time_to_freeze", "forecast", "humidity"],
  freeze: ["time_to_freeze", "forecast", "humidity"],
  time_to_freeze: ["freeze", "forecast", "humidity"],
  // A space that gets as cold as was foretold lately: only what is critical is news.
  forecast: ["freeze", "time_to_freeze"],
};
/** These speak for one room, and so for nothing graver than what they notified. */
const OF_ONE_ROOM: readonly AlertKind[] = ["freeze", "time_to_freeze"];
/** They name one of several rooms. */
const OF_ROOMS: readonly AlertKind[] = ["heating_stopped", "incident"];

/**
 * A home that was notified of nothing about its cold for this long: an alert that speaks for several of its rooms
 * no longer does. A question that was last notified above 40 °F, hours ago, leaves it to the first room that gets there: 40 °F
 * is said once.
 */
const SPEAKS_MS = 36 * HOUR_MS;
export const QUESTION_OLD_MS = 5 * HOUR_MS;
/** A forecast is of the day that follows, and is remembered as a word about the cold for longer. */
const FORETOLD = { speaksMs: DAY_MS, countsMs: 3 * DAY_MS } as const;
/** After a critical notification in an episode, becoming critical again is news after this time. */
export const SAME_LEVEL_MS = 24 * HOUR_MS;
/** When a home has power again, its rooms get this long to warm up before a mere warning is notified. */
const SETTLES_MS = 1.5 * HOUR_MS;
/** A critical alert is notified three hours ahead: a room that reaches its critical limit within them behaves as announced. */
const NAMED_MS = 3 * HOUR_MS;
/** The steps that were notified with a question, and with a critical alert. */
const NOTIFIED_RUNGS = { warning: 1, critical: 3 } as const;

/**
 * An alert that speaks for others while it is open. An incident speaks for everything that follows from missing
 * power or internet in a home. The question about the heating speaks for the cooling rooms. For one
 * room, its cold and its hours left speak for each other, as far as they were notified as gravely.
 */
export type Speaker = {
  kind: AlertKind;
  subject: string;
  notified: Notified;
  /** Sensors and devices that it speaks for. */
  covers: readonly string[];
  /** An incident in which the devices themselves are silent. */
  isSilence: boolean;
  /** Nobody was told anything of the home's cold for long: an incident still speaks for silent devices, and for no room. */
  isForgotten: boolean;
};

/** True if it is a part of what a home is notified of about its cold. */
export const isOfStory = (kind: AlertKind): boolean => kind in SPEAKS_FOR && kind !== "forecast";

/** As much of an alert as says who speaks for it. */
export type Child = {
  kind: AlertKind;
  subject: string;
  severity: Severity | null;
  /** It is critical, and nobody was notified of that within a day. */
  isNewlyCritical: boolean;
  /** For how long it has been open; null where that is no question. */
  openMs: number | null;
  /** Of the question about the heating: the room that it names, and all that it is about. */
  room: string | null;
  rooms: readonly string[];
};

/** `isMove`: it has just become so. */
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
    isNewlyCritical: isNewlyCritical(state, isMove, now),
    openMs: now - (state.openedAt ?? now),
    room: isOfRooms ? verdict.evidence.sensorId : null,
    rooms: isOfRooms ? (verdict.about ?? []) : [],
  };
}

/** Critical and never notified as that, or again after it eased and a day passed. */
function isNewlyCritical(state: EpisodeState, isMove: boolean, now: Moment): boolean {
  const notified = notifiedOfThis(state)?.criticalAt ?? namedAt(state);
  return state.severity === "critical" && (notified === null || (isMove && now - notified >= SAME_LEVEL_MS));
}

/** Whose alerts they are. */
export type Place = {
  householdId: string;
  devices: readonly { device: DeviceFacts; sensors: readonly SensorFacts[] }[];
};

/** Alerts that are open, or a silence that has just ended, and that somebody was notified of. */
export function speakersOf(states: readonly StateFacts[], place: Place, now: Moment): Speaker[] {
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
  return speaking.map(({ kind, subject, state, notified }) => {
    const isForgotten = isOutOfMind(kind, notified, now - lastWord, now);
    const isSilent = isForgotten && kind !== "incident";
    return {
      kind,
      subject,
      notified,
      isForgotten,
      isSilence: kind === "incident" && state.open && state.peak?.evidence.more?.cause !== "power_out",
      covers: isSilent ? [] : coveredBy(kind, subject, notified, place, now),
    };
  });
}

const isSettling = (kind: AlertKind, { open, closedAt }: EpisodeState, now: Moment): boolean =>
  kind === "incident" && !open && closedAt !== null && now - closedAt < SETTLES_MS;

const isOutOfMind = (kind: AlertKind, { at, badness }: Notified, silentMs: number, now: Moment): boolean =>
  (kind === "forecast" && now - at > FORETOLD.speaksMs) ||
  (silentMs > SPEAKS_MS &&
    (kind === "incident" || (kind === "heating_stopped" && coldRung(-badness) >= COLD_RUNG)));

/**
 * A silent home covers everything in it; the question about the heating covers the rooms that it was notified for. Whoever
 * speaks of the cold covers the home's damp air, too; a room's cold, which may last all winter, while it was notified lately.
 */
function coveredBy(
  kind: AlertKind,
  subject: string,
  { about = [], at }: Notified,
  place: Place,
  now: Moment,
): string[] {
  const sensors = place.devices.flatMap((each) => each.sensors);
  const damp = sensors.flatMap((sensor) => (sensor.kind === "humidity" ? [sensor.id] : []));
  if (kind === "heating_stopped") return [OUTDOOR_SUBJECT, ...about, ...damp];
  // People who were just notified of the cold don't need a message about frost outdoors.
  if (kind !== "incident") return [subject, OUTDOOR_SUBJECT, ...(now - at < SPEAKS_MS ? damp : [])];
  const inside = [...place.devices.map(({ device }) => device.id), ...sensors.map(({ id }) => id)];
  return [place.householdId, OUTDOOR_SUBJECT, ...inside];
}

/**
 * The alert that speaks for this one: then this one is recorded, shown below the other one, and notifies nobody. Only a
 * message that has just named this very room (`namerOf`) speaks for a room at its critical limit.
 */
export const speakerFor = (speakers: readonly Speaker[], child: Child, now: Moment): Speaker | undefined =>
  speakers.find((speaker) => isFirstWord(child, speaker) || speaksFor(speaker, child, now)) ??
  speakerOfRooms(speakers, child);

function speaksFor(speaker: Speaker, child: Child, now: Moment): boolean {
  const { kind, notified, covers, isForgotten } = speaker;
  if (SPEAKS_FOR[kind]?.includes(child.kind) !== true || isWorse(child, speaker)) return false;
  if (isForgotten && child.kind !== "outage") return false;
  if (child.kind === "freeze" && child.openMs === 0 && isOldQuestion(kind, notified, now)) return false;
  return covers.includes(child.subject);
}

/** A question that was last notified above 40 °F, hours ago: a room that gets there speaks for itself. */
const isOldQuestion = (kind: AlertKind, { at, badness }: Notified, now: Moment): boolean =>
  kind === "heating_stopped" && now - at >= QUESTION_OLD_MS && coldRung(-badness) < COLD_RUNG;

/** How far on its way to 32 °F the home was notified to be. */
export const notifiedRung = ({ severity, badness }: Notified): number =>
  Math.max(NOTIFIED_RUNGS[severity], coldRung(-badness));

/** A question about rooms that were all notified one by one says nothing new: the first of them speaks for it. */
function speakerOfRooms(speakers: readonly Speaker[], { severity, rooms }: Child): Speaker | undefined {
  const ofRooms = speakers.filter(({ kind }) => isOneRooms(kind));
  const isNotified = (room: string) => ofRooms.some(({ covers }) => covers.includes(room));
  return severity === "warning" && rooms.every(isNotified)
    ? ofRooms.find(({ covers }) => rooms.some((room) => covers.includes(room)))
    : undefined;
}

/**
 * The alert whose critical message has just named the room that this one would name as critical. A question isn't news
 * either while the room's freeze alert, or its hours left, continue after a critical notification.
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

/** The room that it has recently notified as critical; null for none. */
function namedCritical({ kind, subject, notified }: Speaker, now: Moment): string | null {
  const isLately = notified.criticalAt != null && now - notified.criticalAt <= NAMED_MS;
  return isLately ? (OF_ROOMS.includes(kind) ? (notified.named ?? null) : subject) : null;
}

/**
 * The alert with whose end a room's end is notified: of another room, which continues and was notified lately, or after
 * this room got cold.
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
 * The first readings of a room after a silence are notified with the others and with its end, by the tick that
 * follows at once.
 */
const isFirstWord = ({ kind, subject, openMs }: Child, { isSilence, covers }: Speaker): boolean =>
  isSilence && kind === "freeze" && openMs !== null && openMs < TICK_MS && covers.includes(subject);

function isWorse({ kind, severity, isNewlyCritical }: Child, speaker: Speaker): boolean {
  if (kind === "freeze" && isNewlyCritical) return true;
  const isOfOneRoom = isOneRooms(speaker.kind) || speaker.kind === "forecast";
  return isOfOneRoom && severity === "critical" && speaker.notified.severity === "warning";
}

/** How far a room has come on its way to 32 °F, from 0; the second rung is 40 °F, the third 35 °F, where a room is critical. */
export const FORTY_CELSIUS = 40 / 9;
export const CRITICAL_CELSIUS = 5 / 3;
const COLD_CELSIUS = [7, FORTY_CELSIUS, CRITICAL_CELSIUS, 0] as const;
const HOURS_LEFT = [12, 6, 3, 1] as const;

/** 40 °F. */
export const COLD_RUNG = 2;

export const coldRung = (celsius: number): number => COLD_CELSIUS.filter((limit) => celsius <= limit).length;

export const hoursRung = (hours: number): number => HOURS_LEFT.filter((limit) => hours <= limit).length;
