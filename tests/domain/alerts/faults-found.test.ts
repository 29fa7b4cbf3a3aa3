import { describe, expect, test } from "vitest";
import type { Assessment } from "../../../lib/alerts/assessment.ts";
import { type Change, decideAlone } from "../../../lib/alerts/decide/decide.ts";
import type { EpisodeState } from "../../../lib/alerts/episode.ts";
import type { TickFacts, TickSensor } from "../../../lib/alerts/facts.ts";
import { judgeFaults } from "../../../lib/alerts/kinds/sensor-fault.ts";
import { at, openState } from "./machine.ts";
import { notified, T0 } from "./posts.ts";
import { householdOf, on, thermometer } from "./things.ts";

const broken = (rest: Partial<TickSensor> = {}): TickSensor =>
  thermometer("t1", { faultyAt: at(-60), ...rest });
const flood = broken({ kind: "flood", unit: null, isState: true });

/** What a look at a home of one device finds of its sensors. */
function looked(sensors: TickSensor[], rest: Partial<TickFacts> = {}, device = {}) {
  const facts: TickFacts = {
    household: householdOf(),
    place: null,
    devices: [on(sensors, device)],
    rules: [],
    states: [],
    ...rest,
  };
  return judgeFaults(facts, facts.devices, T0);
}
const found = (...home: Parameters<typeof looked>): Change[] => decideAlone(looked(...home));
const states = (state: Partial<EpisodeState>) => ({
  states: [{ kind: "sensor_fault" as const, subject: "t1", version: 3, state: openState(state) }],
});
/** Judged as open already, so that nothing has to last. */
const moreOf = (sensor: TickSensor, home = {}, device = {}) =>
  found([sensor], { household: householdOf(home), ...states({ notified: null, openings: [] }) }, device)[0]
    ?.findings[0]?.evidence?.more;

describe("a look at a home's sensors", () => {
  test("finds one that reports a fault, under its own name", () => {
    const [change, ...others] = found([broken(), thermometer("t2")]);
    expect(change).toMatchObject({
      kind: "sensor_fault",
      subject: "t1",
      expectedVersion: 0,
      about: { title: "t1", deviceId: "dev_1", sensorId: "t1" },
      state: { open: true, openedAt: T0 },
    });
    expect(others).toEqual([]);
  });

  test.each<[string, Assessment[], number]>([
    ["one that guards water", looked([flood]), 1],
    ["one that measures damp", looked([broken({ kind: "humidity", unit: "%" })]), 1],
    ["no door, which guards nothing", looked([broken({ kind: "door", unit: null })]), 0],
    ["none that is believed", looked([thermometer("t1")]), 0],
    ["one that is believed again", looked([thermometer("t1")], states({})), 1],
    [
      "one that was about to be told",
      looked([thermometer("t1")], states({ open: false, severity: null, pendingSince: at(-9) })),
      1,
    ],
    [
      "none that is believed since long",
      looked([thermometer("t1")], states({ open: false, severity: null })),
      0,
    ],
  ])("finds %s", (_, assessed, count) => {
    expect(assessed).toHaveLength(count);
  });

  test.each<[string, string | number | null | undefined, string | null]>([
    ["water", moreOf(flood)?.guards, "water"],
    ["frost in a room", moreOf(broken())?.guards, "freeze"],
    ["nothing in a fridge", moreOf(broken({ placement: "fridge" }))?.guards, null],
    [
      "nothing where no frost is told of",
      moreOf(broken({ settings: { freeze: { enabled: false } } }))?.guards,
      null,
    ],
    ["nothing by damp", moreOf(broken({ kind: "humidity", unit: "%" }))?.guards, null],
  ])("says what it guards: %s", (_, guards, expected) => {
    expect(guards).toBe(expected);
  });

  test.each<[string, TickSensor, string, number]>([
    ["unplugged", broken({ stuckAt: at(-5) }), "unplugged", at(-60)],
    ["stuck", thermometer("t1", { stuckAt: at(-5) }), "stuck", at(-5)],
  ])("says what is wrong, and since when: %s", (_, sensor, fault, since) => {
    const finding = found([sensor], states({ notified: null, openings: [] }))[0]?.findings[0];
    expect(finding?.evidence).toMatchObject({
      sensorId: "t1",
      deviceId: "dev_1",
      at: since,
      more: { fault },
    });
  });

  test("ends what is open of a device that is switched off", () => {
    const [change] = found([broken()], states({}), { enabled: false });
    expect(notified(change?.findings ?? [])).toEqual(["closed warning"]);
  });

  test("goes by the settings of the sensor", () => {
    const off = broken({ settings: { sensor_fault: { enabled: false } } });
    expect(notified(found([off], states({}))[0]?.findings ?? [])).toEqual(["closed warning"]);
  });
});
