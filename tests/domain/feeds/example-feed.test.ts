import fc from "fast-check";
import { expect, test } from "vitest";
import { exampleFeed } from "../../../lib/feeds/example-feed.ts";
import { readPayload } from "../../../lib/readings/read-payload.ts";

const KINDS = {
  native: ["temperature", "humidity", "door"],
  senml: ["temperature", "humidity", "door"],
  homeassistant: ["temperature"],
} as const;

test.each(["native", "senml", "homeassistant"] as const)(
  "the %s example is read like any device's body, at any moment, and stays a living room",
  (style) => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }), (now) => {
        const payload = readPayload(exampleFeed(style, now), { now });
        if (!payload.ok) throw new Error(payload.problem.sentence);
        const { readings } = payload.value;
        expect(readings.map(({ kind }) => kind)).toEqual(KINDS[style]);
        const [temperature] = readings;
        const celsius =
          temperature?.unit === "°F" ? ((temperature.value - 32) * 5) / 9 : (temperature?.value ?? 0);
        expect(celsius).toBeGreaterThan(15);
        expect(celsius).toBeLessThan(25);
      }),
    );
  },
);

const at = (time: string) => new Date(`2026-11-20T${time}Z`);

test.each([
  ["00:00:00", 20, 68, 48, true],
  ["06:00:00", 22.5, 72.5, 42, true],
  ["18:00:00", 17.5, 63.5, 54, true],
  ["00:15:00", 20.5, 68.8, 48.4, false],
  ["12:45:00", 19.2, 66.6, 48.4, false],
  ["12:02:59.999", 20.1, 68.1, 48.3, true],
  ["12:03:00", 20.1, 68.1, 48.3, false],
])(
  "at %s the example room has %d °C, %d °F and %d percent; its door is open: %s",
  (time, celsius, fahrenheit, humidity, isOpen) => {
    expect(exampleFeed("native", at(time))).toEqual({
      temp1: fahrenheit,
      humidity1: humidity,
      door1: isOpen,
      battery: 87,
    });
    expect(exampleFeed("senml", at(time))).toEqual([
      { bn: "urn:dev:example:", n: "temperature", u: "Cel", v: celsius },
      { n: "humidity", u: "%RH", v: humidity },
      { n: "door", vb: isOpen },
    ]);
    expect(exampleFeed("homeassistant", at(time))).toEqual({
      entity_id: "sensor.example_temperature",
      state: String(celsius),
      attributes: {
        unit_of_measurement: "°C",
        device_class: "temperature",
        friendly_name: "Example temperature",
      },
    });
  },
);
