import { describe, expect, test } from "vitest";
import { readEpisodeState } from "../../../lib/alerts/episode.ts";
import type { StateFacts, TickFacts, TickSensor } from "../../../lib/alerts/facts.ts";
import { weekFloorOf } from "../../../lib/alerts/heating/heated-rooms.ts";
import { answerQuestion } from "../../../lib/alerts/heating/recovery.ts";
import type { Finding } from "../../../lib/alerts/verdict.ts";
import type { QuestionAnswer } from "../../../schema/wire/alerts.ts";
import { PlayedHome } from "./home-story.ts";
import { notifiedAt, openState } from "./machine.ts";
import { householdOf, on, thermometer } from "./things.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const POSTS_MS = 10 * MINUTE;
const T0 = Date.UTC(2027, 0, 12, 12);

/** 20 °C by day, 17 °C from 22 to 6 h. */
const setback = (at: number) => ((at % DAY) / HOUR < 6 || (at % DAY) / HOUR >= 22 ? 17 : 20);
const WEEK = weekFloorOf(
  Array.from({ length: 7 * 24 }, (_, hour) => T0 - (hour + 1) * HOUR).map((at) => ({
    at,
    celsius: setback(at),
  })),
);

type Course = (at: number) => number;
/** People's answers to the question, by the hour after T0. */
type Answers = Record<number, QuestionAnswer>;

/** Evaluates a home at every tick for some hours from T0; each room's course is posted every ten minutes. */
function play(
  rooms: Record<string, Course>,
  hours: number,
  answers: Answers = {},
  outdoor: Course | null = null,
  given: Partial<TickSensor> = {},
  states: StateFacts[] = [],
) {
  const room = (id: string): TickSensor =>
    thermometer(id, { value: null, at: null, weekFloor: WEEK, ...given });
  const facts: TickFacts = {
    ...{ household: householdOf(), place: null, rules: [], states },
    devices: Object.keys(rooms).map((id) =>
      on([room(id)], { id: `dev_${id}`, name: id, space: id, lastSeenAt: null, gaps: [600, 600, 600, 600] }),
    ),
  };
  const home = new PlayedHome(facts, outdoor === null ? {} : { outdoors: (now) => hourly(outdoor, now) });
  for (let now = T0; now <= T0 + hours * HOUR; now += 15 * MINUTE) {
    const answer = answers[(now - T0) / HOUR];
    home.change((state, kind) =>
      answer && kind === "heating_stopped" ? answerQuestion(state, answer, "usr_ada", now) : state,
    );
    const lastAt = Math.floor(now / POSTS_MS) * POSTS_MS;
    const post = (id: string, at: number) => ({ at, value: rooms[id]?.(at) ?? 0 });
    for (const { device, sensors } of facts.devices)
      for (const sensor of sensors) {
        const posts = Array.from({ length: 181 }, (_, index) => lastAt - (180 - index) * POSTS_MS);
        home.series.set(
          sensor.id,
          posts.map((at) => post(sensor.id, at)),
        );
        Object.assign(sensor, post(sensor.id, lastAt));
        device.lastSeenAt = lastAt;
      }
    home.tick(now);
  }
  const findings = home.findings.filter(({ kind }) => kind === "heating_stopped");
  const [first] = findings;
  const hoursToFirst = first === undefined ? null : (first.at - T0) / HOUR;
  return { findings, all: home.findings, facts, hoursToFirst };
}

/** Two days back and three ahead, like a real forecast. */
const hourly = (outdoor: Course, now: number) =>
  Array.from({ length: 120 }, (_, hour) => (Math.floor(now / HOUR) - 48 + hour) * HOUR).map((at) => ({
    at,
    celsius: outdoor(at),
  }));

/** The notified findings and their times, in hours after T0. */
const notifiedOf = ({ findings }: ReturnType<typeof play>) =>
  findings
    .filter(({ suppressedBy }) => suppressedBy === null)
    .map(({ transition, severity, at }) => [transition, severity, (at - T0) / HOUR]);

/** Warm until two hours after T0, then falling by so much an hour. */
const dies =
  (kelvinAnHour: number): Course =>
  (at) =>
    20.3 - Math.max(0, (at - T0) / HOUR - 2) * kelvinAnHour;

/** A room of one heat capacity. Until its heating dies, it keeps 20.3 °C, or at most `warmerBy` above outdoors. */
function follows(
  outdoor: Course,
  tauHours: number,
  { warmerBy = 60, diesAt = Number.POSITIVE_INFINITY }: { warmerBy?: number; diesAt?: number },
): Course {
  const step = 10 * MINUTE;
  const celsius: number[] = [];
  let now = 20.3;
  for (let at = T0 - 40 * HOUR; at <= T0 + 40 * HOUR; at += step) {
    celsius.push(now);
    const towards = outdoor(at) + (at < diesAt ? warmerBy : 0);
    now = Math.min(20.3, now + ((towards - now) * step) / (tauHours * HOUR));
  }
  return (at) => celsius[Math.floor((at - T0 + 40 * HOUR) / step)] ?? 20.3;
}
const warm: Course = (at) => setback(at) + 0.3;

describe("the question about the heating", () => {
  test("is asked once for the home, two hours after all its rooms began to fall", () => {
    const { findings, hoursToFirst } = play({ living: dies(1), bedroom: dies(0.8) }, 6);
    expect(findings.map(({ transition, suppressedBy }) => [transition, suppressedBy])).toEqual([
      ["opened", null],
    ]);
    expect(hoursToFirst).toBeGreaterThanOrEqual(3.5);
    expect(hoursToFirst).toBeLessThanOrEqual(4.5);
    expect(findings[0]?.evidence?.more).toMatchObject({ rooms: 2, place: "living" });
    expect(findings[0]?.why).toMatchObject({ code: "rooms_colder_than_usual", values: { rooms: 2 } });
  });

  test("says when the rooms began to fall as they do, not when they were last a little warmer", () => {
    // Turned down at T0: it drifts for two hours by 0.4 K each, then the heating dies.
    const drifts: Course = (at) => 21.1 - Math.min(2, Math.max(0, (at - T0) / HOUR)) * 0.4;
    const both =
      (kelvinAnHour: number): Course =>
      (at) =>
        drifts(at) + dies(kelvinAnHour)(at) - 20.3;
    const { findings } = play({ living: both(1.2), bedroom: both(1) }, 6);
    const since = Number(findings[0]?.evidence?.more?.since);
    expect(Math.abs(since - (T0 + 2 * HOUR))).toBeLessThanOrEqual(20 * MINUTE);
  });

  describe("while a hard frost comes", () => {
    /** From -15 °C, one K colder an hour for eight hours from T0 + 1 h on. */
    const frost: Course = (at) => -15 - Math.min(8, Math.max(0, (at - T0) / HOUR - 1));

    test("isn't asked of a heating that gives all it can, and is of a dead one, in houses of any weight", () => {
      for (const tauHours of [6, 15, 40]) {
        const weak = follows(frost, tauHours, { warmerBy: 35.3 });
        expect(play({ living: weak, bedroom: weak }, 14, {}, frost).findings, `${tauHours} h`).toEqual([]);
      }
      for (const tauHours of [12, 25]) {
        const dead = follows(frost, tauHours, { diesAt: T0 + 2 * HOUR });
        expect(play({ living: dead, bedroom: dead }, 10, {}, frost).hoursToFirst).toBeLessThanOrEqual(5);
      }
    });

    test("comes sooner for a heating that stopped in still weather than in the frost", () => {
      const dies = (outdoor: Course) => follows(outdoor, 40, { diesAt: T0 + 2 * HOUR });
      const still = play({ living: dies(() => -15) }, 10, {}, () => -15).hoursToFirst;
      expect(still).toBeLessThanOrEqual(5);
    });
  });

  test("isn't asked after a door stood open: the room fell at once, and no further", () => {
    const door: Course = (at) => {
      const hours = (at - T0) / HOUR - 3;
      return hours < 0 ? 19.1 - 0.05 * hours : 19.1 - 2.2 * Math.exp(-hours / 3);
    };
    expect(play({ living: door }, 8, {}, () => -10).findings).toEqual([]);
  });

  describe("after it became warm again by itself", () => {
    /** The heating is off for some hours from each of these on; the room is soon warm again. */
    const pauses =
      (offHours: number, ...begins: number[]): Course =>
      (at) => {
        const hours = (at - T0) / HOUR;
        const since = hours - (begins.findLast((begin) => begin <= hours) ?? Number.NaN);
        if (!(since < 14)) return 20.3;
        const lowest = 20.3 - 0.9 * offHours;
        return since < offHours ? 20.3 - 0.9 * since : Math.min(20.3, lowest + 1.5 * (since - offHours));
      };
    const openings = (course: Course, hours: number) =>
      play({ living: course }, hours, {}, () => -8)
        .findings.filter(({ transition }) => transition === "opened")
        .map(({ at }) => (at - T0) / HOUR);

    test("isn't asked again about the same", () => {
      expect(openings(pauses(3, 2), 20)).toHaveLength(1);
      expect(openings(pauses(3, 2, 26), 40)).toHaveLength(1);
    });

    test("is counted, unless somebody answered", () => {
      const recovered = (answers: Answers) => {
        const { facts } = play({ living: pauses(3, 2) }, 20, answers, () => -8);
        const state = facts.states.find(({ kind }) => kind === "heating_stopped")?.state;
        return readEpisodeState(state).returned ?? null;
      };
      expect(recovered({})).toMatchObject({ before: null });
      expect(recovered({ 5: { answer: "no" } })).toBeNull();
      expect(recovered({ 5: { answer: "door_open" } })).toBeNull();
    });

    test("is asked about a heating that stays off, some hours later than the first time", () => {
      const course: Course = (at) => (at < T0 + 26 * HOUR ? pauses(3, 2)(at) : pauses(12, 26)(at));
      const [first = 0, second = 0] = openings(course, 40);
      expect(second - 26).toBeGreaterThan(first - 2);
      expect(second - 26).toBeLessThanOrEqual(8);
    });
  });

  test("is no more urgent, and about no other place, for a freezer that nobody has placed", () => {
    const freezer: Course = (at) => -18 + 2 * Math.sin(at / HOUR);
    const { findings } = play({ living: dies(1), "sensor 4": freezer }, 6);
    expect(findings).toMatchObject([{ severity: "warning", evidence: { more: { place: "living" } } }]);
  });

  test("is answered by a warming that holds, not by a sunny hour", () => {
    const sunny: Course = (at) => dies(1)(at) + (at > T0 + 6 * HOUR && at < T0 + 7 * HOUR ? 1 : 0);
    expect(play({ living: sunny }, 12).findings.map(({ transition }) => transition)).not.toContain("closed");
    const repaired: Course = (at) =>
      at < T0 + 8 * HOUR ? dies(1)(at) : Math.min(20.3, 14.3 + ((at - T0) / HOUR - 8) * 3);
    const { findings } = play({ living: repaired }, 14);
    expect(findings.at(-1)).toMatchObject({ transition: "closed", reason: "recovered" });
  });

  describe("in a home whose week was too cold to count as heated", () => {
    const frost: Course = () => -12;
    const coolWeek = weekFloorOf(
      Array.from({ length: 7 * 24 }, (_, hour) => ({ at: T0 - (hour + 1) * HOUR, celsius: 9 })),
    );
    /** The room falls towards the outdoors from two hours after T0 on. */
    const coolDies =
      (start: number, tauHours: number): Course =>
      (at) => {
        const hours = Math.max(0, (at - T0) / HOUR - 2);
        return -12 + (start + 12) * Math.exp(-hours / tauHours);
      };
    const rooms = { living: coolDies(9.4, 20), bedroom: coolDies(9.8, 24) };
    const dying = play(rooms, 16, {}, frost, { weekFloor: coolWeek });
    const sent = (found: Finding[]) => found.filter(({ suppressedBy }) => suppressedBy === null);

    test("one alert covers rooms that get cold together, except the first at 40 °F", () => {
      const { all } = dying;
      const isRoomCritical = ({ kind, severity }: Finding) => kind === "freeze" && severity === "critical";
      const others = sent(all).filter((finding) => !isRoomCritical(finding));
      const ofRooms = others.filter(({ kind }) => kind !== "heating_stopped");
      expect(ofRooms).toMatchObject([{ kind: "freeze", transition: "opened" }]);
      const suppressed = all.filter(({ suppressedBy }) => suppressedBy === "incident");
      expect(new Set(suppressed.map(({ kind }) => kind))).toEqual(new Set(["time_to_freeze", "freeze"]));
      expect(new Set(suppressed.map(({ subject }) => subject)).size).toBe(2);
    });

    test("notifies again only when it gets worse, and at most once a room", () => {
      const { all } = dying;
      expect(sent(all).length).toBeLessThanOrEqual(4);
      const isText = ({ severity, transition }: Finding) =>
        severity === "critical" && transition !== "reminded";
      expect(sent(all).filter(isText).length).toBeLessThanOrEqual(4);
    });

    test("one cold room of a warm home still has its own message", () => {
      const warmish: Course = (at) => warm(at) + ((at / (10 * MINUTE)) % 3) / 10;
      const { all } = play({ living: warmish, store: coolDies(9.4, 20) }, 6, {}, frost);
      expect(sent(all).map(({ kind, subject }) => [kind, subject])).toContainEqual([
        "time_to_freeze",
        "store",
      ]);
    });

    test("a pipe has its own message only if it is ahead of the rooms", () => {
      const ahead = { ...rooms, "under sink pipe": coolDies(4.4, 12) };
      const pages = (found: Finding[]) => sent(found).filter(({ subject }) => subject === "under sink pipe");
      const early = play(ahead, 6, {}, frost, { weekFloor: coolWeek });
      expect(pages(early.all).length).toBeGreaterThanOrEqual(1);
      const behind = { ...rooms, "under sink pipe": coolDies(12, 60) };
      expect(pages(play(behind, 12, {}, frost, { weekFloor: coolWeek }).all)).toEqual([]);
    });

    test("it ends with a warming that holds", () => {
      const mended: Course = (at) => Math.max(coolDies(9.4, 20)(at), Math.min(9.5, (at - T0) / HOUR - 2));
      const { findings } = play({ living: mended }, 14, {}, frost, { weekFloor: coolWeek });
      expect(findings.at(-1)).toMatchObject({
        transition: "closed",
        reason: "recovered",
        suppressedBy: null,
      });
    });
  });

  describe("once somebody answers", () => {
    test("that it was turned down: ends, and is asked again if it still gets colder after that time", () => {
      const played = play({ living: dies(0.6) }, 20, { 8: { answer: "turned_down", hours: 6 } });
      const [opened, closed, again] = played.findings;
      expect(opened).toMatchObject({ transition: "opened", severity: "warning", episode: 1 });
      expect(closed).toMatchObject({ transition: "closed", reason: "answered", at: T0 + 8 * HOUR });
      expect(again).toMatchObject({
        transition: "opened",
        at: T0 + 14 * HOUR,
        episode: 2,
        suppressedBy: null,
      });
    });

    test("that it was turned down: silences no freezing room", () => {
      const { facts } = play({ living: dies(3) }, 12, { 5: { answer: "turned_down" } });
      const open = facts.states.filter(({ state }) => readEpisodeState(state).open).map(({ kind }) => kind);
      expect(open).toContain("time_to_freeze");
      expect(open).not.toContain("heating_stopped");
    });

    test("no: notifies it as critical at once, and needs no other answer to stay so", () => {
      const notified = notifiedOf(play({ living: dies(0.6) }, 10, { 8: { answer: "no" } }));
      expect(notified.slice(1)).toEqual([["worsened", "critical", 8]]);
    });
  });

  describe("unanswered for days beside one cold space", () => {
    /** A space that has been cold for three days, the question about it, and a room whose heating dies now. */
    const asked: StateFacts = {
      kind: "heating_stopped",
      subject: "hh_1",
      version: 1,
      state: openState({
        openedAt: T0 - 3 * DAY,
        severity: "critical",
        notified: notifiedAt(0, {
          at: T0 - HOUR,
          severity: "critical",
          criticalAt: T0 - HOUR,
          badness: 1,
          named: "cellar",
          about: ["cellar", "living"],
        }),
      }),
    };
    const cellar: Course = (at) => -1 + ((at / (10 * MINUTE)) % 3) / 10;
    const { all } = play({ living: dies(1.5), cellar }, 18, {}, null, {}, [asked]);
    const notified = all.filter(({ suppressedBy, subject }) => suppressedBy === null && subject === "living");

    test("names the room that falls now as critical, with its own reading", () => {
      const critical = notified.find(({ severity }) => severity === "critical");
      expect(critical).toMatchObject({ kind: "freeze" });
      expect(critical?.evidence?.value).toBeGreaterThan(0.8);
      expect(critical?.evidence?.value).toBeLessThanOrEqual(1.67);
    });

    test("notifies of that room a few times, not at every degree", () => {
      expect(notified.length).toBeLessThanOrEqual(2);
    });
  });
});
