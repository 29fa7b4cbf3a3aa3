import fc from "fast-check";
import { expect, test } from "vitest";
import { exampleFeed } from "../../../lib/feeds/example-feed.ts";
import { convert } from "../../../lib/kernel/units.ts";
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
        const [{ value, unit } = { value: 0, unit: null }] = readings;
        const celsius = convert(value, unit ?? "", "°C");
        expect(celsius).toBeGreaterThan(15);
        expect(celsius).toBeLessThan(25);
      }),
    );
  },
);
