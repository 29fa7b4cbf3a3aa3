import type { SensorKind } from "../../schema/vocabulary.ts";

/** One reading as a body gave it, before it is known which sensor it belongs to. */
export type ParsedReading = {
  /** Cleaned sensor key, 1–64 characters. */
  key: string;
  /** The label that a sensor created by this reading gets. */
  label: string;
  kind: SensorKind;
  /** Spelt as Home Assistant writes it (`°F`, `%`, `hPa` …); null for states and bare numbers. */
  unit: string | null;
  /**
   * True where nothing in the body named the unit, so that the device's `flat_temperature_unit` decides; `unit` is
   * what holds until that says `C`.
   */
  followsDeviceUnit: boolean;
  /**
   * True if nothing names the unit: not the body, the key, a known sender, the specification (which says °F for
   * keys such as `temp1`), nor the number itself by being possible only in °F. Hearthwatch asks the home about it.
   */
  unitAssumed?: true;
  /** The value as sent, never rounded; a state is 1 or 0. Always finite, never -0. */
  value: number;
  /** True for an on/off state, false for a measured number. */
  isState: boolean;
  /** Set for a contact whose sender is known to say true for closed; absent where true means open. */
  trueMeans?: "closed" | undefined;
  /**
   * The reading's own time in epoch milliseconds (fractions kept to the microsecond), null for the receive
   * time.
   */
  atMs: number | null;
};

/** Battery in percent, 0–100; rssi in dBm, −150…0. Absent where the body says nothing usable. */
export type Health = { batteryPct?: number; rssi?: number };

export type ParsedPayload = {
  readings: ParsedReading[];
  health: Health;
  /** Keys whose probe says that it is unplugged (DS18B20's −127 °C) or cannot measure (−999). Never among `readings`. */
  faultyKeys: string[];
  /**
   * How far behind its receipt the newest of its times lay, negative for ahead; absent unless all of them were too
   * far off to be taken.
   */
  lagSeconds?: number;
};

export type ReadContext = { now: Date };
