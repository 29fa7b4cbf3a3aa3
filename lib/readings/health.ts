import { isJsonObject } from "./json.ts";
import type { Health } from "./reading.ts";
import { readNumber } from "./values.ts";

const within = (raw: unknown, least: number, most: number): number | null => {
  const value = readNumber(raw);
  return value !== null && value >= least && value <= most ? value : null;
};

/**
 * Health of usable parts only: what is out of range is ignored, never clamped (254 and 255 mean "unknown").
 */
export const healthOf = (battery: unknown, rssi: unknown): Health => {
  const batteryPct = within(battery, 0, 100);
  const signal = within(rssi, -150, 0);
  return {
    ...(batteryPct === null ? {} : { batteryPct }),
    ...(signal === null ? {} : { rssi: signal }),
  };
};

/** The health fields at the top of a body; `battery` goes before `battery_pct` where both are usable. */
export const readHealth = (body: unknown): Health => {
  if (!isJsonObject(body)) return {};
  return { ...healthOf(body.battery_pct, null), ...healthOf(body.battery, body.rssi) };
};
