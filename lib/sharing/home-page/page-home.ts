import type {
  AlertKind,
  ContactMeaning,
  DeviceType,
  HouseholdUnit,
  Placement,
  SensorFault,
  SensorKind,
  Severity,
  ShareScope,
  UnitSource,
} from "../../../schema/vocabulary.ts";
import type { Evidence } from "../../alerts/evidence.ts";
import type { HomeOverrides, Overrides } from "../../alerts/settings.ts";
import type { PlacementGuess } from "../../devices/placement/placement.ts";
import type { BatteryDay } from "../../readings/derived/battery-days-left.ts";
import type { KeptOutdoor } from "./outdoor-now.ts";

import type { RoomSetting } from "./room-order.ts";

/**
 * A home as its page shows it, to a family by link or to its people: devices in their order, open alerts
 * worst first.
 */
export type PageHome = {
  name: string;
  timeZone: string;
  temperatureUnit: HouseholdUnit;
  alertSettings: HomeOverrides;
  snoozedUntil: Date | null;
  vacationSince: Date | null;
  vacationUntil: Date | null;
  rooms: RoomSetting[];
  /** The weather beside it, for the home's own people; null for a family and where it is not known. */
  outdoor: KeptOutdoor | null;
  /** Whether anybody has said where the home is. */
  hasPlace: boolean;
  devices: PageDevice[];
  alerts: PageAlert[];
};

/** The same as a share link shows it. */
export type SharedPageHome = PageHome & { scope: ShareScope };

export type PageDevice = {
  id: string;
  number: number;
  name: string;
  space: string;
  type: DeviceType;
  enabled: boolean;
  batteryPct: number | null;
  rssi: number | null;
  lastSeenAt: Date | null;
  usualIntervalMs: number | null;
  /** Ahead of ours, or behind where negative; null while it is right, or nothing says that it is wrong. */
  clockOffsetSeconds: number | null;
  /** What its battery was in the last weeks; empty where that is not asked for. */
  batteryDays: BatteryDay[];
  alertSettings: Overrides;
  sensors: PageSensor[];
};

export type PageSensor = {
  id: string;
  position: number;
  key: string;
  label: string;
  kind: SensorKind;
  unit: string | null;
  /** `assumed` while nobody has said it; null for a sensor that was made before it was noted. */
  unitSource: UnitSource | null;
  isState: boolean;
  /** What the device of a door or window means by 1. `value` is 1 for open whatever that is. */
  trueMeans: ContactMeaning | null;
  visible: boolean;
  /** A value in `unit`; a state is 1 or 0. Null before the first reading. */
  value: number | null;
  recordedAt: Date | null;
  /** When the probe first said that it is unplugged; null while it measures. */
  faultyAt: Date | null;
  /** What a study of its readings found wrong with it; null while it is believed. */
  fault: SensorFault | null;
  /** The place that its owner says; null where that is left to its name and readings. */
  placement: Placement | null;
  placementGuess: PlacementGuess | null;
  /** What the past frosts of an unheated place said of its warning, in °F. */
  weekFloor?: { frostWarning?: number } | null;
  alertSettings: Overrides;
  /** The last UTC day before today on which a state was on, of those that history keeps; null for none. */
  lastOnDay: Date | null;
  createdAt: Date;
};

export type PageAlert = {
  id: string;
  kind: AlertKind;
  severity: Severity;
  title: string;
  deviceId: string | null;
  sensorId: string | null;
  openedAt: Date;
  acknowledgedAt: Date | null;
  /** The evidence of its last decision. */
  evidence: Evidence | null;
};

/** Every sensor of the home, device by device. */
export const sensorsOf = ({ devices }: Pick<PageHome, "devices">): PageSensor[] =>
  devices.flatMap(({ sensors }) => sensors);
