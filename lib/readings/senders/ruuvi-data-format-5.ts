import type { JsonObject } from "../json.ts";

/** What stands before the data in the advertisement: the maker's number 0x0499, and the format's number 5. */
const START = /FF990405/i;
const DATA_BYTES = 24;
const HEX = /^[\dA-F]+$/i;
const TEXT_CHARACTERS_MAX = 128;

/**
 * A RuuviTag's raw advertisement in hex (docs.ruuvi.com, "Data format 5 (RAWv2)"): °C, %, Pa and V; null where it is
 * none. What the tag marks as unavailable is left out.
 */
export const decodeRuuvi5 = (hex: string): { mac: string; values: JsonObject } | null => {
  if (hex.length > TEXT_CHARACTERS_MAX || !HEX.test(hex)) return null;
  const at = START.exec(hex);
  const data = at === null ? "" : hex.slice(at.index + "FF9904".length);
  if (data.length < 2 * DATA_BYTES) return null;
  const bytes = Uint8Array.from({ length: DATA_BYTES }, (_, byte) =>
    Number.parseInt(data.slice(2 * byte, 2 * byte + 2), 16),
  );
  const view = new DataView(bytes.buffer);
  const known = (raw: number, missing: number, value: number) => (raw === missing ? null : value);
  const [temperature, humidity, pressure] = [view.getInt16(1), view.getUint16(3), view.getUint16(5)];
  const mac = [...bytes.slice(18)].map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join(":");
  return {
    mac,
    values: {
      temperature: known(temperature, -0x8000, (temperature * 5) / 1_000),
      humidity: known(humidity, 0xffff, (humidity * 25) / 10_000),
      pressure: known(pressure, 0xffff, pressure + 50_000),
    },
  };
};
