import { describe, expect, test } from "vitest";
import type { EpisodeState } from "../../../lib/alerts/episode.ts";
import type { StateFacts, TickDevice, TickSensor } from "../../../lib/alerts/facts.ts";
import {
  type Child,
  coldRung,
  hoursRung,
  namerOf,
  type Owner,
  type OwnerKind,
  ownerOf,
} from "../../../lib/alerts/incident/owned.ts";
import { ownersOf, statesAfter, withOwners } from "../../../lib/alerts/incident/with-owners.ts";
import { earliestFreeze, powerLostAt } from "../../../lib/alerts/judge-incident.ts";
import { type IncidentInput, judgeIncident } from "../../../lib/alerts/kinds/incident.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import type { Change } from "../../../lib/alerts/record.ts";
import { settingsFor } from "../../../lib/alerts/settings.ts";
import { type Listened, silentTogether, togetherMs } from "../../../lib/alerts/silence.ts";
import type { AlertKind } from "../../../schema/vocabulary.ts";
import { at, notifiedAt, openState } from "./machine.ts";
import { HOUR, MINUTE, notified, T0 } from "./posts.ts";
import { householdOf, on, thermometer, usualAt } from "./things.ts";

const isOwned = (...asked: Parameters<typeof ownerOf>): boolean => ownerOf(...asked) !== undefined;
const isNamed = (...asked: Parameters<typeof namerOf>): boolean => namerOf(...asked) !== undefined;

describe("what another alert speaks for", () => {
  const owner = (kind: OwnerKind, rest: Partial<Owner> = {}): Owner[] => [
    {
      kind,
      subject: "x",
      severity: "warning",
      covers: ["x"],
      attaches: ["pipe"],
      notifiedRung: 2,
      namedCritical: null,
      notifiedAt: 0,
      words: 1,
      isOld: false,
      isSilence: false,
      ...rest,
    },
  ];
  const owned = (kind: OwnerKind, child: AlertKind, subject = "x", badness: number | null = null) =>
    isOwned(owner(kind), { kind: child, subject, severity: "warning", badness, isNewlyCritical: false });
  const criticalIn = (subject: string, namedCritical: string | null, kind: AlertKind = "freeze") =>
    isOwned(owner("heating_stopped", { namedCritical }), {
      kind,
      subject,
      severity: "critical",
      badness: -1,
      isNewlyCritical: true,
    });

  test.each<[OwnerKind, AlertKind[]]>([
    ["incident", ["outage", "freeze", "time_to_freeze", "heating_stopped", "forecast"]],
    ["heating_stopped", ["freeze", "time_to_freeze", "forecast"]],
    ["freeze", ["time_to_freeze", "forecast"]],
    ["time_to_freeze", ["freeze", "forecast"]],
    ["forecast", ["freeze", "time_to_freeze"]],
  ])("an open %s speaks for these kinds alone: %j", (kind, kinds) => {
    const all: AlertKind[] = [
      "outage",
      "freeze",
      "time_to_freeze",
      "heating_stopped",
      "forecast",
      "leak",
      "humidity",
      "rule",
      "cold_storage",
      "sensor_fault",
      "incident",
    ];
    expect(all.filter((child) => owned(kind, child))).toEqual(kinds);
  });

  const fewHours = (severity: Owner["severity"]) =>
    isOwned(owner("freeze", { severity }), {
      kind: "time_to_freeze",
      subject: "x",
      severity: "critical",
      badness: -3,
      isNewlyCritical: true,
    });

  test.each<[string, boolean, boolean]>([
    ["not what it does not cover", owned("incident", "outage", "y"), false],
    ["a pipe as cold as was told", owned("incident", "freeze", "pipe", -4.5), true],
    ["no pipe that is colder", owned("incident", "freeze", "pipe", -1.6), false],
    ["a pipe with as many hours left as was told", owned("incident", "time_to_freeze", "pipe", -3.1), true],
    ["no pipe with fewer", owned("incident", "time_to_freeze", "pipe", -3), false],
    ["no pipe of which nothing was measured", owned("incident", "freeze", "pipe"), false],
    [
      "nothing where nobody has looked",
      isOwned(undefined, {
        kind: "freeze",
        subject: "x",
        severity: "warning",
        badness: 0,
        isNewlyCritical: false,
      }),
      false,
    ],
    ["no room at its critical limit", criticalIn("x", null), false],
    ["none beside the one that it has just told of as critical", criticalIn("x", "y"), false],
    ["hours left that are few, in its own words", criticalIn("x", null, "time_to_freeze"), true],
    ["few hours left beside a cold that was told as a warning", fewHours("warning"), false],
    ["few hours left beside a cold that was told as critical", fewHours("critical"), true],
  ])("it speaks for %s", (_, is, expected) => {
    expect(is).toBe(expected);
  });

  test.each<[string, boolean, Partial<Child>]>([
    ["its own room", true, {}],
    ["another room", false, { subject: "y" }],
    ["its own room as a warning", false, { isNewlyCritical: false }],
    ["the hours left of it, which are few", false, { kind: "time_to_freeze" }],
    ["the question that would name it", true, { kind: "heating_stopped", subject: "hh_1", room: "x" }],
    [
      "the hours left of another, beside a frost that goes on",
      false,
      { kind: "time_to_freeze", subject: "y", room: "x" },
    ],
    ["the question that would name another", false, { kind: "heating_stopped", subject: "hh_1", room: "y" }],
  ])("a critical message that has just named a room stands for %s: %j", (_, expected, rest) => {
    const child: Child = {
      kind: "freeze",
      subject: "x",
      severity: "critical",
      badness: 0,
      isNewlyCritical: true,
    };
    expect(isNamed(owner("heating_stopped", { namedCritical: "x" }), { ...child, ...rest })).toBe(expected);
  });

  test.each<[Owner["severity"], boolean]>([
    ["critical", true],
    ["warning", false],
  ])(
    "a question that turns critical is no news for a room whose frost was told as %s: %j",
    (severity, expected) => {
      const child: Child = {
        kind: "heating_stopped",
        subject: "hh_1",
        room: "x",
        severity: "critical",
        badness: 0,
        isNewlyCritical: true,
      };
      expect(isNamed(owner("freeze", { severity }), child)).toBe(expected);
    },
  );

  test.each<[OwnerKind, Owner["severity"], boolean]>([
    ["freeze", "critical", true],
    ["time_to_freeze", "critical", true],
    ["time_to_freeze", "warning", false],
    ["incident", "critical", false],
  ])(
    "a critical question is no news beside a %s of its room that was told as %s: %s",
    (kind, severity, is) => {
      const question: Child = {
        kind: "heating_stopped",
        subject: "hh_1",
        severity: "critical",
        badness: 9,
        isNewlyCritical: true,
        room: "x",
        rooms: ["x", "y"],
      };
      expect(isNamed(owner(kind, { severity }), question)).toBe(is);
    },
  );

  test("a question about rooms that were all told of one by one says nothing new", () => {
    const asked = (rooms: string[], severity: Child["severity"] = "warning") =>
      isOwned(owner("freeze", {}), {
        ...{ kind: "heating_stopped", subject: "hh_1", severity, badness: -4, isNewlyCritical: false },
        rooms,
      });
    expect(asked(["x"])).toBe(true);
    expect(asked(["x", "other"])).toBe(false);
    expect(asked([])).toBe(false);
    expect(asked(["x"], "critical")).toBe(false);
  });

  test("a question of the day before leaves a room that comes to 40 °F to itself", () => {
    const room = {
      kind: "freeze",
      subject: "x",
      severity: "warning",
      badness: -4,
      isNewlyCritical: false,
    } as const;
    const old = owner("heating_stopped", { isOld: true });
    expect(isOwned(old, { ...room, openMs: 0 })).toBe(false);
    expect(isOwned(old, room)).toBe(true);
    expect(isOwned(owner("heating_stopped"), { ...room, openMs: 0 })).toBe(true);
  });

  test("a silence speaks for the first word of each of its rooms, however cold", () => {
    const room = {
      kind: "freeze",
      subject: "x",
      severity: "critical",
      badness: 0,
      isNewlyCritical: true,
    } as const;
    const silence = owner("incident", { isSilence: true });
    expect(isOwned(silence, { ...room, openMs: 0 })).toBe(true);
    expect(isOwned(silence, { ...room, openMs: 15 * MINUTE })).toBe(false);
    expect(isOwned(owner("incident"), { ...room, openMs: 0 })).toBe(false);
  });

  test("few hours left of a space are news though its frost was foretold, and so is its critical limit", () => {
    const child = { subject: "x", severity: "critical", badness: -1, isNewlyCritical: true } as const;
    for (const kind of ["freeze", "time_to_freeze"] as const)
      expect(isOwned(owner("forecast"), { ...child, kind })).toBe(false);
  });

  test("the rungs of the cold and of the hours left", () => {
    expect([7.01, 7, 4.45, 4.44, 1.67, 1.66, 0.01, 0].map(coldRung)).toEqual([0, 1, 1, 2, 2, 3, 3, 4]);
    expect([12.1, 12, 6.1, 6, 3.1, 3, 1.1, 1].map(hoursRung)).toEqual([0, 1, 1, 2, 2, 3, 3, 4]);
  });

  const row = (kind: AlertKind, subject: string, rest: Partial<EpisodeState> = {}): StateFacts => ({
    kind,
    subject,
    version: 1,
    state: openState({ notified: notifiedAt(0, { severity: "critical", badness: -9 }), ...rest }),
  });

  test.each<[string, StateFacts[], number]>([
    ["an open one that was told of", [row("incident", "hh_1")], 1],
    ["an open question", [row("heating_stopped", "hh_1")], 1],
    ["none of another kind", [row("outage", "dev_1")], 0],
    ["none that has ended", [row("heating_stopped", "hh_1", { open: false, closedAt: at(0) })], 0],
    ["a silence that has just ended", [row("incident", "hh_1", { open: false, closedAt: at(-89) })], 1],
    ["none that ended long ago", [row("incident", "hh_1", { open: false, closedAt: at(-90) })], 0],
    ["none that nobody was told of", [row("incident", "hh_1", { notified: null })], 0],
    [
      "none of which only the episode before was told",
      [row("incident", "hh_1", { notified: notifiedAt(0, { episode: 0 }) })],
      0,
    ],
    ["none without a severity", [row("incident", "hh_1", { severity: null })], 0],
  ])("owners are %s", (_, states, count) => {
    expect(ownersOf(states, () => ({ covers: [], attaches: [] }), at(0))).toHaveLength(count);
  });

  const reachNone = () => ({ covers: ["t1"], attaches: [] });
  const notifiedOwner = (rest: Parameters<typeof notifiedAt>[1], after: number) =>
    ownersOf(
      [row("heating_stopped", "hh_1", { notified: notifiedAt(0, rest) })],
      reachNone,
      at(0) + after,
    )[0];

  test("what nobody was told of for a day and a half speaks for nothing any more", () => {
    expect(notifiedOwner({}, 36 * HOUR)?.covers).toEqual(["t1"]);
    expect(notifiedOwner({}, 36 * HOUR + 1)?.covers).toEqual([]);
    expect(notifiedOwner({ badness: -4 }, 36 * HOUR + 1)?.covers).toEqual([]);
  });

  test("a forecast speaks for its space for a day, and counts as a word of the home's cold for three", () => {
    const foretold = (after: number) =>
      ownersOf([row("forecast", "t1", { notified: notifiedAt(0) })], reachNone, at(0) + after);
    expect(foretold(24 * HOUR)).toMatchObject([{ covers: ["t1"], words: 1 }]);
    expect(foretold(24 * HOUR + 1)).toMatchObject([{ covers: [], words: 1 }]);
    expect(foretold(72 * HOUR + 1)).toEqual([]);
  });

  test("a question that was last told of above 40 °F speaks on until it says that a room is there", () => {
    expect(notifiedOwner({ badness: -5 }, 96 * HOUR)?.covers).toEqual(["t1"]);
  });

  test("a room that an incident named as critical counts as named", () => {
    const named = { severity: "critical", criticalAt: at(0), named: "t1", about: ["t1"] } as const;
    const [owner] = ownersOf([row("incident", "hh_1", { notified: notifiedAt(0, named) })], reachNone, at(1));
    expect(owner?.namedCritical).toBe("t1");
  });

  test("a room that was told of as critical counts as told for two hours", () => {
    const named = { severity: "critical", criticalAt: at(0), named: "t1" } as const;
    expect(notifiedOwner(named, 3 * HOUR)?.namedCritical).toBe("t1");
    expect(notifiedOwner(named, 3 * HOUR + 1)?.namedCritical).toBeNull();
    expect(notifiedOwner({ ...named, criticalAt: null }, 0)?.namedCritical).toBeNull();
  });

  test("a pipe is told of beyond the first rung of a question, the third of what is critical, and as cold as was told", () => {
    expect(notifiedOwner({ severity: "warning", badness: -15 }, 0)?.notifiedRung).toBe(1);
    expect(notifiedOwner({ severity: "critical", badness: -15 }, 0)?.notifiedRung).toBe(3);
    expect(notifiedOwner({ severity: "warning", badness: 0 }, 0)?.notifiedRung).toBe(4);
  });

  describe("in a home", () => {
    const cold = (id: string, rest: Partial<TickSensor> = {}) =>
      thermometer(id, { value: 8, ...usualAt(18), ...rest });
    const devices: TickDevice[] = [
      on([cold("t1"), thermometer("p1", { placement: "pipe" }), thermometer("warm", { weekFloor: null })], {
        id: "dev_1",
        space: "Up",
      }),
      on([thermometer("w1", { kind: "flood", unit: null, isState: true })], { id: "dev_2", space: "Down" }),
    ];
    const ownersIn = (states: StateFacts[]) =>
      withOwners({ household: householdOf(), states }, devices, T0).household.quiet.owners;
    const evidence = (more: Record<string, string | null>) => ({
      peak: { badness: 0, evidence: { value: 1, unit: "min", at: T0, sensorId: null, deviceId: null, more } },
    });

    test("the question about the heating covers the rooms that it was told of and the frost outdoors, and pipes as far as they go along", () => {
      const asked = notifiedAt(0, { severity: "critical", badness: -9, about: ["t1"] });
      expect(ownersIn([row("heating_stopped", "hh_1", { notified: asked })])).toEqual([
        {
          namedCritical: null,
          notifiedAt: T0,
          words: 1,
          isOld: false,
          isSilence: false,
          isForgotten: false,
          subject: "hh_1",
          kind: "heating_stopped",
          severity: "critical",
          notifiedRung: 3,
          covers: ["outdoor", "t1"],
          attaches: ["p1"],
        },
      ]);
    });

    test.each<[string, Record<string, string | null>, string[]]>([
      [
        "a silent home covers all that is in it",
        { place: null, cause: "power_or_internet" },
        ["hh_1", "outdoor", "dev_1", "t1", "p1", "warm", "dev_2", "w1"],
      ],
      [
        "a home without power all that is in it",
        { place: null, cause: "power_out" },
        ["hh_1", "outdoor", "dev_1", "t1", "p1", "warm", "dev_2", "w1"],
      ],
    ])("%s", (_, more, covers) => {
      expect(ownersIn([row("incident", "hh_1", evidence(more))])).toMatchObject([{ covers, attaches: [] }]);
    });

    test("an incident of which nothing more is known covers all", () => {
      expect(ownersIn([row("incident", "hh_1", { peak: null })])?.[0]?.covers).toHaveLength(8);
    });

    test("states stand as they will once the changes are committed", () => {
      const other = { kind: "humidity", subject: "h1", version: 4 } as const;
      const states = [row("freeze", "t1"), row("freeze", "p1"), row("leak", "t1")];
      const state = openState({ findings: 9 });
      const about = { title: "", deviceId: null, sensorId: null };
      const change: Change = {
        kind: "freeze",
        subject: "t1",
        expectedVersion: 4,
        state,
        findings: [],
        about,
      };
      const changes = [change, { ...change, kind: other.kind, subject: other.subject }];
      const moved = { kind: "freeze", subject: "t1", version: 4, state };
      expect(statesAfter(states, changes)).toEqual([states[1], states[2], moved, { ...other, state }]);
    });
  });
});

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
    judgeIncident(
      from ?? openState({ open: false, severity: null, notified: null, peak: null }),
      { ...silent, ...rest },
      { ...settingsFor("incident"), ...settings },
      T0,
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
