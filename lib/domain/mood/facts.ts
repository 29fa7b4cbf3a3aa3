import type {
  AlertKind,
  ContactMeaning,
  DeviceType,
  HouseholdUnit,
  Mood,
  MoodSource,
  SensorKind,
  Severity,
} from "../../../schema/vocabulary.ts";

/** One of a bay's sensors with its latest value, in its own unit; a state is 1 or 0. */
export type MoodSensor = {
  label: string;
  kind: SensorKind;
  unit: string | null;
  isState: boolean;
  /** What the device of a door or window means by 1; null for "open". */
  trueMeans: ContactMeaning | null;
  /** The value as sent. */
  value: number | null;
  recordedAt: Date | null;
  /** The probe itself says that it is unplugged. */
  isFaulty: boolean;
  device: string;
  deviceType: DeviceType;
  /** When its device was last heard, and the seconds between the times before, newest first. */
  lastSeenAt: Date | null;
  recentGaps: number[];
};

/** An open episode that concerns the bay. */
export type ActiveAlert = { kind: AlertKind; severity: Severity; title: string };

export type MoodFacts = {
  sensors: MoodSensor[];
  activeAlerts: ActiveAlert[];
  isOnVacation: boolean;
  /** IANA name of the home's zone. */
  timeZone: string;
  /** The scale in which reasons speak. */
  temperatureUnit: HouseholdUnit;
};

export type DerivedMood = { mood: Mood; reason: string };

/** What a person has set; null `until` lasts until it is cleared. */
export type MoodOverride = { mood: Mood; until: Date | null };

export type ChosenMood = {
  mood: Mood;
  source: MoodSource;
  reason: string;
  overrideUntil: Date | null;
};

/** A bay as its mood's facts are kept; times are of the facts, not of the looking. */
export type BayScene = {
  override: MoodOverride | null;
  /** When a person last changed something about the bay. */
  updatedAt: Date;
  vacation: { since: Date | null; until: Date | null };
  facts: Omit<MoodFacts, "isOnVacation">;
};
