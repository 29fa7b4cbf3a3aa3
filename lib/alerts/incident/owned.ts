import type { AlertKind, Severity } from "../../../schema/vocabulary.ts";
import { MINUTE_MS, type Moment } from "../../kernel/time.ts";

/** The subject of a frost that is forecast for the home's place. */
export const OUTDOOR_SUBJECT = "outdoor";

/** How far a room has come on its way to 32 °F, from 0; the second rung is 40 °F, the third 35 °F, where a room is critical. */
export const FORTY_CELSIUS = 40 / 9;
export const CRITICAL_CELSIUS = 5 / 3;
const COLD_CELSIUS = [7, FORTY_CELSIUS, CRITICAL_CELSIUS, 0] as const;
const HOURS_LEFT = [12, 6, 3, 1] as const;

/** 40 °F. */
export const COLD_RUNG = 2;

export const OWNER_KINDS = [
  "incident",
  "heating_stopped",
  "freeze",
  "time_to_freeze",
  "forecast",
] as const satisfies readonly AlertKind[];

const OWNED: Record<OwnerKind, readonly AlertKind[]> = {
  incident: ["outage", "freeze", "time_to_freeze", "heating_stopped", "forecast"],
  // Its own hours left say what a frost that is forecast means for these rooms.
  heating_stopped: ["freeze", "time_to_freeze", "forecast"],
  freeze: ["time_to_freeze", "forecast"],
  time_to_freeze: ["freeze", "forecast"],
  // A space that gets as cold as was foretold lately: only what is critical is news.
  forecast: ["freeze", "time_to_freeze"],
};
/** These speak for one room, and so for nothing graver than what they notified. */
const OF_ONE_ROOM: readonly OwnerKind[] = ["freeze", "time_to_freeze"];

/** A word that came with a tick is as old as that at the next but for a moment. */
export const TICK_MS = 15 * MINUTE_MS;

/**
 * A home is notified of its cold twice, when it gets worse or by a reminder; after that only when it gets worse
 * again.
 */
const WORDS_ENOUGH = 2;

export const coldRung = (celsius: number): number => COLD_CELSIUS.filter((limit) => celsius <= limit).length;

export const hoursRung = (hours: number): number => HOURS_LEFT.filter((limit) => hours <= limit).length;

export type OwnerKind = (typeof OWNER_KINDS)[number];

/**
 * An alert that speaks for others while it is open. An incident speaks for everything that follows from missing
 * power or internet in a home. The question about the heating speaks for the cooling rooms. For one
 * room, its cold and its hours left speak for each other, as far as they were notified as gravely.
 */
export type Owner = {
  kind: OwnerKind;
  subject: string;
  /** The gravest notified level. */
  severity: Severity;
  /** Sensors and devices that it speaks for. */
  covers: readonly string[];
  /** Sensors that it speaks for unless they are closer to freezing than it has notified. */
  attaches: readonly string[];
  notifiedRung: number;
  /** The room that it has recently notified as critical; null for none. */
  namedCritical: string | null;
  /** When it last spoke. Reminders of a home are counted from its last word. */
  notifiedAt: Moment;
  /** An incident in which the devices themselves are silent. */
  isSilence: boolean;
  /** How often it has spoken. */
  words: number;
  /** A question that was last notified above 40 °F, hours ago: a room that gets there speaks for itself. */
  isOld: boolean;
  /** Nobody was told anything of the home's cold for long: it still speaks for silent devices, and for no room. */
  isForgotten?: boolean;
};

/** True if it is a part of what a home is notified of about its cold. */
export const isOfStory = (kind: AlertKind): boolean =>
  kind !== "forecast" && OWNER_KINDS.some((each) => each === kind);

/** As much of an alert as says who speaks for it. `badness`: null where nothing was measured. */
export type Child = {
  kind: AlertKind;
  subject: string;
  severity: Severity | null;
  badness: number | null;
  /** It is critical, and nobody was notified of that within a day. */
  isNewlyCritical: boolean;
  /** For how long it has been open. */
  openMs?: number;
  /** Of the question about the heating: the room that it names, and all that it is about. */
  room?: string | null;
  rooms?: readonly string[];
};

/**
 * The alert that speaks for this one: then this one is recorded, shown below the other one, and notifies nobody. Only a
 * message that has just named this very room (`namerOf`) speaks for a room at its critical limit.
 */
export const ownerOf = (owners: readonly Owner[] | undefined, child: Child): Owner | undefined =>
  owners?.find(
    (owner) =>
      isFirstWord(child, owner) ||
      (OWNED[owner.kind].includes(child.kind) &&
        !isWorse(child, owner) &&
        !(owner.isForgotten === true && child.kind !== "outage") &&
        !(owner.isOld && child.openMs === 0 && child.kind === "freeze") &&
        (owner.covers.includes(child.subject) ||
          (owner.attaches.includes(child.subject) && rungOf(child) <= owner.notifiedRung))),
  ) ?? (isAskedOfNotifiedRooms(owners, child) ? roomOf(owners, child) : undefined);

/** The first of the rooms that were notified one by one. */
const roomOf = (owners: readonly Owner[] | undefined, { rooms = [] }: Child): Owner | undefined =>
  owners?.find(({ kind, covers }) => isOneRooms(kind) && rooms.some((room) => covers.includes(room)));

/**
 * The alert whose critical message has just named the room that this one would name as critical. A question isn't news
 * either while the room's freeze alert, or its hours left, continue after a critical notification.
 */
export const namerOf = (owners: readonly Owner[] | undefined, child: Child): Owner | undefined => {
  const isQuestion = child.kind === "heating_stopped";
  const room = isQuestion ? child.room : child.kind === "freeze" ? child.subject : null;
  if (!child.isNewlyCritical || room == null || owners === undefined) return undefined;
  return owners.find(
    ({ kind, severity, covers, namedCritical }) =>
      namedCritical === room ||
      (isQuestion && OF_ONE_ROOM.includes(kind) && severity === "critical" && covers.includes(room)),
  );
};

/** The last message of the home's story; null while nobody was notified of it. */
export const lastWordAt = (owners: readonly Owner[] | undefined): Moment | null =>
  owners === undefined || owners.length === 0
    ? null
    : Math.max(...owners.map(({ notifiedAt }) => notifiedAt));

export const isNotifiedEnough = (owners: readonly Owner[] | undefined): boolean =>
  (owners ?? []).reduce((words, owner) => words + owner.words, 0) >= WORDS_ENOUGH;

/**
 * The alert with whose end a room's end is notified: of another room, which continues and was notified after this room
 * got cold.
 */
export const endsWith = (
  owners: readonly Owner[] | undefined,
  { kind, subject, since }: { kind: AlertKind; subject: string; since: Moment },
): Owner | undefined =>
  isOneRooms(kind)
    ? owners?.find(
        (owner) => isOneRooms(owner.kind) && !owner.covers.includes(subject) && owner.notifiedAt >= since,
      )
    : undefined;

const isOneRooms = (kind: AlertKind): boolean => OF_ONE_ROOM.some((each) => each === kind);

/**
 * The first readings of a room after a silence are notified with the others and with its end, by the tick that
 * follows at once.
 */
const isFirstWord = ({ kind, subject, openMs }: Child, { isSilence, covers }: Owner): boolean =>
  isSilence && kind === "freeze" && openMs !== undefined && openMs < TICK_MS && covers.includes(subject);

/** A question about rooms that were all notified one by one says nothing new. */
const isAskedOfNotifiedRooms = (
  owners: readonly Owner[] | undefined,
  { severity, rooms = [] }: Child,
): boolean =>
  severity === "warning" &&
  rooms.length > 0 &&
  rooms.every((room) =>
    owners?.some(({ kind, covers }) => OF_ONE_ROOM.includes(kind) && covers.includes(room)),
  );

function isWorse({ kind, severity, isNewlyCritical }: Child, owner: Owner): boolean {
  if (kind === "freeze" && isNewlyCritical) return true;
  const isOfOneRoom = OF_ONE_ROOM.includes(owner.kind) || owner.kind === "forecast";
  return isOfOneRoom && severity === "critical" && owner.severity === "warning";
}

/** Counts what its kind calls bad: the cold in °C, or the hours left, each below nothing. */
function rungOf({ kind, badness }: Child): number {
  if (badness === null) return Number.POSITIVE_INFINITY;
  return kind === "freeze" ? coldRung(-badness) : hoursRung(-badness);
}
