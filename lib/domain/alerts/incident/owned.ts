import type { AlertKind, Severity } from "../../../../schema/vocabulary.ts";
import { coldRung, hoursRung } from "./rungs.ts";

export const OWNER_KINDS = ["incident", "heating_stopped"] as const satisfies readonly AlertKind[];
export type OwnerKind = (typeof OWNER_KINDS)[number];

/**
 * The one alert of a home that speaks for others while it is open: an incident for all that follows from a
 * home or a space without power or internet, the question about the heating for the rooms that cool.
 */
export type Owner = {
  kind: OwnerKind;
  severity: Severity;
  /** Sensors and devices that it speaks for. */
  covers: readonly string[];
  /**
   * Sensors that it speaks for unless they are further on their way to freezing than it has told: see
   * `rungs.ts`.
   */
  attaches: readonly string[];
  toldRung: number;
};

const OWNED: Record<OwnerKind, readonly AlertKind[]> = {
  incident: ["outage", "freeze", "time_to_freeze", "heating_stopped", "forecast"],
  // Its own hours left say what a frost that is forecast means for these rooms.
  heating_stopped: ["freeze", "time_to_freeze", "forecast"],
};

/** As much of an alert as says who speaks for it. `badness`: null where nothing was measured. */
export type Child = { kind: AlertKind; subject: string; badness: number | null };

/**
 * Whether another alert speaks for this one: then it is recorded, shown beneath that one, and pages nobody.
 */
export const isOwned = (owners: readonly Owner[] | undefined, child: Child): boolean =>
  owners?.some(
    (owner) =>
      OWNED[owner.kind].includes(child.kind) &&
      (owner.covers.includes(child.subject) ||
        (owner.attaches.includes(child.subject) && rungOf(child) <= owner.toldRung)),
  ) === true;

/** Counts what its kind calls bad: the cold in °C, or the hours left, each below nothing. */
function rungOf({ kind, badness }: Child): number {
  if (badness === null) return Number.POSITIVE_INFINITY;
  return kind === "freeze" ? coldRung(-badness) : hoursRung(-badness);
}
