import { describe, expect, test } from "vitest";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import type { EpisodeState } from "../../../lib/alerts/episode.ts";
import type { TickSensor } from "../../../lib/alerts/facts.ts";
import { earliestFreeze, powerLostAt } from "../../../lib/alerts/judge-incident.ts";
import { type IncidentInput, judgeIncident } from "../../../lib/alerts/kinds/incident.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { settingsFor } from "../../../lib/alerts/settings.ts";
import { type Listened, silentTogether, togetherMs } from "../../../lib/alerts/silence.ts";
import { at, notifiedAt, openState } from "./machine.ts";
import { HOUR, MINUTE, notified, T0 } from "./posts.ts";
import { on, thermometer, usualAt } from "./things.ts";

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
      "are quick ones after three quarters of an hour",
      [5, 5].map((minutes, index) => listened(`${index}`, 45, quick(minutes))),
      45,
    ],
    [
      "are no quick ones before",
      [5, 5].map((minutes, index) => listened(`${index}`, 44, quick(minutes))),
      null,
    ],
    [
      "are those with a grace of their own once they are ten minutes late",
      [listened("a", 10, impatient()), listened("b", 10, impatient())],
      10,
    ],
    ["are none of these before", [listened("a", 9, impatient()), listened("b", 9, impatient())], null],
    [
      "are quick ones that fell silent within ten minutes",
      [listened("a", 55, quick(5)), listened("b", 45, quick(5))],
      45,
    ],
    [
      "are no quick ones that did so further apart",
      [listened("a", 56, quick(5)), listened("b", 45, quick(5))],
      null,
    ],
  ])("%s", (_, all, minutes) => {
    expect(silent(...all)?.since ?? null).toBe(minutes === null ? null : T0 - minutes * MINUTE);
  });

  function impatient(): Partial<Listened> {
    return { ...quick(1), settings: { ...settingsFor("outage"), graceMs: 5 * MINUTE } };
  }

  function quick(minutes: number): Partial<Listened> {
    return { usualIntervalMs: minutes * MINUTE, gaps: Array.from({ length: 20 }, () => minutes * 60) };
  }

  test("are all of the home that were heard, by name", () => {
    expect(silent(listened("a", 60), listened("b", 60), listened("c", 70))?.devices).toEqual(["a", "b", "c"]);
  });

  test("are waited for by their own habits where nothing is known of their interval", () => {
    const unknown = { usualIntervalMs: null, gaps: [] };
    expect(togetherMs(listened("a", 0, unknown), NO_QUIET, T0)).toBe(25 * HOUR);
    expect(togetherMs(listened("a", 0, { ...unknown, type: "pull" }), NO_QUIET, T0)).toBe(45 * MINUTE);
    const grace = { settings: { ...settingsFor("outage"), graceMs: 30 * MINUTE } };
    expect(togetherMs(listened("a", 0, grace), NO_QUIET, T0)).toBe(30 * MINUTE);
  });

  test("that nobody knows the interval of are late after twenty-two and a half minutes", () => {
    const daily = (id: string, minutes: number) => listened(id, minutes, { usualIntervalMs: null, gaps: [] });
    expect(silent(daily("a", 25 * 60 + 22), daily("b", 25 * 60))?.since).toBe(T0 - 25 * HOUR);
    expect(silent(daily("a", 25 * 60 + 23), daily("b", 25 * 60))).toBeNull();
  });
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
      "is one with a cold kitchen",
      home(mains(0), thermometer("t", { value: 10, placement: "kitchen" })),
      true,
    ],
    [
      "is one with a cold bathroom",
      home(mains(0), thermometer("t", { value: 10, placement: "bathroom" })),
      true,
    ],
    [
      "is none with a cold freezer alone",
      home(mains(0), thermometer("t", { value: -18, placement: "freezer" })),
      false,
    ],
    [
      "is none by what is no temperature",
      home(mains(0), thermometer("t", { value: 5, kind: "humidity", unit: "%" })),
      false,
    ],
    [
      "is none by a temperature of which nothing was said",
      home(mains(0), thermometer("t", { value: null })),
      false,
    ],
    [
      "is none by a temperature without a unit",
      home(mains(0), thermometer("t", { value: 5, unit: null })),
      false,
    ],
    [
      "is none by a temperature in no unit of one",
      home(mains(0), thermometer("t", { value: 5, unit: "%" })),
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

  test("has had none since the first of them said so, by our clock where it did not say when", () => {
    expect(home(mains(0, { at: T0 + MINUTE }), mains(0, { id: "b", at: T0 - MINUTE }), cold)).toBe(
      T0 - MINUTE,
    );
    expect(home(mains(0, { at: null }), cold)).toBe(at(30));
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
  const SILENCE = { since: at(-75), devices: ["dev_1", "dev_2", "dev_3"] };
  const silent: IncidentInput = {
    subject: "hh_1",
    quiet: NO_QUIET,
    enabled: true,
    silence: SILENCE,
    powerLost: null,
    backShare: 0,
    notBefore: null,
    coldestCelsius: 18.5,
    isRoomCritical: false,
  };
  const judge = (rest: Partial<IncidentInput> = {}, from?: EpisodeState, settings = {}) =>
    tellAlone(
      judgeIncident(
        from ?? openState({ open: false, severity: null, notified: null, peak: null }),
        { ...silent, ...rest },
        { ...settingsFor("incident"), ...settings },
        T0,
      ),
    );
  const began = (more: Record<string, string | number | null>) =>
    openState({
      peak: {
        badness: 0,
        evidence: { value: 0, unit: "min", at: at(-90), sensorId: null, deviceId: null, more },
      },
    });
  const QUIET_HOME = began({ cause: "power_or_internet", devices: 3 });
  const DARK_HOME = began({ cause: "power_out", devices: 0 });

  test("says since when, how many and what it may be", () => {
    expect(judge().findings).toMatchObject([
      {
        transition: "opened",
        kind: "incident",
        severity: "warning",
        why: { code: "devices_offline", values: { devices: 3 } },
        limit: null,
        evidence: {
          sensorId: null,
          deviceId: null,
          value: 75,
          unit: "min",
          at: at(-75),
          more: {
            cause: "power_or_internet",
            devices: 3,
            not_before: null,
            coldest_celsius: 18.5,
          },
        },
      },
    ]);
  });

  test("of a home without power is no graver than the room that was told of as critical", () => {
    const soon = { silence: null, powerLost: at(-20), notBefore: T0 };
    expect(judge(soon).findings[0]?.severity).toBe("critical");
    expect(judge({ ...soon, isRoomCritical: true }).findings[0]?.severity).toBe("warning");
    const notified = judge({ ...soon, isRoomCritical: true }, { ...DARK_HOME, severity: "critical" });
    expect(notified.state.severity).toBe("critical");
  });

  test("names the room that may freeze first once that is near, if its sensor still sends", () => {
    const first = { sensorId: "t1", deviceId: "dev_1", name: "Bedroom" };
    const dark = { silence: null, powerLost: at(-20), first };
    const near = judge({ ...dark, notBefore: T0 + 3 * HOUR });
    expect(near.findings).toMatchObject([
      { severity: "critical", evidence: { sensorId: "t1", deviceId: "dev_1", more: { room: "Bedroom" } } },
    ]);
    expect(near.state.notified).toMatchObject({ named: "t1", about: ["t1"] });
    expect(judge({ ...dark, notBefore: T0 + 4 * HOUR }).findings[0]?.evidence).not.toMatchObject({
      more: { room: "Bedroom" },
    });
  });

  test("doesn't remind when the message that a room may freeze comes within twelve hours", () => {
    const since = { ...DARK_HOME, notified: notifiedAt(-24 * 60) };
    const dark = { silence: null, powerLost: at(-20) };
    const told = (hours: number) =>
      notified(judge({ ...dark, notBefore: T0 + hours * HOUR }, since).findings);
    expect([13, 12].map(told)).toEqual([["reminded warning"], []]);
  });

  test("of a home without power says that", () => {
    expect(judge({ silence: null, powerLost: at(-20) }).findings).toMatchObject([
      {
        why: { code: "power_out" },
        evidence: { at: at(-20), value: 20, more: { cause: "power_out", devices: 0 } },
      },
    ]);
  });

  test.each<[string, number | null, string, number]>([
    ["while nothing can freeze", null, "opened warning", 0],
    ["more than three hours before anything can", T0 + 3 * HOUR + 1, "opened warning", 0],
    ["three hours before", T0 + 3 * HOUR, "opened critical", 1],
  ])("is as urgent as it is %s", (_, notBefore, opened, rung) => {
    const { state, findings } = judge({ notBefore });
    expect(notified(findings)).toEqual([opened]);
    expect(state.notified?.rung).toBe(rung);
    expect(state.peak?.badness).toBe(rung);
    expect(findings[0]?.evidence?.more?.not_before).toBe(notBefore);
  });

  test.each<[string, Partial<IncidentInput>, EpisodeState, string[]]>([
    [
      "ends when half of the devices are back",
      { silence: null, backShare: 0.5 },
      QUIET_HOME,
      ["closed warning"],
    ],
    ["does not end before", { silence: null, backShare: 0.49 }, QUIET_HOME, []],
    ["ends when the power is back", { silence: null }, DARK_HOME, ["closed warning"]],
    [
      "does not end while the power is out",
      { silence: null, powerLost: at(-20), backShare: 1 },
      DARK_HOME,
      [],
    ],
    [
      "does not end by devices that are back while the power is out",
      { powerLost: at(-20), backShare: 1 },
      QUIET_HOME,
      [],
    ],
    ["does not begin with fewer than all", { silence: null }, openState({ open: false, severity: null }), []],
    [
      "begins with devices that are back",
      { backShare: 1 },
      openState({ open: false, severity: null, notified: null }),
      ["opened warning"],
    ],
    ["ends with being switched off", { enabled: false }, QUIET_HOME, ["closed warning"]],
  ])("%s", (_, rest, from, expected) => {
    expect(notified(judge(rest, from).findings)).toEqual(expected);
  });

  test("ends with its kind switched off", () => {
    expect(judge({}, QUIET_HOME, { enabled: false }).findings).toMatchObject([{ reason: "disabled" }]);
  });

  test("says that all is back, and what it was about", () => {
    expect(judge({ silence: null, backShare: 1 }, QUIET_HOME).findings).toMatchObject([
      {
        why: { code: "power_back" },
        evidence: { at: at(-90), value: 90, more: { cause: "power_or_internet", devices: 3 } },
      },
    ]);
  });

  test("keeps what it began with, whatever is silent by now", () => {
    const worse = { ...QUIET_HOME, notified: notifiedAt(-60) };
    expect(
      judge({ notBefore: T0 + 2 * HOUR, silence: { since: at(-5), devices: ["dev_1"] } }, worse).findings,
    ).toMatchObject([
      {
        transition: "worsened",
        evidence: { at: at(-90), more: { devices: 3, cause: "power_or_internet" } },
        why: { code: "devices_offline", values: { devices: 3 } },
      },
    ]);
  });

  test("is about now where nothing of it is known", () => {
    const bare = { ...openState({ peak: null, notified: null }) };
    expect(judge({ silence: null }, bare).findings).toMatchObject([
      { evidence: { at: T0, value: 0, more: { cause: "power_out", devices: 0 } } },
    ]);
  });

  test("ends without a word about what might freeze", () => {
    expect(notified(judge({ backShare: 1, notBefore: T0 }, QUIET_HOME).findings)).toEqual(["closed warning"]);
  });

  test("ends where it is not known what it began with", () => {
    expect(judge({ silence: null, backShare: 1 }, openState()).findings).toMatchObject([
      { transition: "closed", evidence: { at: T0, more: { cause: "power_out", devices: 0 } } },
    ]);
  });

  test("is about this silence, not about the one before", () => {
    const before = { ...QUIET_HOME, open: false, severity: null, notified: null };
    expect(judge({}, before).findings).toMatchObject([{ evidence: { at: at(-75), value: 75 } }]);
    const half = { silence: { ...SILENCE, since: at(-75.5) } };
    expect(judge(half, before).findings[0]?.evidence?.value).toBe(75);
  });

  test("is told again after a day", () => {
    const remindedAt = (minute: number) =>
      notified(judge({}, { ...QUIET_HOME, notified: notifiedAt(minute) }).findings);
    expect(remindedAt(-24 * 60)).toEqual(["reminded warning"]);
    expect(remindedAt(-24 * 60 + 1)).toEqual([]);
  });
});
