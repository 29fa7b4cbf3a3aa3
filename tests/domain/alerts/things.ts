import type { DeviceFacts, HouseholdFacts, TickDevice, TickSensor } from "../../../lib/alerts/facts.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { T0 } from "./posts.ts";

/** A push device that was heard at T0, and of whose habits nothing is known. */
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

/** A thermometer of a room that read 20 °C at T0. */
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

/** What is usual for a heated room: never colder than this, on each day of the week before. */
export const usualAt = (celsius: number, days = 7) => ({
  weekFloor: { celsius: Array.from({ length: 24 }, () => celsius), days },
});

export const householdOf = (rest: Partial<HouseholdFacts> = {}): HouseholdFacts => ({
  id: "hh_1",
  quiet: NO_QUIET,
  settings: {},
  ...rest,
});
