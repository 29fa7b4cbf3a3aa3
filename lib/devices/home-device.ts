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

/** The columns of a device that the API shows unchanged, under the same name. */
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

/** A device with its sensors in their order. */
export type HomeDevice = ShownColumns & {
  /** Identifies the device in history, where a value is found by device number and sensor position. */
  number: number;
  /** 0–100. */
  batteryPct: number | null;
  lastSeenAt: Date | null;
  /** The usual time between posts, learned from the last ones; null while there are too few. */
  usualIntervalMs: number | null;
  /** How far the device's clock is ahead of ours (negative: behind); null if it is right or unknown. */
  clockOffsetSeconds: number | null;
  createdAt: Date;
  /** The battery's value when it was last charged or replaced. */
  chargedPct: number | null;
  chargedAt: Date | null;
  /** The state of a pull device's feed; null for a push device, and if the query didn't ask for it. */
  feed: Device["feed"];
  sensors: HomeSensor[];
};

export type SensorOfDevice = { device: HomeDevice; sensor: HomeSensor };

export const eachSensor = (devices: readonly HomeDevice[]): SensorOfDevice[] =>
  devices.flatMap((device) => device.sensors.map((sensor) => ({ device, sensor })));

/** Finds a sensor by its id, with its device; null if there is none. */
export const sensorOf = (devices: readonly HomeDevice[], id: string | null): SensorOfDevice | null =>
  eachSensor(devices).find(({ sensor }) => sensor.id === id) ?? null;

/** Returns the place of a sensor's readings in history. */
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
  /** In Home Assistant's spelling; null for a state. */
  unit: string | null;
  /** Null for a sensor that was created before we stored the source. */
  unitSource: UnitSource | null;
  isState: boolean;
  /** The meaning of 1 for a door or window; null for "open". */
  trueMeans: ContactMeaning | null;
  visible: boolean;
  /** The value as sent, in `unit`; a state is 1 or 0. Null before the first reading. */
  value: number | null;
  recordedAt: Date | null;
  /** The moment since when the probe itself reports a fault; null if it doesn't. */
  faultyAt: Date | null;
  /** The fault that the analysis of the readings found. */
  fault: SensorFault | null;
  faultySince: Date | null;
  /** The placement that a member has set; null for none. */
  placement: Placement | null;
  placementGuess: PlacementGuess | null;
  /** The sensor's own settings, which win over the home's. */
  alertSettings: Overrides;
  createdAt: Date;
};
