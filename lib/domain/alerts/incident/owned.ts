import type { AlertKind, Severity } from "../../../../schema/vocabulary.ts";

export const OWNER_KINDS = ["incident", "heating_stopped"] as const satisfies readonly AlertKind[];
export type OwnerKind = (typeof OWNER_KINDS)[number];

/**
 * The one alert of a home that speaks for others while it is open: an incident for all that follows from a home or a
 * space without power or internet, the question about the heating for the rooms that cool.
 */
export type Owner = {
  kind: OwnerKind;
  severity: Severity;
  /** Sensors and devices that it speaks for. */
  covers: readonly string[];
};

const OWNED: Record<OwnerKind, readonly AlertKind[]> = {
  incident: ["outage", "freeze", "time_to_freeze", "heating_stopped", "forecast"],
  // Its own hours left say what a frost that is forecast means for these rooms.
  heating_stopped: ["freeze", "time_to_freeze", "forecast"],
};

/** Whether another alert speaks for this one: then it is recorded, shown beneath that one, and pages nobody. */
export const isOwned = (owners: readonly Owner[] | undefined, kind: AlertKind, subject: string): boolean =>
  owners?.some((owner) => OWNED[owner.kind].includes(kind) && owner.covers.includes(subject)) === true;
