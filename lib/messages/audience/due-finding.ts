import type {
  Channel,
  ChoiceOf,
  ContactScope,
  HouseholdUnit,
  Role,
  SensorKind,
} from "../../../schema/vocabulary.ts";
import type { EscalationStep } from "../../alerts/escalation.ts";
import type { Finding } from "../../alerts/verdict.ts";
import type { CapHome } from "../../budget/counts.ts";
import type { News } from "../../channels/content.ts";
import type { QuietHours } from "../../channels/quiet-hours.ts";
import type { Contact } from "../../outbox/message.ts";

export type ChannelChoices = { [C in Channel]: ChoiceOf<C> };

/** A member's choices for a home. Stored choices may be partial: `DEFAULT_PREFERENCES` has the rest. */
export type NotificationPreferences = ChannelChoices & {
  quietHours: QuietHours | null;
  weeklyDigest: boolean;
  monthlyReport: boolean;
  quarterlyReport: boolean;
};

/** The messages of an episode before its end; times in epoch milliseconds. */
export type NotifiedBefore = {
  /** Each kind of news with the time of its last message; a message that is still being sent counts. */
  news: (News & { notifiedAt: number })[];
  recipients: { channel: Channel; recipient: string }[];
};

/** A sensor's hourly means of the last day, oldest first, in its own unit; null for an hour without readings. */
export type LastDay = {
  unit: string | null;
  hours: readonly (number | null)[];
  low: number | null;
  high: number | null;
};

/** The names that people gave to a finding's sensor, device and room; null if the finding is about none. */
export type DueNames = {
  sensor: string | null;
  /** The sensor's kind; absent if unknown. */
  sensorKind?: SensorKind | null;
  device: string | null;
  space: string | null;
  /** The device's battery as last reported, in percent; null or absent if unknown. */
  batteryPct?: number | null;
  /** Ids and full names, for programs; absent if unknown. */
  about?: Record<"sensorId" | "sensor" | "deviceId" | "device", string | null>;
};

export type DueFinding = {
  findingId: number;
  alertId: string;
  finding: Finding;
  names: DueNames;
  openedAt: number;
  /** The sensor's value about an hour before; null if unknown. */
  before: { value: number; at: number } | null;
  /** The sensor's last 24 hours; null or absent if the finding is not about a measured value. */
  lastDay?: LastDay | null;
  notifiedBefore: NotifiedBefore | null;
  /** For a reminder, when people were last notified of its alert, in epoch milliseconds; null for all else. */
  lastNotifiedAt: number | null;
  /** The escalation step that repeats it; absent for the news itself. `isRenewal`: asks the former holder. */
  stage?: { round: number; place: number; isRenewal: boolean };
};

/** A due escalation step of an alert that nobody has acknowledged. */
export type DueStep = {
  stepId: number;
  round: number;
  place: number;
  step: EscalationStep;
  before: EscalationStep[];
  /** True if news started the round, so that members have had its first step; false after an acknowledgement. */
  membersNotified: boolean;
  /** Recipients to skip, because they just got a message about the alert; absent for none. */
  justNotified?: { channel: Channel; recipient: string }[];
  due: DueFinding;
};

export type Outsider = {
  contactId: string;
  name: string;
  tells: ContactScope;
  spaces: string[];
  contact: Contact;
};

export type Person = {
  userId: string;
  role: Role;
  contacts: Contact[];
  /** Epoch milliseconds. Earlier messages of the home did not reach this person. */
  memberSince: number;
  preferences: Partial<NotificationPreferences>;
  /** Null for the home's unit. */
  temperatureUnit: HouseholdUnit | null;
};

export type HomeAudience = {
  household: CapHome & { name: string; temperatureUnit: HouseholdUnit; timeZone: string };
  people: Person[];
  outsiders: Outsider[];
  /** Messages sent so far, by `countKey`; a missing key means none. */
  sent: Record<string, number>;
};

export type DueHome = HomeAudience & {
  findings: DueFinding[];
  /** The home's own steps; null for the default steps. */
  escalation: EscalationStep[] | null;
  steps: DueStep[];
  /** The address and the first number of the emergency card, if the owners share it; otherwise null or absent. */
  card?: { address?: string | null; call?: { name: string; phone: string } | null } | null;
};

/** Returns the turn in the queue that young homes of one network share, or null: an established home has its own. */
export const turnOf = ({ household: { isEstablished, network } }: DueHome): string | null =>
  isEstablished ? null : network;
