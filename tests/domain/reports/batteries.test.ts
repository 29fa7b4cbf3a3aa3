import { describe, expect, test } from "vitest";
import { type BatteryFacts, batteryFacts } from "../../../lib/reports/gather.ts";
import { lowestBattery } from "../../../lib/reports/wording.ts";
import { pageDevice } from "../sharing/page-home.ts";
import { adasWeek } from "./facts-of-a-week.ts";

const battery = (device: string, pct: number, daysLeft: number | null): BatteryFacts => ({
  device,
  pct,
  daysLeft,
});

describe("the lowest battery of a report", () => {
  test.each<[string, BatteryFacts[], string | null]>([
    [
      "has the fewest days left",
      [battery("Attic", 40, 90), battery("Den", 60, 25), battery("Bath", 30, 60)],
      "Den",
    ],
    ["is the emptier one of two with as many days", [battery("Attic", 40, 9), battery("Den", 30, 9)], "Den"],
    [
      "is the emptiest where no days are known",
      [battery("Attic", 40, null), battery("Den", 30, null)],
      "Den",
    ],
    ["is one that is low before one with years to go", [battery("A", 90, 700), battery("B", 5, null)], "B"],
    ["is one with days to go before one that holds", [battery("A", 5, null), battery("B", 18, 12)], "B"],
    ["is known by its days where all are well", [battery("A", 60, null), battery("B", 90, 300)], "B"],
    ["is none of none", [], null],
  ])("%s", (_, batteries, device) => {
    expect(lowestBattery(batteries)?.device ?? null).toBe(device);
  });

  test("has its days left from its last weeks", () => {
    const today = Math.floor(adasWeek.period.toMs / 86_400_000);
    const days = Array.from({ length: 20 }, (_, ago) => ({ day: today - ago, pct: 40 + 2 * ago }));
    const known = [
      pageDevice({ name: "Den", batteryPct: 40, batteryDays: days }),
      pageDevice({ name: "Attic", batteryPct: 90 }),
      pageDevice({ name: "Plugged in" }),
    ];
    expect(batteryFacts(known, adasWeek.period.toMs)).toEqual([
      battery("Den", 40, 20),
      battery("Attic", 90, null),
    ]);
  });
});
