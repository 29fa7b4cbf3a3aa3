import type { DeviceType } from "../../../schema/vocabulary.ts";
import type { MetricsSensor } from "../metrics/metrics-home.ts";

/** A device as its household sees it, with all its sensors in their order. */
export type HomeDevice = {
  id: string;
  name: string;
  space: string;
  type: DeviceType;
  enabled: boolean;
  /** 0–100. */
  batteryPct: number | null;
  /** dBm. */
  rssi: number | null;
  lastSeenAt: Date | null;
  /** Learned from its last posts; null while that says too little. */
  usualIntervalMs: number | null;
  createdAt: Date;
  sensors: HomeSensor[];
};

export type HomeSensor = MetricsSensor & { visible: boolean };
