import type { AlertKind, Severity } from "../../../schema/vocabulary.ts";
import { coldRung, hoursRung } from "./rungs.ts";

export const OWNER_KINDS = [
  "incident",
  "heating_stopped",
  "freeze",
  "time_to_freeze",
] as const satisfies readonly AlertKind[];
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
  toldRung: number;
  /** The room that it has lately told of as critical; null for none. */
  namedCritical: string | null;
  /** It has just ended: what it held as a warning gets a while to get better by itself. */
  isOver?: boolean;
};

const OWNED: Record<OwnerKind, readonly AlertKind[]> = {
  incident: ["outage", "freeze", "time_to_freeze", "heating_stopped", "forecast"],
  // Its own hours left say what a frost that is forecast means for these rooms.
  heating_stopped: ["freeze", "time_to_freeze", "forecast"],
  freeze: ["time_to_freeze", "forecast"],
  time_to_freeze: ["freeze", "forecast"],
};
/** These speak of one room, and so for nothing that is graver than what they told. */
const OF_ONE_ROOM: readonly OwnerKind[] = ["freeze", "time_to_freeze"];

/** As much of an alert as says who speaks for it. `badness`: null where nothing was measured. */
export type Child = {
  kind: AlertKind;
  subject: string;
  severity: Severity | null;
  badness: number | null;
  /** It is critical, and nobody was told so within a day. */
  isNewlyCritical: boolean;
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
      OWNED[owner.kind].includes(child.kind) &&
      !isWorse(child, owner) &&
      (owner.covers.includes(child.subject) ||
        (owner.attaches.includes(child.subject) && rungOf(child) <= owner.toldRung)),
  ) === true || isAskedOfToldRooms(owners, child);

/** Whether a critical message has just named the room that this one would name as critical. */
export const isNamed = (owners: readonly Owner[] | undefined, child: Child): boolean => {
  const room = child.kind === "heating_stopped" ? child.room : child.kind === "freeze" ? child.subject : null;
  return (
    child.isNewlyCritical && room != null && owners?.some((each) => each.namedCritical === room) === true
  );
};

/** A question about rooms that were all told of one by one says nothing new. */
const isAskedOfToldRooms = (owners: readonly Owner[] | undefined, { severity, rooms = [] }: Child): boolean =>
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
