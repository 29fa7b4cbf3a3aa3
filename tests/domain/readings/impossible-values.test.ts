import { describe, expect, test } from "vitest";
import { readPayload } from "../../../lib/readings/read-payload.ts";

const CONTEXT = { now: new Date("2026-11-20T10:00:00Z") };

function read(body: unknown) {
  const outcome = readPayload(body, CONTEXT);
  if (!outcome.ok) throw new Error(outcome.problem.name);
  const { readings, faultyKeys } = outcome.value;
  return { kept: readings.map(({ key }) => key), faulty: faultyKeys };
}

describe("a chip that does not answer is a fault and no reading", () => {
  test.each([
    ["SHT2x and HTU21", { temp_c: -46.85, humidity: 118.99 }],
    ["SHT3x", { temp_c: -45, humidity: -6 }],
    ["SHT3x without its error", { temp_c: -45, humidity: 0 }],
    ["a weather program's none", { temp_c: -99.9, humidity: 50 }],
    ["a gateway's none in °F", { temp_f: -999, humidity: 50 }],
    ["a gateway's largest", { temp_c: 999, humidity: 50 }],
  ])("%s", (_name, body) => {
    const { kept, faulty } = read({ ...body, garage_temp_c: 20 });
    expect(faulty).toContain(Object.keys(body)[0]);
    expect(kept).not.toContain(Object.keys(body)[0]);
    expect(kept).toContain("garage_temp_c");
  });
});

describe("a humidity outside 0 to 105", () => {
  test.each([-0.8, -4.04, -999.9, 999.9])(
    "of %d is no reading, and the temperature beside it stays",
    (humidity) => {
      expect(read({ temp_c: 20.5, humidity }).kept).toEqual(["temp_c"]);
      const sensors = [
        { key: "temperature", kind: "temperature", value: 20.5, unit: "°C" },
        { key: "humidity", kind: "humidity", value: humidity, unit: "%" },
      ];
      expect(read({ sensors })).toEqual({ kept: ["temperature"], faulty: ["humidity"] });
    },
  );

  test("makes an extreme temperature of the same chip doubtful", () => {
    const sensors = [
      { key: "attic_temperature", kind: "temperature", value: -41, unit: "°C" },
      { key: "attic_humidity", kind: "humidity", value: 140, unit: "%" },
      { key: "hall_temperature", kind: "temperature", value: -41, unit: "°C" },
    ];
    expect(read({ sensors })).toEqual({
      kept: ["hall_temperature"],
      faulty: ["attic_humidity", "attic_temperature"],
    });
  });
});
