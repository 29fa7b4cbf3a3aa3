import { describe, expect, test } from "vitest";
import type { EpisodeState } from "../../../lib/alerts/episode.ts";
import type { StateFacts, TickDevice, TickFacts } from "../../../lib/alerts/facts.ts";
import { type Owner, ownerOf } from "../../../lib/alerts/incident/owned.ts";
import { withOwners } from "../../../lib/alerts/incident/with-owners.ts";
import { judgeHousehold } from "../../../lib/alerts/judge-household.ts";
import { judgeSensors } from "../../../lib/alerts/judge-sensors.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import type { AlertKind } from "../../../schema/vocabulary.ts";
import { finished } from "../../support/finished.ts";
import { advanceAll, measured, notifiedAt, openState } from "./machine.ts";
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

const room = on([thermometer("t1")], { id: "dev_1", name: "Node", space: "Hall" });
const off = on([thermometer("t1")], { id: "dev_1", name: "Node", space: "Hall", enabled: false });

function tick(devices: TickDevice[], states: StateFacts[], place: TickFacts["place"] = null, now = T0) {
  const facts: TickFacts = { household: householdOf(), place, devices, rules: [], states };
  const around = { series: new Map(), forecast: null, ownGaps: [] };
  const changes = finished(judgeHousehold(facts, around, now));
  return changes.filter(({ state }) => !state.open).map(({ kind, subject }) => `${kind} ${subject}`);
}

describe("an alert that no rule speaks of any more is over:", () => {
  test.each<[string, TickDevice[], StateFacts, TickFacts["place"]?]>([
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
  ])("%s", (_, devices, state, place = null) => {
    expect(tick(devices, [state], place)).toEqual([`${state.kind} ${state.subject}`]);
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

describe("a home in which each room has a device of its own", () => {
  test("hears of the end with the last of its rooms, whichever way it is judged", () => {
    const cold = (subject: string) =>
      open("freeze", subject, {
        notified: notifiedAt(-30),
        closing: { readings: 1, since: T0 - 15 * MINUTE, at: T0 - 15 * MINUTE },
      });
    const warm = thermometer("t1", { value: 12, valueBefore: 11.9 });
    const { device, sensors } = on([warm]);
    const ended = (states: StateFacts[]) =>
      judgeSensors({ household: householdOf(), device, sensors, rules: [], states }, "ingest", T0).flatMap(
        ({ findings }) => findings.map(({ transition, suppressedBy }) => [transition, suppressedBy]),
      );
    expect(ended([cold("t1"), cold("t2")])).toEqual([["closed", "incident"]]);
    expect(ended([cold("t1")])).toEqual([["closed", null]]);
  });
});

test("what gets worse while another alert speaks for it keeps its acknowledgement, and is told once none does", () => {
  const owner: Owner = {
    ...{ kind: "heating_stopped", subject: "hh_1", severity: "critical", notifiedRung: 3, words: 1 },
    ...{
      covers: ["sen_1"],
      attaches: [],
      namedCritical: "sen_1",
      notifiedAt: T0,
      isOld: false,
      isSilence: false,
    },
  };
  const spokenFor = { quiet: { ...NO_QUIET, owners: [owner] } };
  const taken = openState({
    notified: notifiedAt(-30),
    ack: { at: T0 - HOUR, by: "usr_ada", severity: "warning", badness: 0, rung: 0 },
  });
  const critical = (minute: number) => measured(minute, "critical");
  const held = advanceAll([{ minute: 1, verdict: critical(1), scene: spokenFor }], taken);
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

test.each([
  [30, "incident"],
  [60, "incident"],
])("a device of a home that has been silent for %i hours isn't reported once more", (hours, suppressedBy) => {
  const silent = open("incident", "hh_1", {
    openedAt: T0 - hours * HOUR,
    notified: notifiedAt(-hours * 60),
    peak: {
      evidence: {
        ...{ value: 1, unit: "min", at: T0, sensorId: null, deviceId: null },
        more: { place: null },
      },
      badness: 0,
    },
  });
  const owners = withOwners({ household: householdOf(), states: [silent] }, [room], T0).household.quiet
    .owners;
  const scene = { kind: "outage", subject: "dev_1", quiet: { ...NO_QUIET, owners: owners ?? [] } } as const;
  const { findings } = advanceAll([{ minute: 1, verdict: measured(1, "warning"), scene }]);
  expect(findings[0]?.suppressedBy).toBe(suppressedBy);
});

test("an alert that is held names the one that speaks for it", () => {
  const states = [
    open("freeze", "t1", { severity: "critical", notified: notifiedAt(-30, { severity: "critical" }) }),
  ];
  const house = on([thermometer("t1", { value: -1 })], { id: "dev_1" });
  const owners = withOwners({ household: householdOf(), states }, [house], T0).household.quiet.owners;
  const child = {
    kind: "time_to_freeze",
    subject: "t1",
    severity: "critical",
    badness: -1,
    isNewlyCritical: true,
  } as const;
  expect(ownerOf(owners, child)).toMatchObject({ kind: "freeze", subject: "t1" });
  const scene = {
    kind: "time_to_freeze",
    subject: "t1",
    quiet: { ...NO_QUIET, owners: owners ?? [] },
  } as const;
  const { findings } = advanceAll([{ minute: 1, verdict: measured(1, "critical"), scene }]);
  expect(findings[0]).toMatchObject({ suppressedBy: "incident", heldBy: { kind: "freeze", subject: "t1" } });
});
