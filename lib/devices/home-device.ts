import type {
  ContactMeaning,
  Placement,
  SensorFault,
  SensorKind,
  UnitSource,
} from "../../schema/vocabulary.ts";
import type { Device } from "../../schema/wire/devices.ts";
import type { Overrides } from "./alert-settings.ts";
import type { PlacementGuess } from "./placement/placement.ts";

/** What the API shows of a device as its column of the same name has it. */
export const SHOWN_COLUMNS = [
  "id",
  "name",
  "space",
  "type",
  "enabled",
  "contact_true_means",
  "flat_temperature_unit",
  "rssi",
] as const satisfies (keyof Device)[];

export type ShownColumns = Pick<Device, (typeof SHOWN_COLUMNS)[number]>;

/** A device as its household sees it, with all its sensors in their order. */
export type HomeDevice = ShownColumns & {
  /** The place of its values in the snapshots, with the position of each sensor. */
  number: number;
  /** 0–100. */
  batteryPct: number | null;
  lastSeenAt: Date | null;
  /** Learned from its last posts; null while that says too little. */
  usualIntervalMs: number | null;
  /** Ahead of ours, or behind where negative; null while it is right, or nothing says that it is wrong. */
  clockOffsetSeconds: number | null;
  createdAt: Date;
  /** What its battery was when it was charged or changed last, and when that was. */
  chargedPct: number | null;
  chargedAt: Date | null;
  /** How the feed of a device that is polled is doing; null for one that posts, and where that is not asked for. */
  feed: Device["feed"];
  sensors: HomeSensor[];
};

export type SensorOfDevice = { device: HomeDevice; sensor: HomeSensor };

export const eachSensor = (devices: readonly HomeDevice[]): SensorOfDevice[] =>
  devices.flatMap((device) => device.sensors.map((sensor) => ({ device, sensor })));

/** One of them, by its id; null for none. */
export const sensorOf = (devices: readonly HomeDevice[], id: string | null): SensorOfDevice | null =>
  eachSensor(devices).find(({ sensor }) => sensor.id === id) ?? null;

/** Where its readings are kept. */
export const sensorPlace = ({ device, sensor: { id, position, isState } }: SensorOfDevice) => ({
  sensorId: id,
  deviceNumber: device.number,
  position,
  isState,
});

export type HomeSensor = {
  id: string;
  position: number;
  key: string;
  label: string;
  kind: SensorKind;
  /** Spelt as Home Assistant writes it; null for a state. */
  unit: string | null;
  /** Null for a sensor that was made before it was noted. */
  unitSource: UnitSource | null;
  isState: boolean;
  /** What the device of a door or window means by 1; null for "open". */
  trueMeans: ContactMeaning | null;
  visible: boolean;
  /** The value as sent, in `unit`; a state is 1 or 0. Null before the first reading. */
  value: number | null;
  recordedAt: Date | null;
  /** When the probe itself began to report a fault. */
  faultyAt: Date | null;
  /** What a study of its readings found wrong. */
  fault: SensorFault | null;
  faultySince: Date | null;
  /** The place that the owner says. */
  placement: Placement | null;
  placementGuess: PlacementGuess | null;
  /** They come before its home's. */
  alertSettings: Overrides;
  createdAt: Date;
};
