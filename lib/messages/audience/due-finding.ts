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

/** What a member of a home has chosen for it, as it is stored; what is missing is as `DEFAULT_PREFERENCES`. */
export type NotificationPreferences = ChannelChoices & {
  quietHours: QuietHours | null;
  weeklyDigest: boolean;
  monthlyReport: boolean;
  quarterlyReport: boolean;
};

/** What has gone out of an episode before its end. Moments in milliseconds. */
export type NotifiedBefore = {
  /** Each sort of news, with the time of the last message; a message that is being sent counts. */
  news: (News & { notifiedAt: number })[];
  recipients: { channel: Channel; recipient: string }[];
};

/** A sensor's means of the last hours, oldest first, in its own unit; null for an hour without a reading. */
export type LastDay = {
  unit: string | null;
  hours: readonly (number | null)[];
  low: number | null;
  high: number | null;
};

/** What a finding is about, named as its owner calls it; null where it is about none. */
export type DueNames = {
  sensor: string | null;
  /** The sensor's; absent where nobody knows. */
  sensorKind?: SensorKind | null;
  device: string | null;
  space: string | null;
  /** In full, for a program; absent where nobody knows. */
  about?: Record<"sensorId" | "sensor" | "deviceId" | "device", string | null>;
};

export type DueFinding = {
  findingId: number;
  alertId: string;
  finding: Finding;
  names: DueNames;
  openedAt: number;
  /** What the sensor read about an hour before; null where nobody knows. */
  before: { value: number; at: number } | null;
  /** Its sensor's means of the 24 hours before; null or absent where it is about no measure. */
  lastDay?: LastDay | null;
  notifiedBefore: NotifiedBefore | null;
  /** Of a reminder: the time of the last earlier message about its alert, in epoch milliseconds; null for all else. */
  lastNotifiedAt: number | null;
  /** The step of an escalation that tells it; absent for the news itself. `isRenewal`: for the person who had acknowledged it. */
  stage?: { round: number; place: number; isRenewal: boolean };
};

/** A step of an escalation whose time has come, and nobody has the alert. */
export type DueStep = {
  stepId: number;
  round: number;
  place: number;
  step: EscalationStep;
  before: EscalationStep[];
  /** The members heard the news that began the round: it is for those outside alone. */
  membersNotified: boolean;
  /** Who got a message about its alert within the last minute; absent for nobody. */
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
  /** Epoch milliseconds. They haven't been notified of anything earlier. */
  memberSince: number;
  preferences: Partial<NotificationPreferences>;
  /** Null where they read what the home reads. */
  temperatureUnit: HouseholdUnit | null;
};

export type HomeAudience = {
  household: CapHome & { name: string; temperatureUnit: HouseholdUnit; timeZone: string };
  people: Person[];
  outsiders: Outsider[];
  /** Messages sent already, by `countKey`; what is missing is none. */
  sent: Record<string, number>;
};

export type DueHome = HomeAudience & {
  findings: DueFinding[];
  /** Null for the default. */
  escalation: EscalationStep[] | null;
  steps: DueStep[];
  /** As the emergency card has it, where the owners let people outside the home see that; absent for nobody. */
  address?: string | null;
};

/** Young homes of one network take turns as one; everybody else has turns of their own. */
export const turnOf = ({ household: { isEstablished, network } }: DueHome): string | null =>
  isEstablished ? null : network;
