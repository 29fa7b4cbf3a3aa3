import { describe, expect, it } from "vitest";
import { readHealth } from "../../../lib/readings/health.ts";
import { expectUnusable, read } from "./support.ts";

describe("the health fields at the top of a body", () => {
  it("are battery or battery_pct and rssi, also as numeric strings", () => {
    expect(readHealth({ battery: 71, rssi: -58 })).toEqual({ batteryPct: 71, rssi: -58 });
    expect(readHealth({ battery_pct: "64.50", rssi: "-90" })).toEqual({ batteryPct: 64.5, rssi: -90 });
    expect(readHealth({ battery: 100, rssi: -150 })).toEqual({ batteryPct: 100, rssi: -150 });
    expect(readHealth({ rssi: 1 })).toEqual({});
    expect(readHealth({ battery: 0, rssi: 0 })).toEqual({ batteryPct: 0, rssi: 0 });
  });

  it("prefer battery where it is usable", () => {
    expect(readHealth({ battery: 30, battery_pct: 31 })).toEqual({ batteryPct: 30 });
    expect(readHealth({ battery: 255, battery_pct: 31 })).toEqual({ batteryPct: 31 });
  });

  it.each([[101], [-1], [255], [null], ["full"], [true], ["on"], [[50]]])(
    "leave out a battery of %j",
    (battery) => {
      expect(readHealth({ battery, rssi: -151 })).toEqual({});
    },
  );

  it("make a heartbeat where they stand alone", () => {
    expect(read({ battery: 12, rssi: -80 })).toEqual({
      readings: [],
      health: { batteryPct: 12, rssi: -80 },
      faultyKeys: [],
    });
    expectUnusable({ battery: 120 });
    expectUnusable({ rssi: 20, battery: null });
  });

  it("are not taken from inner objects", () => {
    expect(read({ Gateway: { Temperature: 19, Battery: 3 } }).health).toEqual({});
    expectUnusable({ data: { battery: 40 } });
  });
});
