import type { SensorKind } from "../../schema/vocabulary.ts";

/** A reading from a body, before it is matched with a sensor. */
export type ParsedReading = {
  /** Cleaned sensor key, 1–64 characters. */
  key: string;
  /** The label that a sensor created by this reading gets. */
  label: string;
  kind: SensorKind;
  /** Spelled as in Home Assistant (`°F`, `%`, `hPa` …); null for states and bare numbers. */
  unit: string | null;
  /**
   * True if nothing in the body named the unit: the device's `flat_temperature_unit` decides. `unit` holds until that
   * setting says `C`.
   */
  followsDeviceUnit: boolean;
  /**
   * Set if nothing names the unit: not the body, the key, a known sender or the specification (°F for keys such as
   * `temp1`), and the number isn't possible only in °F. Hearthwatch asks the home to confirm the unit.
   */
  unitAssumed?: true;
  /** The value as sent, never rounded; 1 or 0 for a state. Always finite, never -0. */
  value: number;
  /** True for an on/off state, false for a measured number. */
  isState: boolean;
  /** Set if the sender is known to send true for closed; absent if true means open. */
  trueMeans?: "closed" | undefined;
  /** The reading's own time in epoch milliseconds, precise to the microsecond; null for the receive time. */
  atMs: number | null;
};

/** Battery in percent, 0–100; rssi in dBm, −150…0. Absent if the body has no usable value. */
export type Health = { batteryPct?: number; rssi?: number };

export type ParsedPayload = {
  readings: ParsedReading[];
  health: Health;
  /** Keys whose probe reports that it is unplugged (DS18B20's −127 °C) or failed (−999); never in `readings`. */
  faultyKeys: string[];
  /**
   * Seconds between the body's newest time and its receipt, negative if ahead; absent unless all its times were too far
   * off to use.
   */
  lagSeconds?: number;
};

export type ReadContext = { now: Date };
