import type { DeviceFacts, HouseholdFacts, RuleFacts, SensorFacts, StateFacts } from "./facts.ts";

/** A sensor and where its history stands. */
export type TickSensor = SensorFacts & {
  tauHours: number | null;
  deviceNumber: number;
  position: number;
  /** Milliseconds by which its device's clock is behind ours. */
  clockLagMs: number;
};

export type TickDevice = { device: DeviceFacts; sensors: TickSensor[] };

/** A whole household as it stands at a tick. */
export type TickFacts = {
  household: HouseholdFacts;
  place: { latitude: number; longitude: number } | null;
  devices: TickDevice[];
  rules: RuleFacts[];
  states: StateFacts[];
};
