import type { DeviceFacts, HouseholdFacts, TickDevice, TickSensor } from "../../../lib/alerts/facts.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { T0 } from "./posts.ts";

/** A push device with a sign of life at T0 and without known habits. */
export const deviceOf = (rest: Partial<DeviceFacts> = {}): DeviceFacts => ({
  id: "dev_1",
  type: "push",
  name: "",
  space: "",
  enabled: true,
  lastSeenAt: T0,
  gaps: [],
  ...rest,
});

/** A temperature sensor in a room, at 20 °C at T0. */
export const thermometer = (id: string, rest: Partial<TickSensor> = {}): TickSensor => ({
  id,
  label: id,
  kind: "temperature",
  unit: "°C",
  isState: false,
  faultyAt: null,
  settings: {},
  value: 20,
  at: T0,
  valueBefore: null,
  deviceNumber: 1,
  position: 1,
  ...rest,
});

export const on = (sensors: TickSensor[], rest: Partial<DeviceFacts> = {}): TickDevice => ({
  device: deviceOf(rest),
  sensors,
});

/** The week of a heated room that never got colder than this. */
export const usualAt = (celsius: number, days = 7) => ({
  weekFloor: { celsius: Array.from({ length: 24 }, () => celsius), days },
});

export const householdOf = (rest: Partial<HouseholdFacts> = {}): HouseholdFacts => ({
  id: "hh_1",
  quiet: NO_QUIET,
  settings: {},
  ...rest,
});
