import { describe, expect, test } from "vitest";
import { bandsToKeep, deadband } from "../../../lib/alerts/deadband/deadband.ts";
import { NO_EPISODE } from "../../../lib/alerts/episode.ts";
import type { IngestFacts, TickSensor } from "../../../lib/alerts/facts.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { RULE_DEFAULTS } from "../../../lib/alerts/settings.ts";
import { openState } from "./machine.ts";
import { T0 } from "./posts.ts";
import { deviceOf, householdOf, thermometer, usualAt } from "./things.ts";

const factsOf = (sensors: TickSensor[], rest: Partial<IngestFacts> = {}): IngestFacts => ({
  household: householdOf(),
  device: deviceOf(),
  sensors,
  rules: [],
  states: [],
  ...rest,
});

/** A reading like the one before. */
const steady = (rest: Partial<TickSensor> = {}): TickSensor =>
  thermometer("t1", { valueBefore: 20, ...rest });
const bandOf = (sensor: TickSensor, rest: Partial<IngestFacts> = {}) =>
  deadband(factsOf([sensor], rest), sensor, T0);
const rule = (id: string, sensorId: string, value: number) => ({
  id,
  sensorId,
  settings: {
    ...RULE_DEFAULTS,
    name: "Wine",
    is: "above" as const,
    limit: { value, unit: "°C" },
    hysteresis: { value: 1, unit: "°C" },
  },
});
const ROOM = { low: 16.000016, high: 26 };

describe("a band in which readings move nothing", () => {
  test.each<[string, ReturnType<typeof bandOf>, object | null]>([
    ["goes from the next edge to six kelvin away", bandOf(steady()), ROOM],
    ["ends at the floor of a heated room", bandOf(steady(usualAt(18))), { low: 17.000017, high: 26 }],
    [
      "ends at a rule's limit",
      bandOf(steady(), { rules: [rule("r1", "t1", 22)] }),
      { low: ROOM.low, high: 21.999978 },
    ],
    [
      "does not end at the limit of another sensor's rule",
      bandOf(steady(), { rules: [rule("r1", "t2", 22)] }),
      ROOM,
    ],
    ["is none without a value", bandOf(steady({ value: null })), null],
    ["is none of a probe that reports a fault", bandOf(steady({ faultyAt: T0 })), null],
    ["is none of a reading that is doubted", bandOf(steady({ value: 40 })), null],
    [
      "is none in a unit in which no edge can be told",
      bandOf(steady({ unit: "bananas", ...usualAt(18) })),
      null,
    ],
    [
      "is none while something of its sensor is open",
      bandOf(steady(), {
        states: [{ kind: "time_to_freeze", subject: "t1", version: 1, state: openState() }],
      }),
      null,
    ],
    [
      "is none while a rule of it has begun",
      bandOf(steady(), {
        rules: [rule("r1", "t1", 30)],
        states: [{ kind: "rule", subject: "r1", version: 1, state: { ...NO_EPISODE, pendingSince: T0 } }],
      }),
      null,
    ],
    [
      "is one while something of another is open",
      bandOf(steady(), {
        states: [{ kind: "time_to_freeze", subject: "t2", version: 1, state: openState() }],
      }),
      ROOM,
    ],
  ])("%s", (_, band, expected) => {
    if (expected === null) expect(band).toBeNull();
    else
      for (const [end, value] of Object.entries(expected))
        expect(band).toHaveProperty(end, expect.closeTo(value, 9));
  });

  test("ends at motion while everybody is away", () => {
    const motion = steady({ kind: "motion", unit: null, value: 2, valueBefore: 2 });
    const away = householdOf({ quiet: { ...NO_QUIET, vacation: { until: null } } });
    expect(bandOf(motion)?.low).toBeCloseTo(1e-6, 9);
    expect(bandOf(motion, { household: away })?.low).toBeCloseTo(1 + 1e-6, 9);
  });
});

describe("the bands to keep", () => {
  const positions = (sensors: TickSensor[], deadbandLow: (number | null)[] | null = null) =>
    bandsToKeep(factsOf(sensors, { device: deviceOf({ deadbandLow }) }), T0).map(({ position }) => position);
  const [first, second] = [steady({ position: 1 }), steady({ id: "t2", label: "t2", position: 2 })];

  test.each<[string, number[], number[]]>([
    ["are those of all sensors that have none yet", positions([first, second]), [1, 2]],
    ["are none that are known", positions([first, second], [18, null]), [2]],
    ["are those beyond what is known", positions([first, second], [18]), [2]],
    ["are none of a sensor that may have none", positions([first, { ...second, value: 10 }]), [1]],
  ])("%s", (_, is, expected) => {
    expect(is).toEqual(expected);
  });

  test("are none of a sensor that no device orders", () => {
    const { position: _, ...bare } = first;
    const facts: IngestFacts = { ...factsOf([]), sensors: [bare] };
    expect(bandsToKeep(facts, T0)).toEqual([]);
    expect(bandsToKeep({ ...facts, device: deviceOf() }, T0)).toEqual([]);
  });

  test("are of values as they are sent", () => {
    expect(bandsToKeep(factsOf([first]), T0)).toEqual([
      { position: 1, low: expect.closeTo(16.000016, 9), high: expect.closeTo(26, 9) },
    ]);
  });
});
