import type { HouseholdUnit, Plan } from "../../../../schema/vocabulary.ts";
import type { ToTell } from "./audience.ts";

/** A finding that is to be told, and all that telling it takes. */
export type DueFinding = ToTell & {
  findingId: number;
  alertId: string;
  household: {
    id: string;
    name: string;
    temperatureUnit: HouseholdUnit;
    timeZone: string;
    plan: Plan;
    trialEndsAt: number | null;
  };
  names: { sensor: string | null; device: string | null; space: string | null };
  /** Text messages of this household in the running month. */
  smsSent: number;
};
