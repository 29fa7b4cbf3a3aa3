import fc from "fast-check";
import { expect, test } from "vitest";
import { binned, mean, noiseOf, type Point, smoothed } from "../../../lib/alerts/physics/history.ts";
import { median } from "../../../lib/kernel/median.ts";

const MINUTE = 60_000;
const T0 = Date.UTC(2027, 0, 16, 3, 0);

/** Readings up to 30 minutes apart, oldest first, as a sensor with steps of 0.1 °C would say them. */
const readings = fc
  .array(fc.record({ gap: fc.nat(30 * MINUTE), tenths: fc.integer({ min: -400, max: 800 }) }), {
    maxLength: 200,
  })
  .map((steps) => {
    let at = T0;
    return steps.map(({ gap, tenths }): Point => {
      at += gap;
      return { at, celsius: tenths / 10 };
    });
  });

test("what is binned is the means of all readings that fall into the same ten minutes", () => {
  fc.assert(
    fc.property(readings, (points) => {
      const [from, to] = [T0 + 60 * MINUTE, T0 + 900 * MINUTE];
      const within = points.filter(({ at }) => at >= from && at <= to);
      const bins = [...Map.groupBy(within, ({ at }) => Math.floor(at / (10 * MINUTE))).values()];
      expect(binned(points, from, to)).toEqual(
        bins.map((bin) => ({
          at: mean(bin.map(({ at }) => at)),
          celsius: mean(bin.map(({ celsius }) => celsius)),
        })),
      );
    }),
  );
});

test("what is smoothed is the median of the readings around, fewer and fewer towards the ends", () => {
  fc.assert(
    fc.property(readings, fc.constantFrom(3, 5), (points, width) => {
      const reach = (width - 1) / 2;
      expect(smoothed(points, width)).toEqual(
        points.map(({ at }, index) => {
          const side = Math.min(reach, index, points.length - 1 - index);
          const around = points.slice(index - side, index + side + 1);
          return { at, celsius: median(around.map(({ celsius }) => celsius)) };
        }),
      );
    }),
  );
});

test("a reading's error is told by how readings bend, and is never less than the sensor's own step allows", () => {
  fc.assert(
    fc.property(readings, (points) => {
      const values = points.map(({ celsius }) => celsius);
      const pairs = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? value)));
      const step = Math.min(1, ...pairs.filter((size) => size > 1e-6));
      const bends = values
        .slice(2)
        .map((value, index) => Math.abs(value - 2 * (values[index + 1] ?? 0) + (values[index] ?? 0)));
      const byBends = (median(bends) * 1.4826) / Math.sqrt(6);
      expect(noiseOf(points)).toBeCloseTo(Math.max(byBends, step / Math.sqrt(12)), 12);
    }),
  );
});
