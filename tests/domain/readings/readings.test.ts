import { expect, test } from "vitest";
import { shownValue } from "../../../lib/devices/sensor.ts";
import { readingsCsv, readingsWindow } from "../../../lib/readings/api-reading.ts";
import { pageDevice, pageSensor } from "../sharing/page-home.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const device = pageDevice({ name: "Node", space: "Loft" });
const loft = pageSensor({ id: "sen_t", label: "Loft", unitSource: "assumed" });

test("a CSV quotes what a sensor is called, and leaves out the figures of what is no bucket", () => {
  const reading = {
    sensorId: "sen_t",
    value: 3,
    atMicros: NOW.getTime() * 1_000,
    resolution: "raw",
  } as const;
  const named = [{ sensor: { ...loft, label: '=Loft, "old"' }, device: { ...device, space: "a\tb" } }];
  expect(readingsCsv(named, "1h")([{ ...reading, bucket: null }])).toBe(
    '2026-11-20T10:00:00.000Z,sen_t,temp1,"\'=Loft, ""old""",temperature,°F,3,,raw,,,,,,dev_1,Node,"a\tb",true\r\n',
  );
});

test("nothing asked is the last day, with what a clock that is five minutes ahead has sent", () => {
  const dayBefore = new Date("2026-11-19T10:00:00Z");
  expect(readingsWindow({ from: undefined, to: undefined }, NOW)).toEqual({
    from: dayBefore,
    to: new Date("2026-11-20T10:05:00Z"),
  });
  const [from, to] = [new Date("2026-11-01T00:00:00Z"), new Date("2026-11-02T00:00:00Z")];
  expect(readingsWindow({ from, to }, NOW)).toEqual({ from, to });
  expect(readingsWindow({ from: undefined, to }, NOW)).toEqual({ from, to });
  const early = new Date("2026-10-01T00:00:00Z");
  expect(readingsWindow({ from: early, to }, NOW)).toEqual({ from: early, to });
  const later = new Date("2026-12-24T00:00:00Z");
  expect(readingsWindow({ from: undefined, to: later }, NOW)).toEqual({ from: dayBefore, to: later });
});

test.each([
  [20, "°C", "°F", 68, "°F"],
  [20.123_45, "°C", "°F", 68.2222, "°F"],
  [20.123_456, "°C", "°C", 20.123_456, "°C"],
  [20.123_456, "°C", null, 20.123_456, "°C"],
  [1_013.25, "hPa", "°F", 1_013.25, "hPa"],
  [0.123_456, null, "°F", 0.123_456, null],
] as const)("%d in %s is shown to a reader of %s as %d in %s", (value, unit, wanted, shown, shownUnit) => {
  expect(shownValue(value, unit, wanted)).toEqual({ value: shown, unit: shownUnit });
});
