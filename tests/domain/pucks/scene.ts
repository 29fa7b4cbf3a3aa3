import type { HomeDevice, HomeSensor, SensorOfDevice } from "../../../lib/devices/home-device.ts";
import type { MoodFacts, MoodReader } from "../../../lib/pucks/mood.ts";

/** Noon in London on a winter's Friday. */
export const NOON = new Date("2026-11-20T12:00:00Z");
export const EVENING = new Date("2026-11-20T19:00:00Z");
export const NIGHT = new Date("2026-11-20T23:00:00Z");

/** Reads English, and the home's unit. */
export const READER: MoodReader = { language: "en", temperatureUnit: null };

const MINUTE_MS = 60_000;

export const ago = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * MINUTE_MS);

/** What differs of a sensor, and of its device. */
export type Told = Partial<HomeSensor> & { device?: Partial<HomeDevice> };

/** A living-room thermometer that spoke a minute ago. */
export const sensor = (now: Date, { device, ...changed }: Told = {}): SensorOfDevice => ({
  device: {
    id: "dev_node",
    number: 1,
    name: "Node",
    space: "",
    type: "push",
    enabled: true,
    contact_true_means: null,
    flat_temperature_unit: "F",
    batteryPct: null,
    rssi: null,
    lastSeenAt: ago(now, 1),
    usualIntervalMs: null,
    clockOffsetSeconds: null,
    createdAt: NOON,
    alertSettings: {},
    batteryDays: [],
    sensors: [],
    ...device,
  },
  sensor: {
    id: "sen_1",
    position: 1,
    key: "temp1",
    label: "Living room",
    kind: "temperature",
    unit: "°C",
    unitSource: null,
    isState: false,
    trueMeans: null,
    visible: true,
    value: 21,
    recordedAt: ago(now, 1),
    faultyAt: null,
    fault: null,
    faultySince: null,
    placement: null,
    placementGuess: null,
    alertSettings: {},
    createdAt: NOON,
    ...changed,
  },
});

export const facts = (sensors: SensorOfDevice[], changed: Partial<MoodFacts> = {}): MoodFacts => ({
  sensors,
  alerts: [],
  vacation: null,
  timeZone: "Europe/London",
  temperatureUnit: "C",
  ...changed,
});
