import type { ContactMeaning, DeviceType, Placement, UnitSource } from "../../../schema/vocabulary.ts";
import type { BatteryDay } from "../derived/battery-days-left.ts";
import type { MetricsSensor } from "../metrics/metrics-home.ts";
import type { PlacementGuess } from "../placement/placement.ts";
import type { FeedPolls } from "../pull-setup/setup.ts";

/** A device as its household sees it, with all its sensors in their order. */
export type HomeDevice = {
  id: string;
  name: string;
  space: string;
  type: DeviceType;
  enabled: boolean;
  /** What its owner says that true means of its contacts; null for what each payload is known for. */
  contactTrueMeans: ContactMeaning | null;
  /** 0–100. */
  batteryPct: number | null;
  /** dBm. */
  rssi: number | null;
  lastSeenAt: Date | null;
  /** Learned from its last posts; null while that says too little. */
  usualIntervalMs: number | null;
  /** Ahead of ours, or behind where negative; null while it is right, or nothing says that it is wrong. */
  clockOffsetSeconds: number | null;
  createdAt: Date;
  sensors: HomeSensor[];
};

/** The same with what its battery was in the last weeks, and how its feed is doing. */
export type ListedDevice = HomeDevice & {
  batteryDays: BatteryDay[];
  /** Set for a device that is polled; null for one that posts. */
  feed: (FeedPolls & { id: string }) | null;
};

export type HomeSensor = MetricsSensor & {
  /** Null for a sensor that was made before it was noted. */
  unitSource: UnitSource | null;
  visible: boolean;
  faultySince: Date | null;
  /** The place that the owner says. */
  placement: Placement | null;
  placementGuess: PlacementGuess | null;
};
