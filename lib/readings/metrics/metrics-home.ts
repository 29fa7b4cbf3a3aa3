import type {
  AlertKind,
  ContactMeaning,
  DeviceStatus,
  DeviceType,
  SensorFault,
  SensorKind,
  UnitSource,
} from "../../../schema/vocabulary.ts";

/**
 * What a scrape shows of a household, hidden sensors and disabled devices included: the key is the owner's.
 */
export type MetricsHome = {
  devices: MetricsDevice[];
  /** Open episodes; a kind that is missing has none. */
  activeAlerts: Partial<Record<AlertKind, number>>;
  /** Those of them that are critical. */
  criticalAlerts: Partial<Record<AlertKind, number>>;
  /** Only sensors that are cooling towards freezing. */
  timeToFreezeSeconds: { deviceId: string; sensorId: string; seconds: number }[];
  /** Null where the reader must not know: that nobody is home is no business of a link's holder. */
  quiet: { snoozed: boolean; vacation: boolean } | null;
};

export type MetricsDevice = {
  id: string;
  name: string;
  space: string;
  type: DeviceType;
  status: DeviceStatus;
  enabled: boolean;
  /** 0–100. */
  batteryPct: number | null;
  /** dBm. */
  rssi: number | null;
  lastSeenAt: Date | null;
  sensors: MetricsSensor[];
};

export type MetricsSensor = {
  id: string;
  key: string;
  label: string;
  kind: SensorKind;
  /** Spelt as Home Assistant writes it; null for a state. */
  unit: string | null;
  /** Absent or null where it was not noted. */
  unitSource?: UnitSource | null;
  isState: boolean;
  /** What the device of a door or window means by 1; null for "open". */
  trueMeans: ContactMeaning | null;
  /** The value as sent, in `unit`; a state is 1 or 0. Null before the first reading. */
  value: number | null;
  recordedAt: Date | null;
  /** When the probe itself began to report a fault. */
  faultyAt: Date | null;
  /** What a study of its readings found wrong. */
  fault: SensorFault | null;
};
