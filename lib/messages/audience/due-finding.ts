import type { Channel, HouseholdUnit, Plan, Role } from "../../../schema/vocabulary.ts";
import type { Finding } from "../../alerts/finding.ts";
import type { HomeStanding } from "../../budget/standing.ts";
import type { Neighbours } from "../../reports/city/city.ts";
import type { LastDay } from "../notice/notice-view.ts";
import type { ToldBefore } from "./heard.ts";
import type { NotificationPreferences } from "./preferences.ts";

/** A finding that is to be told, and what its words need. */
export type DueFinding = {
  findingId: number;
  alertId: string;
  finding: Finding;
  names: { sensor: string | null; device: string | null; space: string | null };
  /** What the sensor read about an hour before; null where nobody knows. */
  before: { value: number; at: number } | null;
  /** Its sensor's means of the 24 hours before; null or absent where it is about no measure. */
  lastDay?: LastDay | null;
  /** For a home gone silent that takes part in its city's counts; null or absent for everything else. */
  neighbours?: Neighbours | null;
  /** What was told before an end. Null for every other finding. */
  toldBefore: ToldBefore | null;
  /** Of a reminder: when earlier news of its alert was told last, in epoch milliseconds; null for all else. */
  lastToldAt: number | null;
};

/** An address at which somebody can be reached; the one that they sign in with is among them. */
export type Contact = {
  channel: Channel;
  address: string;
  isVerified: boolean;
  isGone: boolean;
  /** The contact point's id and what its sender needs besides, in the vault's form. */
  id: string | null;
  sealedSecret: string | null;
};

export type Person = {
  userId: string;
  role: Role;
  contacts: Contact[];
  /** Epoch milliseconds. Nobody has told them what was told before. */
  memberSince: number;
  preferences: Partial<NotificationPreferences>;
};

/** A home with everything that it is to be told now, oldest first. */
export type DueHome = {
  household: {
    id: string;
    name: string;
    temperatureUnit: HouseholdUnit;
    timeZone: string;
    plan: Plan;
    trialEndsAt: number | null;
    standing: HomeStanding;
  };
  people: Person[];
  findings: DueFinding[];
  /** Messages sent already, by `countKey`; what is missing is none. */
  sent: Record<string, number>;
};

/** The address that somebody signs in with is their first contact. */
export const emailContact = (email: string): Contact => ({
  channel: "email",
  address: email,
  isVerified: true,
  isGone: false,
  id: null,
  sealedSecret: null,
});
