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
] as const satisfies readonly AlertKind[];

const OWNED: Record<OwnerKind, readonly AlertKind[]> = {
  incident: ["outage", "freeze", "time_to_freeze", "heating_stopped", "forecast"],
  // Its own hours left say what a frost that is forecast means for these rooms.
  heating_stopped: ["freeze", "time_to_freeze", "forecast"],
  freeze: ["time_to_freeze", "forecast"],
  time_to_freeze: ["freeze", "forecast"],
};
/** These speak of one room, and so for nothing that is graver than what they told. */
const OF_ONE_ROOM: readonly OwnerKind[] = ["freeze", "time_to_freeze"];

/** A word that came with a tick is as old as that at the next but for a moment. */
export const TICK_MS = 15 * MINUTE_MS;

/** A home is told of its cold twice, as worse or by a reminder; then nothing more is said before it is worse. */
const WORDS_ENOUGH = 2;

export const coldRung = (celsius: number): number => COLD_CELSIUS.filter((limit) => celsius <= limit).length;

export const hoursRung = (hours: number): number => HOURS_LEFT.filter((limit) => hours <= limit).length;

export type OwnerKind = (typeof OWNER_KINDS)[number];

/**
 * An alert that speaks for others while it is open: an incident for all that follows from a home or a space without
 * power or internet, the question about the heating for the rooms that cool, and of one room either its cold or the
 * hours it has left for the other, as far as it was told as gravely.
 */
export type Owner = {
  kind: OwnerKind;
  /** The gravest that was told of it. */
  severity: Severity;
  /** Sensors and devices that it speaks for. */
  covers: readonly string[];
  /**
   * Sensors that it speaks for unless they are further on their way to freezing than it has told: see
   * `rungs.ts`.
   */
  attaches: readonly string[];
  notifiedRung: number;
  /** The room that it has lately told of as critical; null for none. */
  namedCritical: string | null;
  /** When it last spoke. Reminders of a home are counted from its last word. */
  notifiedAt: Moment;
  /** An incident in which the devices themselves are silent. */
  isSilence: boolean;
  /** How often it has spoken. */
  words: number;
  /** A question that was last told of above 40 °F, a day ago or more: a room that comes there speaks for itself. */
  isOld: boolean;
};

/** Whether it is a part of what a home is told of its cold. */
export const isOfStory = (kind: AlertKind): boolean => OWNER_KINDS.some((each) => each === kind);

/** As much of an alert as says who speaks for it. `badness`: null where nothing was measured. */
export type Child = {
  kind: AlertKind;
  subject: string;
  severity: Severity | null;
  badness: number | null;
  /** It is critical, and nobody was told so within a day. */
  isNewlyCritical: boolean;
  /** For how long it has been open. */
  openMs?: number;
  /** Of the question about the heating: the room that it names, and all that it is about. */
  room?: string | null;
  rooms?: readonly string[];
};

/**
 * Whether another alert speaks for this one: then it is recorded, shown beneath that one, and pages nobody. Nothing
 * speaks for a room at its critical limit but a message that has just named that very room (`isNamed`).
 */
export const isOwned = (owners: readonly Owner[] | undefined, child: Child): boolean =>
  owners?.some(
    (owner) =>
      isFirstWord(child, owner) ||
      (OWNED[owner.kind].includes(child.kind) &&
        !isWorse(child, owner) &&
        !(owner.isOld && child.openMs === 0 && child.kind === "freeze") &&
        (owner.covers.includes(child.subject) ||
          (owner.attaches.includes(child.subject) && rungOf(child) <= owner.notifiedRung))),
  ) === true || isAskedOfNotifiedRooms(owners, child);

/**
 * Whether a critical message has just named the room that this one would name as critical; a question is no news either
 * while the frost of that room, or its hours left, go on that were told as critical.
 */
export const isNamed = (owners: readonly Owner[] | undefined, child: Child): boolean => {
  const isQuestion = child.kind === "heating_stopped";
  const room = isQuestion ? child.room : child.kind === "freeze" ? child.subject : null;
  if (!child.isNewlyCritical || room == null || owners === undefined) return false;
  return owners.some(
    ({ kind, severity, covers, namedCritical }) =>
      namedCritical === room ||
      (isQuestion && OF_ONE_ROOM.includes(kind) && severity === "critical" && covers.includes(room)),
  );
};

/** The last word of the home's story; null while nobody was told anything of it. */
export const lastWordAt = (owners: readonly Owner[] | undefined): Moment | null =>
  owners === undefined || owners.length === 0
    ? null
    : Math.max(...owners.map(({ notifiedAt }) => notifiedAt));

export const isNotifiedEnough = (owners: readonly Owner[] | undefined): boolean =>
  (owners ?? []).reduce((words, owner) => words + owner.words, 0) >= WORDS_ENOUGH;

/** Whether a room's end is told with the end of another one, which was told of since that room got cold and goes on. */
export const endsWithAnother = (
  owners: readonly Owner[] | undefined,
  { kind, subject, since }: { kind: AlertKind; subject: string; since: Moment },
): boolean =>
  isOneRooms(kind) &&
  owners?.some(
    (owner) => isOneRooms(owner.kind) && !owner.covers.includes(subject) && owner.notifiedAt >= since,
  ) === true;

const isOneRooms = (kind: AlertKind): boolean => OF_ONE_ROOM.some((each) => each === kind);

/** What a room says first after a silence is told with the others and with its end, by the tick that follows at once. */
const isFirstWord = ({ kind, subject, openMs }: Child, { isSilence, covers }: Owner): boolean =>
  isSilence && kind === "freeze" && openMs !== undefined && openMs < TICK_MS && covers.includes(subject);

/** A question about rooms that were all told of one by one says nothing new. */
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
  return OF_ONE_ROOM.includes(owner.kind) && severity === "critical" && owner.severity === "warning";
}

/** Counts what its kind calls bad: the cold in °C, or the hours left, each below nothing. */
function rungOf({ kind, badness }: Child): number {
  if (badness === null) return Number.POSITIVE_INFINITY;
  return kind === "freeze" ? coldRung(-badness) : hoursRung(-badness);
}
