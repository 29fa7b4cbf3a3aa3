import { expect, test } from "vitest";
import { decideAlone } from "../../../lib/alerts/decide/decide.ts";
import type {
  StateFacts,
  Surroundings,
  TickDevice,
  TickFacts,
  TickSensor,
} from "../../../lib/alerts/facts.ts";
import { judgeHousehold } from "../../../lib/alerts/judge-household.ts";
import { judgePost } from "../../../lib/alerts/judge-sensors.ts";
import { endsOfUnspoken } from "../../../lib/alerts/reconcile.ts";
import type { Finding } from "../../../lib/alerts/verdict.ts";
import { renderNotice } from "../../../lib/messages/notice/render-notice.ts";
import { input } from "../messages/notice-fixtures.ts";
import { openState } from "./machine.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";
import { householdOf, on, thermometer, usualAt } from "./things.ts";

/** The subject line of a message about a finding. */
const subjectOf = (finding: Finding | undefined): string =>
  finding === undefined
    ? "nothing"
    : renderNotice(input(finding, { names: { sensor: "Temp", device: "Node", space: "Corner" } })).subject;

const homeOf = (
  devices: TickDevice[],
  states: StateFacts[] = [],
  rest: Partial<TickFacts> = {},
): TickFacts => ({
  household: householdOf(),
  place: { latitude: 45, longitude: -90 },
  devices,
  rules: [],
  states,
  ...rest,
});

const told = (kind: "freeze" | "time_to_freeze", celsius: number) => {
  const at = T0 - 20 * HOUR;
  const evidence = { value: celsius, unit: "°C", at, sensorId: "t1", deviceId: "dev_1" };
  const notified = { episode: 1, at, count: 1, severity: "critical" as const, badness: -celsius, rung: 0 };
  const state = openState({
    severity: "critical",
    openedAt: at,
    peak: { evidence: { ...evidence, more: { celsius } }, badness: -celsius },
    notified: { ...notified, criticalAt: at },
  });
  return { kind, subject: "t1", version: 1, state };
};

test("a place that froze as it was found, and always does, isn't called warm again", () => {
  const corner = thermometer("t1", { ...usualAt(-18), placementGuess: null, value: -15.7, at: T0 });
  const { device, sensors } = on([corner], { name: "T4" });
  const facts = { household: householdOf(), device, sensors, rules: [], states: [told("freeze", -15)] };
  const posts = [0, 15].flatMap((minute): Finding[] => {
    const now = T0 + minute * MINUTE;
    const moved = {
      ...facts,
      sensors: sensors.map((sensor) => ({ ...sensor, at: now, valueBefore: -15.7 })),
    };
    const changes = judgePost(moved, now);
    for (const { state } of changes)
      facts.states = [{ ...facts.states[0], kind: "freeze", subject: "t1", version: 1, state }];
    return changes.flatMap(({ findings }) => findings);
  });
  const end = posts.find(({ transition }) => transition === "closed");
  expect(subjectOf(end)).toBe(
    "Always this cold: Corner, Temp is at 3.7 °F. You'll be alerted if it gets colder than usual",
  );
});

test("hours left that end since the place is always so cold don't end as no longer monitored", () => {
  const cold = thermometer("t1", { value: -2, ...usualAt(-5), placementGuess: null });
  const end = (rest: Partial<TickSensor>, device = {}) => {
    const node = on([{ ...cold, ...rest }], { name: "T4", ...device });
    const facts = homeOf([node], [told("time_to_freeze", -2)]);
    const off = { time_to_freeze: { enabled: false } };
    const home = { ...facts, household: householdOf({ settings: off }) };
    return decideAlone(endsOfUnspoken(home, T0))[0]?.findings[0];
  };
  expect(subjectOf(end({}))).toBe(
    "Always this cold: Corner, Temp. You'll be alerted if it gets colder than usual",
  );
  expect(subjectOf(end(usualAt(18)))).toBe("No longer monitored: Corner, Temp");
  expect(subjectOf(end({}, { enabled: false }))).toBe("No longer monitored: Corner, Temp");
});

test("the forecast of a space belongs to its device, so that messages name its room", () => {
  const hours = Array.from({ length: 96 }, (_, hour) => ({ at: T0 + (hour - 48) * HOUR, celsius: -9 }));
  const outdoor = hours.map(({ at }, hour) => ({ at, celsius: hour < 48 ? -2 - hour / 20 : -12 }));
  const points = Array.from({ length: 120 }, (_, index) => {
    const at = T0 - (120 - index) * 15 * MINUTE;
    return { at, value: 1.5 - index / 60 };
  });
  const space: TickSensor = thermometer("t1", { label: "Temp", placement: "unheated", value: -0.5, at: T0 });
  const facts = homeOf([on([space], { name: "Node", space: "Pump house" })]);
  const evening = T0 + 21 * HOUR;
  const around: Surroundings = {
    series: new Map([["t1", points.map(({ at, value }) => ({ at: at + 21 * HOUR, value }))]]),
    forecast: {
      fetchedAt: evening,
      hours: outdoor.map(({ at, celsius }) => ({ at: at + 21 * HOUR, celsius })),
    },
    ownGaps: [],
  };
  const changes = judgeHousehold(facts, around, evening);
  const spaces = changes.filter(({ kind, subject }) => kind === "forecast" && subject === "t1");
  expect(spaces.map(({ about }) => about)).toEqual([
    { title: "Temp (Pump house)", deviceId: "dev_1", sensorId: "t1" },
  ]);
});
