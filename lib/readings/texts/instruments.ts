import type { JsonObject } from "../json.ts";

/** `1-0:1.8.1(004218.311*kWh)`: a line of a meter's P1 port; gas and water have the time before what they measured. */
const OBIS =
  /^\d-(\d):(\d{1,3}\.\d{1,3}\.\d{1,3})(?:\(\d{12}[SW]\))?\((-?\d[\d.]{0,15})\*(kWh|kW|V|A|m3)\)\r?$/gm;
const TELEGRAM = /^\/[^\n]{1,96}\r?\n/;
const METERED: Record<string, [kind: string, label: string]> = {
  "1.8.1": ["energy", "Energy used, tariff 1"],
  "1.8.2": ["energy", "Energy used, tariff 2"],
  "2.8.1": ["energy", "Energy returned, tariff 1"],
  "2.8.2": ["energy", "Energy returned, tariff 2"],
  "1.7.0": ["power", "Power used"],
  "2.7.0": ["power", "Power returned"],
  "32.7.0": ["generic", "Voltage L1"],
  "52.7.0": ["generic", "Voltage L2"],
  "72.7.0": ["generic", "Voltage L3"],
  "24.2.1": ["generic", "Gas or water"],
};

/** The file of a 1-Wire thermometer in Linux; with `NO` in it the line was disturbed. */
const ONE_WIRE = /^(?:[\da-f]{2} ){9}: crc=[\da-f]{2} YES\s+(?:[\da-f]{2} ){9}t=(-?\d{1,6})$/;
const PER_DEGREE = 1_000;

/** What an instrument prints, as typed sensors: a smart meter's telegram, a 1-Wire thermometer's file. Else null. */
export function readInstrument(text: string): JsonObject | null {
  const thousandths = ONE_WIRE.exec(text)?.[1];
  if (thousandths !== undefined)
    return {
      sensors: [
        { key: "temperature", kind: "temperature", value: Number(thousandths) / PER_DEGREE, unit: "°C" },
      ],
    };
  if (!TELEGRAM.test(text)) return null;
  const sensors = [...text.matchAll(OBIS)].flatMap(([, channel = "", code = "", value, unit]) => {
    const [kind, label] = METERED[code] ?? [];
    // Further meters hang behind the first one's channel.
    const key = Number(channel) > 1 ? `obis_${code}_${channel}` : `obis_${code}`;
    return kind === undefined ? [] : [{ key, kind, label, value: Number(value), unit }];
  });
  return sensors.length === 0 ? null : { sensors };
}
