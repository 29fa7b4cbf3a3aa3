import { expect, test } from "vitest";
import { decodeSent } from "../../../lib/readings/decode-body.ts";
import { readInstrument, readText } from "../../../lib/readings/texts/read-text.ts";

const TELEGRAM = [
  "/ISK5\\2M550T-1012",
  "",
  "1-3:0.2.8(50)",
  "0-0:1.0.0(260301071530W)",
  "1-0:1.8.1(001523.402*kWh)",
  "1-0:2.8.1(000004.015*kWh)",
  "0-0:96.14.0(0001)",
  "1-0:1.7.0(01.204*kW)",
  "0-0:96.7.21(00009)",
  "1-0:32.7.0(229.8*V)",
  "0-1:24.2.1(260301071500W)(00874.113*m3)",
  "!5B1E",
].join("\r\n");

const METERED = [
  { key: "obis_1.8.1", kind: "energy", label: "Energy used, tariff 1", value: 1523.402, unit: "kWh" },
  { key: "obis_2.8.1", kind: "energy", label: "Energy returned, tariff 1", value: 4.015, unit: "kWh" },
  { key: "obis_1.7.0", kind: "power", label: "Power used", value: 1.204, unit: "kW" },
  { key: "obis_32.7.0", kind: "generic", label: "Voltage L1", value: 229.8, unit: "V" },
  { key: "obis_24.2.1", kind: "generic", label: "Gas or water", value: 874.113, unit: "m3" },
];

test("a smart meter's telegram is read by its codes, and its version, times and outages are nothing", () => {
  expect(readInstrument(TELEGRAM)).toEqual({ sensors: METERED });
});

test("a meter of gas and one of water behind the same meter are two", () => {
  const lines = ["0-1:24.2.1(260301071500W)(00874.113*m3)", "0-2:24.2.1(260301071500W)(00061.020*m3)"];
  const read = readInstrument(`/ISK5\r\n${lines.join("\r\n")}`);
  expect(read).toMatchObject({
    sensors: [
      { key: "obis_24.2.1", value: 874.113 },
      { key: "obis_24.2.1_2", value: 61.02 },
    ],
  });
});

test("a telegram in a form is read as the telegram alone", () => {
  const form = `telegram=${encodeURIComponent(TELEGRAM)}`;
  expect(readText(form, true)).toEqual({ sensors: METERED });
});

test("a 1-Wire thermometer's file is read in thousandths of a degree Celsius", () => {
  const file = "a3 01 4b 46 7f ff 0d 10 ce : crc=ce YES\na3 01 4b 46 7f ff 0d 10 ce t=-1187\n";
  expect(readText(file, false)).toEqual({
    sensors: [{ key: "temperature", kind: "temperature", value: -1.187, unit: "°C" }],
  });
});

test("a 1-Wire thermometer's file that the line has disturbed says nothing", () => {
  const file = "a3 01 4b 46 7f ff 0d 10 ce : crc=11 NO\na3 01 4b 46 7f ff 0d 10 ce t=-1187\n";
  expect(readInstrument(file)).toBeNull();
});

test("a telegram of sixty kilobytes of half lines is no more work than any text", () => {
  const text = `/X\n${"1-0:1.8.1(0".repeat(6_000)}`;
  const start = performance.now();
  expect(readInstrument(text)).toBeNull();
  expect(performance.now() - start).toBeLessThan(1_000);
});

test("a column of CSV that ends in a unit with a stroke is in that unit", () => {
  const csv = "Time,Air,PM2.5(µg/m³),Note (x)\n2026-03-01 07:00,19.4,11,5\n2026-03-01 07:15,19.1,12,5\n";
  expect(readText(csv, false)).toEqual({
    Time: "2026-03-01 07:15",
    Air: "19.1",
    "PM2.5": "12 µg/m³",
    "Note (x)": "5",
  });
});

test("a stream of events is read by its data alone", () => {
  const stream =
    'retry: 3000\nid: 7\nevent: state\ndata: {"id":"leak","value":true}\n\nevent: state\ndata: {"id":"t","value":4}\n';
  const read = decodeSent(new TextEncoder().encode(stream), "other");
  expect(read).toMatchObject({
    ok: true,
    value: [
      { id: "leak", value: true },
      { id: "t", value: 4 },
    ],
  });
});
