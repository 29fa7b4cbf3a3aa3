import { describe, expect, test } from "vitest";
import { decide } from "../../../lib/alerts/decide/decide.ts";
import { type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import type { StateFacts, TickDevice, TickFacts } from "../../../lib/alerts/facts.ts";
import { judgeHousehold } from "../../../lib/alerts/judge-household.ts";
import { judgePost } from "../../../lib/alerts/judge-sensors.ts";
import { endsOfUnspoken } from "../../../lib/alerts/reconcile.ts";
import type { Overrides } from "../../../lib/devices/alert-settings.ts";
import type { AlertKind } from "../../../schema/vocabulary.ts";
import { advanceAll, assessed, measured, notifiedAt, openState, speaker } from "./machine.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";
import { householdOf, on, thermometer } from "./things.ts";

const open = (kind: AlertKind, subject: string, rest: Partial<EpisodeState> = {}): StateFacts => ({
  kind,
  subject,
  version: 1,
  state: openState({ openedAt: T0 - HOUR, notified: notifiedAt(-60), ...rest }),
});

const foretold = (hours: number): Partial<EpisodeState> => ({
  openedAt: T0 - 80 * HOUR,
  peak: {
    evidence: { value: -9, unit: "°C", at: T0 + hours * HOUR, sensorId: null, deviceId: null },
    badness: 9,
  },
});

const OFF = { enabled: false };
const room = on([thermometer("t1")], { id: "dev_1", name: "Node", space: "Hall" });
const off = on([thermometer("t1")], { id: "dev_1", name: "Node", space: "Hall", enabled: false });

function tick(
  devices: TickDevice[],
  states: StateFacts[],
  place: TickFacts["place"] = null,
  settings: Overrides = {},
  now = T0,
) {
  const facts: TickFacts = { household: { ...householdOf(), settings }, place, devices, rules: [], states };
  const around = { series: new Map(), forecast: null, ownGaps: [] };
  const changes = judgeHousehold(facts, around, now);
  return changes.filter(({ state }) => !state.open).map(({ kind, subject }) => `${kind} ${subject}`);
}

describe("an alert that no rule speaks of any more is over:", () => {
  test.each<[string, TickDevice[], StateFacts, TickFacts["place"]?, Overrides?]>([
    ["a space that was renamed", [room], open("incident", "space:Garage")],
    ["a space whose devices are disabled", [off], open("incident", "space:Hall")],
    ["a space that is the whole home by now", [room], open("incident", "space:Hall")],
    ["the home, once all its devices are disabled", [off], open("incident", "hh_1")],
    [
      "the question about the heating, once the last room is disabled",
      [off],
      open("heating_stopped", "hh_1"),
    ],
    ["the same, once the last room is removed", [], open("heating_stopped", "hh_1")],
    ["a frost that was foretold, once the home has no place", [room], open("forecast", "outdoor")],
    [
      "the forecast of a space that is heated by now",
      [room],
      open("forecast", "t1", foretold(-73)),
      { latitude: 45, longitude: 9 },
    ],
    ["a sensor that is gone", [room], open("freeze", "t9")],
    ["a device that is gone", [room], open("outage", "dev_9")],
    ["a custom rule that is gone", [room], open("rule", "rul_9")],
    ["a vacation's rule of a sensor that is gone", [room], open("rule", "vacation:t9")],
    ["a room's cold, once its device is switched off", [off], open("freeze", "t1")],
    ["a silence, once its device is switched off", [off], open("outage", "dev_1")],
    ["what its home has switched off", [room], open("leak", "t1"), null, { leak: OFF }],
    [
      "what its home has switched off for no sensor",
      [room],
      open("incident", "hh_1"),
      null,
      { incident: OFF },
    ],
    [
      "what its sensor has switched off",
      [on([thermometer("t1", { settings: { freeze: OFF } })])],
      open("freeze", "t1"),
    ],
    [
      "what was read in a unit that has turned out to be another",
      [on([thermometer("t1", { unitSource: "settled" })])],
      open("freeze", "t1", {
        peak: { evidence: { value: 21, unit: "°F", at: T0, sensorId: "t1", deviceId: "dev_1" }, badness: 6 },
      }),
    ],
  ])("%s", (_, devices, state, place = null, settings = {}) => {
    expect(tick(devices, [state], place, settings)).toEqual([`${state.kind} ${state.subject}`]);
  });

  test("not what has begun by the unit of now, though the last episode was read in another", () => {
    const peak = {
      evidence: { value: 21, unit: "°F", at: T0, sensorId: "t1", deviceId: "dev_1" },
      badness: 6,
    };
    const begun = { ...NO_EPISODE, episode: 1, peak, pendingSince: T0 - MINUTE };
    const states = [{ kind: "freeze" as const, subject: "t1", version: 1, state: begun }];
    const devices = [on([thermometer("t1", { unitSource: "settled" })])];
    const facts = { household: householdOf(), place: null, devices, rules: [], states };
    expect(endsOfUnspoken(facts, T0)).toEqual([]);
  });

  test("not where a sensor says otherwise than its home", () => {
    const own = on([thermometer("t1", { settings: { freeze: { enabled: true } } })]);
    expect(tick([own], [open("freeze", "t1", { peak: null })], null, { freeze: OFF })).toEqual([]);
  });

  test.each<[string, StateFacts, TickFacts["place"]?]>([
    ["the question, while a room is watched", open("heating_stopped", "hh_1")],
    [
      "a frost whose hour is still to come",
      open("forecast", "outdoor", foretold(5)),
      { latitude: 45, longitude: 9 },
    ],
  ])("but not %s", (_, state, place = null) => {
    expect(tick([room], [state], place)).toEqual([]);
  });
});

test("a home in which each room has a device of its own hears of the end with the last of its rooms, whichever way it is judged", () => {
  const cold = (subject: string) =>
    open("freeze", subject, {
      notified: notifiedAt(-30),
      closing: { readings: 1, since: T0 - 15 * MINUTE, at: T0 - 15 * MINUTE },
    });
  const warm = thermometer("t1", { value: 12, valueBefore: 11.9 });
  const { device, sensors } = on([warm]);
  const ended = (states: StateFacts[]) =>
    judgePost({ household: householdOf(), device, sensors, rules: [], states }, T0).flatMap(({ findings }) =>
      findings.map(({ transition, suppressedBy }) => [transition, suppressedBy]),
    );
  expect(ended([cold("t1"), cold("t2")])).toEqual([["closed", "incident"]]);
  expect(ended([cold("t1")])).toEqual([["closed", null]]);
});

test("an alert that gets worse while another covers it keeps its acknowledgement, and notifies once none does", () => {
  const told = { severity: "critical", criticalAt: T0, named: "sen_1" } as const;
  const speakers = [speaker({ kind: "heating_stopped", covers: ["sen_1"] }, told)];
  const taken = openState({
    notified: notifiedAt(-30),
    ack: { at: T0 - HOUR, by: "usr_ada", severity: "warning", badness: 0, rung: 0 },
  });
  const critical = (minute: number) => measured(minute, "critical");
  const held = advanceAll([{ minute: 1, verdict: critical(1), speakers }], taken);
  expect(held.findings.map(({ transition, suppressedBy }) => [transition, suppressedBy])).toEqual([
    ["worsened", "incident"],
  ]);
  expect(held.state.ack?.by).toBe("usr_ada");
  const free = advanceAll([{ minute: 2, verdict: critical(2) }], held.state);
  expect(
    free.findings.map(({ transition, suppressedBy, takenOnBy }) => [transition, suppressedBy, takenOnBy]),
  ).toEqual([["worsened", null, "usr_ada"]]);
  expect(free.state.ack).toBeNull();
});

test("an alert that is held names the one that speaks for it", () => {
  const frozen = open("freeze", "t1", {
    severity: "critical",
    notified: notifiedAt(-30, { severity: "critical" }),
  });
  const house = on([thermometer("t1", { value: -1 })], { id: "dev_1" });
  const left = assessed(
    "time_to_freeze",
    "t1",
    NO_EPISODE,
    { verdict: measured(1, "critical") },
    T0 + MINUTE,
  );
  const home = { householdId: "hh_1", devices: [house], states: [frozen] };
  const [change] = decide(home, [left], "tick", T0 + MINUTE);
  expect(change?.findings[0]).toMatchObject({
    suppressedBy: "incident",
    heldBy: { kind: "freeze", subject: "t1" },
  });
});
