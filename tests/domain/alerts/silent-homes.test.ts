import { describe, expect, test } from "vitest";
import { decideAlone } from "../../../lib/alerts/decide/decide.ts";
import type { EpisodeState } from "../../../lib/alerts/episode.ts";
import type { TickSensor } from "../../../lib/alerts/facts.ts";
import { earliestFreeze, judgeHome, powerLostAt } from "../../../lib/alerts/kinds/incident.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { settingsFor } from "../../../lib/alerts/settings.ts";
import { type Listened, silentTogether } from "../../../lib/alerts/silence.ts";
import { at, notifiedAt, openState } from "./machine.ts";
import { HOUR, MINUTE, notified, T0 } from "./posts.ts";
import { householdOf, on, thermometer, usualAt } from "./things.ts";

describe("devices that fall silent together", () => {
  const listened = (deviceId: string, silentMinutes: number, rest: Partial<Listened> = {}): Listened => ({
    deviceId,
    type: "push",
    lastSeenAt: T0 - silentMinutes * MINUTE,
    usualIntervalMs: 20 * MINUTE,
    gaps: Array.from({ length: 20 }, () => 20 * 60),
    ownGaps: [],
    failingFeed: null,
    settings: settingsFor("outage"),
    isOutAlone: false,
    ...rest,
  });
  const silent = (...all: Listened[]) => silentTogether(all, NO_QUIET, T0);

  test.each<[string, Listened[], number | null]>([
    ["are two that have missed three posts", [listened("a", 60), listened("b", 60)], 60],
    ["are none that have missed fewer", [listened("a", 60), listened("b", 59)], null],
    ["are two that fell silent within one and a half intervals", [listened("a", 90), listened("b", 60)], 60],
    ["are none that did so further apart", [listened("a", 91), listened("b", 60)], null],
    ["are none where one still speaks", [listened("a", 60), listened("b", 60), listened("c", 1)], null],
    [
      "are those of which one was out before",
      [listened("a", 60), listened("b", 60), listened("c", 900, { isOutAlone: true })],
      60,
    ],
    [
      "are those of which one was never heard",
      [listened("a", 60), listened("b", 60), listened("c", 0, { lastSeenAt: null })],
      60,
    ],
    ["are not one alone", [listened("a", 900)], null],
    [
      "are those with a grace of their own once they are ten minutes late",
      [listened("a", 10, impatient()), listened("b", 10, impatient())],
      10,
    ],
    ["are none of these before", [listened("a", 9, impatient()), listened("b", 9, impatient())], null],
  ])("%s", (_, all, minutes) => {
    expect(silent(...all)?.since ?? null).toBe(minutes === null ? null : T0 - minutes * MINUTE);
  });

  function impatient(): Partial<Listened> {
    return { ...quick(1), settings: { ...settingsFor("outage"), graceMs: 5 * MINUTE } };
  }

  function quick(minutes: number): Partial<Listened> {
    return { usualIntervalMs: minutes * MINUTE, gaps: Array.from({ length: 20 }, () => minutes * 60) };
  }
});

describe("a home without power", () => {
  const mains = (value: number | null, rest: Partial<TickSensor> = {}) =>
    thermometer("mains", { kind: "power", unit: null, isState: true, value, ...rest });
  const home = (...sensors: TickSensor[]) => powerLostAt([on(sensors)], at(30), false);
  const cold = thermometer("t", { value: 10 });

  test("has none until its power is back, whatever is usual for the hour", () => {
    const warm = thermometer("t", { value: 10.1 });
    expect(powerLostAt([on([mains(0), warm])], at(30), true)).not.toBeNull();
    expect(powerLostAt([on([mains(1), warm])], at(30), true)).toBeNull();
  });

  test.each<[string, number | null, boolean]>([
    ["is one that says so while it is cold", home(mains(0), cold), true],
    ["is none that has power", home(mains(1), cold), false],
    ["is none of which nobody says", home(cold), false],
    ["is none where another says that there is some", home(mains(0), mains(1, { id: "other" }), cold), false],
    ["is none by a sensor that is unplugged", home(mains(0, { faultyAt: T0 }), cold), false],
    ["is none by one that has said nothing", home(mains(null), cold), false],
    ["is none by a meter of watts", home(mains(0, { isState: false, unit: "W" }), cold), false],
    ["is none by another kind of sensor", home(mains(0, { kind: "door" }), cold), false],
    ["is none that is warm", home(mains(0), thermometer("t", { value: 10.1 })), false],
    ["is one with a cold pipe", home(mains(0), thermometer("t", { value: 10, placement: "pipe" })), true],
    [
      "is none with a cold freezer alone",
      home(mains(0), thermometer("t", { value: -18, placement: "freezer" })),
      false,
    ],
    [
      "is one whose heated rooms are colder than usual",
      home(mains(0), thermometer("t", { value: 16, ...usualAt(18) })),
      true,
    ],
    [
      "is none whose heated rooms are as usual, however cold another is",
      home(mains(0), thermometer("t", { value: 18, ...usualAt(18) }), cold),
      false,
    ],
  ])("%s", (_, since, isOut) => {
    expect(since).toBe(isOut ? T0 : null);
  });
});

describe("the earliest freezing", () => {
  const hourly = (celsius: (hour: number) => number) =>
    Array.from({ length: 102 }, (_, index) => ({ at: T0 + (index - 1) * HOUR, celsius: celsius(index - 1) }));
  const hours = (celsius: number, outdoor: ((hour: number) => number) | null) => {
    const moment = earliestFreeze([{ at: T0, celsius }], outdoor === null ? [] : hourly(outdoor));
    return moment === null ? null : (moment - T0) / HOUR;
  };

  test.each<[string, number | null, number | null]>([
    ["is that of a quick home at -18 °C where nothing is known", hours(18, null), 8],
    ["is two degrees colder than foreseen", hours(18, () => -10), 10.5],
    ["is none where it never gets below", hours(18, () => 2), null],
    ["is late where it hardly does", hours(18, () => 1.9), 62],
    ["follows the weather hour by hour", hours(4.2, (hour) => 10 - hour), 15.5],
    ["follows it from further away", hours(18, (hour) => 10 - hour), 19.5],
    ["is now for what is at 32 °F", hours(0, null), 0],
    ["is now for what is below", hours(-3, () => 20), 0],
    ["is within the half hour for what is hardly above", hours(0.01, null), 0],
  ])("%s", (_, is, expected) => {
    expect(is).toBe(expected);
  });

  test("is that of the first of several rooms, and of none without one", () => {
    const rooms = [18, 3, 9].map((celsius) => ({ at: T0, celsius }));
    expect(earliestFreeze(rooms, [])).toBe(earliestFreeze([rooms[1] ?? expect.fail()], []));
    expect(earliestFreeze([], [])).toBeNull();
  });
});

describe("an incident", () => {
  type Given = {
    silentMinutes?: number[];
    power?: 0 | 1;
    celsius?: number;
    state?: EpisodeState;
    enabled?: boolean;
  };

  /** A home of devices that post every twenty minutes, the first of which has a thermometer and sees the mains. */
  function judge({ silentMinutes = [75, 75, 75], power = 1, celsius = 18.5, state, enabled = true }: Given) {
    const devices = silentMinutes.map((minutes, index) => {
      const id = `dev_${index + 1}`;
      const heard = T0 - minutes * MINUTE;
      const sensors = [
        thermometer("t1", { value: celsius, at: heard }),
        thermometer("mains", { kind: "power", unit: null, isState: true, value: power, at: heard }),
      ];
      const gaps = Array.from({ length: 20 }, () => 20 * 60);
      return on(index === 0 ? sensors : [], { id, name: "Bedroom", lastSeenAt: heard, gaps });
    });
    const household = householdOf({ settings: enabled ? {} : { incident: { enabled } } });
    const states =
      state === undefined ? [] : [{ kind: "incident" as const, subject: "hh_1", version: 1, state }];
    const facts = { household, place: null, devices, rules: [], states };
    return decideAlone(judgeHome(facts, { forecast: null, ownGaps: [] }, T0))[0];
  }
  const saidOf = (given: Given) => notified(judge(given)?.findings ?? []);
  const began = (more: Record<string, string | number | null>) =>
    openState({
      peak: {
        badness: 0,
        evidence: { value: 0, unit: "min", at: at(-90), sensorId: null, deviceId: null, more },
      },
    });
  const QUIET_HOME = began({ cause: "power_or_internet", devices: 3 });
  const DARK_HOME = began({ cause: "power_out", devices: 0 });
  const dark: Given = { silentMinutes: [1], power: 0 };
  /** Since before the incident began, and so warm that nothing freezes within twelve hours. */
  const still: Given = { silentMinutes: [95, 95, 95], celsius: 45 };

  test("says since when, how many and what it may be", () => {
    expect(judge({})?.findings).toMatchObject([
      {
        severity: "warning",
        why: { code: "devices_offline", values: { devices: 3 } },
        evidence: {
          value: 75,
          at: at(-75),
          more: { cause: "power_or_internet", devices: 3, coldest_celsius: 18.5 },
        },
      },
    ]);
  });

  test("names the room that may freeze first once that is near, if its sensor still sends", () => {
    const near = judge({ ...dark, celsius: 5 });
    expect(near?.findings).toMatchObject([
      {
        severity: "critical",
        why: { code: "power_out" },
        evidence: { sensorId: "t1", more: { room: "Bedroom" } },
      },
    ]);
    expect(near?.state.notified).toMatchObject({ named: "t1", about: ["t1"] });
    const silent = judge({ celsius: 5 })?.findings[0];
    expect(silent).toMatchObject({ severity: "critical", evidence: { sensorId: null } });
  });

  test.each<[string, Given, string[]]>([
    [
      "ends when half of the devices are back",
      { silentMinutes: [1, 1, 95, 95], state: QUIET_HOME },
      ["closed warning"],
    ],
    ["does not end before", { silentMinutes: [1, 95, 95], state: QUIET_HOME }, []],
    ["ends when the power is back", { silentMinutes: [1], state: DARK_HOME }, ["closed warning"]],
    ["does not end while the power is out", { silentMinutes: [1], power: 0, state: DARK_HOME }, []],
    ["does not begin with fewer than all", { silentMinutes: [1, 75, 75] }, []],
    ["ends with its kind switched off", { state: QUIET_HOME, enabled: false }, ["closed warning"]],
    [
      "is told again after a day",
      { ...still, state: { ...QUIET_HOME, notified: notifiedAt(-24 * 60) } },
      ["reminded warning"],
    ],
    ["is not told before", { ...still, state: { ...QUIET_HOME, notified: notifiedAt(-24 * 60 + 1) } }, []],
    [
      "is not told where a room may freeze within twelve hours, since that is told",
      { ...still, celsius: 18, state: { ...QUIET_HOME, notified: notifiedAt(-24 * 60) } },
      [],
    ],
  ])("%s", (_, given, expected) => {
    expect(saidOf(given)).toEqual(expected);
  });

  test("keeps what it began with, and says that all is back", () => {
    const back = judge({ silentMinutes: [1, 1], state: QUIET_HOME })?.findings;
    const kept = { at: at(-90), more: { devices: 3, cause: "power_or_internet" } };
    expect(back).toMatchObject([{ why: { code: "power_back" }, evidence: kept }]);
    const worse = judge({
      ...still,
      celsius: 5,
      state: { ...QUIET_HOME, notified: notifiedAt(-60) },
    })?.findings;
    expect(worse).toMatchObject([{ transition: "worsened", evidence: kept }]);
  });
});
