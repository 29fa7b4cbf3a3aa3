import { describe, expect, test } from "vitest";
import { advance } from "../../../lib/alerts/advance.ts";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import type { EpisodeState } from "../../../lib/alerts/episode.ts";
import type { Course, RoomCourse } from "../../../lib/alerts/heating/recovery.ts";
import { questionRule } from "../../../lib/alerts/kinds/heating-stopped.ts";
import { settingsFor } from "../../../lib/devices/alert-settings.ts";
import { at, notifiedAt, openState, sceneOf } from "./machine.ts";
import { HOUR, notified, T0 } from "./posts.ts";
import { deviceOf, thermometer } from "./things.ts";

const falling = (rest: Partial<Course> = {}): Course => ({
  ...{ isFalling: true, since: at(-120), fell: 2.34, isSudden: false, fellLately: 2 },
  ...{ celsius: 15, lowest: 15, lowestAt: T0 },
  ...rest,
});

/** A heated room that is a kelvin below its week's usual and falling. */
const room = (rest: Partial<RoomCourse> = {}): RoomCourse => ({
  sensor: thermometer("t1", { label: "Hall" }),
  device: deviceOf({ space: "Upstairs" }),
  ...{ celsius: 15, at: T0, floor: 16, isHeated: true, isFresh: true },
  ...{ course: falling(), offOdds: 2.5, coldMs: 0, stillMs: 0, freezing: null },
  ...rest,
});

const ROOM = { sensorId: "t1", deviceId: "dev_1", unit: "°C" };

const CLOSED = openState({ open: false, severity: null, notified: null, peak: null });

const judge = (rooms: RoomCourse[], state: EpisodeState = CLOSED, outdoorLowest: number | null = null) => {
  const rule = questionRule({ rooms, outdoorLowest }, T0);
  const scene = sceneOf({ kind: "heating_stopped", settings: settingsFor("heating_stopped") });
  return tellAlone(advance(state, rule(state), scene, T0));
};
const saidOf = (...given: Parameters<typeof judge>): string[] => notified(judge(...given).findings);
const freezing = (hours: number, hoursLow = hours, hoursHigh: number | null = null) => ({
  freezing: { hours, hoursLow, hoursHigh },
});

const ASKED = ["opened warning"];

describe("asks whether the heating has stopped", () => {
  const answered = (is: "no" | "turned_down", until = T0 + 1): EpisodeState => ({
    ...CLOSED,
    answer: { is, until, at: at(-60), by: null },
  });
  const weak = (hours: number) =>
    room({ coldMs: hours * HOUR, course: falling({ isFalling: false }), offOdds: 0 });
  const warmingUp = () => ({ ...weak(8), course: falling({ isFalling: false, fellLately: -0.5 }) });
  const recovered = (days: number): EpisodeState => ({
    ...CLOSED,
    returned: { at: at(-days * 1_440), before: null },
  });

  test.each<[string, string[], string[]]>([
    ["where all heated rooms are colder than usual and fall on", saidOf([room(), room()]), ASKED],
    ["not where one is above it", saidOf([room({ celsius: 16.1 })]), []],
    ["not where one does not fall", saidOf([room(), room({ course: falling({ isFalling: false }) })]), []],
    ["not where one fell at once", saidOf([room(), room({ course: falling({ isSudden: true }) })]), []],
    ["not where none is heard of", saidOf([room({ isFresh: false })]), []],
    ["not where none is heated and no one is in danger", saidOf([room({ isHeated: false })]), []],
    ["not where they are less", saidOf([room({ offOdds: 2.49 })]), []],
    ["not where one of two is less", saidOf([room(), room({ offOdds: 2.49 })]), []],
    ["where most of three are sure", saidOf([room({ offOdds: 0 }), room(), room()]), ASKED],
    ["not where one of three speaks against it", saidOf([room({ offOdds: -0.1 }), room(), room()]), []],
    ["where nobody knows the outdoors", saidOf([room({ offOdds: null })]), ASKED],
    ["not where it never gets below 5 °C", saidOf([room()], CLOSED, 5), []],
    ["where all were colder than their week for eight hours, falling or not", saidOf([weak(8)]), ASKED],
    ["not where they were for less", saidOf([weak(7.9)]), []],
    ["not where one has been warming for three hours", saidOf([weak(8), warmingUp()]), []],
    ["not where such a question ended by itself within a fortnight", saidOf([weak(8)], recovered(14)), []],
    ["where one did so before", saidOf([weak(8)], recovered(15)), ASKED],
    ["not while somebody's answer explains it", saidOf([room()], answered("turned_down")), []],
    ["once that time is over", saidOf([room()], answered("turned_down", T0)), ASKED],
    ["whoever said that it is not meant to be off before", saidOf([room()], answered("no")), ASKED],
  ])("%s", (_, is, expected) => {
    expect(is).toEqual(expected);
  });

  const cold = (hours: number, rest: Partial<RoomCourse> = {}) =>
    room({ isHeated: false, celsius: 9, floor: 12, offOdds: 1, ...freezing(hours), ...rest });
  const cool = (hours: number, rest: Partial<RoomCourse> = {}) => cold(hours, { celsius: 13, ...rest });

  test.each<[string, string[], string[]]>([
    ["where one is cold and has twelve hours", saidOf([cold(12)]), ASKED],
    ["where all others have a day", saidOf([cold(12), cool(24)]), ASKED],
    ["not where another has more and is not cold", saidOf([cold(12), cool(24.1)]), []],
    ["not where another does not cool", saidOf([cold(12), cold(9, { freezing: null })]), []],
    ["not where a heated one is not below its week", saidOf([cold(12), cool(20, { isHeated: true })]), []],
    ["where half are heard of", saidOf([cold(12), cold(12, { isFresh: false })]), ASKED],
    ["not where they are less", saidOf([cold(12, { offOdds: 0.99 })]), []],
    ["in any weather", saidOf([cold(12)], CLOSED, 9), ASKED],
  ])("in danger: %s", (_, is, expected) => {
    expect(is).toEqual(expected);
  });
});

describe("the question", () => {
  const open = (rest: Partial<EpisodeState> = {}): EpisodeState =>
    openState({
      notified: notifiedAt(-30),
      peak: { badness: -15, evidence: { ...ROOM, value: 15, at: at(-60), more: { since: at(-180) } } },
      ...rest,
    });
  const cold = room({ course: falling({ isFalling: false }) });
  /** A room that has been warming for so many hours since its lowest reading. */
  const warmed = (celsius: number, hours: number, lowest = 15): RoomCourse =>
    room({
      celsius,
      course: falling({ isFalling: false, celsius, lowest, lowestAt: T0 - hours * HOUR }),
    });
  const unknown = room({ course: null });
  const answered = (is: "no" | "door_open", until: number) => ({ answer: { is, until, at: T0, by: null } });
  const [OVER, REMINDED] = [["closed warning"], ["reminded warning"]];
  const unheated = { ...cold, isHeated: false };
  const heldFor = (minutes: number) => ({ notified: { ...notifiedAt(-minutes), badness: -15 } });
  const aDayAgo = { notified: notifiedAt(-1440) };
  const nearing = (fellLately: number) => room({ celsius: 4.4, course: falling({ fellLately }) });

  test.each<[string, RoomCourse[], Partial<EpisodeState>, string[]]>([
    ["stays while it is cold, falling or not", [cold], {}, []],
    ["ends near its floor after an hour and a half", [warmed(16.3, 1.5)], {}, OVER],
    ["ends two kelvin warmer after six hours", [warmed(15, 6, 13)], {}, OVER],
    ["ends with half of what was lost", [warmed(13, 6, 10)], {}, OVER],
    ["not while another room stays cold", [warmed(17, 2), cold], {}, []],
    ["not where fewer than half are known", [warmed(17, 2), unknown, unknown], {}, []],
    ["ends by the heated rooms", [warmed(17, 2), unheated], {}, OVER],
    ["ends with an answer", [room()], answered("door_open", T0 + 1), OVER],
    ["ends where an unknown home is held for two days", [unheated], heldFor(2_880), OVER],
    ["stays before", [unheated], heldFor(2_879), []],
    ["stays where it is colder by then", [{ ...unheated, celsius: 14.4 }], heldFor(2_880), []],
    ["stays with a no, and is critical", [room()], answered("no", T0), ["worsened critical"]],
    ["is reminded of after a day at 40 °F, not near its limit", [nearing(1.3)], aDayAgo, REMINDED],
    ["isn't while no room is heard of", [unknown], aDayAgo, []],
    ["isn't while its rooms get warmer", [nearing(-0.5)], aDayAgo, []],
    ["is told again with its critical limit where that is near", [nearing(1.4)], aDayAgo, []],
  ])("%s", (_, rooms, state, expected) => {
    expect(saidOf(rooms, open(state))).toEqual(expected);
  });

  test("says which room is the coldest, since when, and by when it may freeze", () => {
    const coldest = room({ celsius: 14.5, at: at(-3), ...freezing(40, 30, 55) });
    const other = room({ celsius: 15, course: falling({ since: at(-90) }) });
    expect(judge([other, coldest]).findings).toMatchObject([
      {
        kind: "heating_stopped",
        limit: { name: "week_floor", is: "at_or_below", value: 16, unit: "°C", forMs: 0 },
        evidence: {
          ...{ ...ROOM, value: 14.5, at: at(-3) },
          more: {
            rooms: 2,
            place: "Upstairs",
            since: at(-90),
            fell_kelvin: 2.3,
            hours_low: 30,
            hours_high: 55,
          },
        },
      },
    ]);
    expect(judge([other, coldest]).state.peak?.badness).toBe(-14.5);
  });

  test.each<[string, RoomCourse, string]>([
    ["at 1.7 °C", room({ course: falling({ celsius: 1.7 }) }), "opened warning"],
    ["at 1.6 °C", room({ course: falling({ celsius: 1.6 }) }), "opened critical"],
    ["three hours before", room(freezing(3, 1)), "opened critical"],
    ["by the worse", room({ course: falling({ celsius: 7 }), ...freezing(3, 1) }), "opened critical"],
  ])("is as urgent as the rooms are %s", (_, given, opened) => {
    expect(notified(judge([given]).findings)).toEqual([opened]);
  });
});
