import fc from "fast-check";
import { expect, test } from "vitest";
import type { Finding } from "../../../lib/alerts/verdict.ts";
import { convert } from "../../../lib/kernel/units.ts";
import { home, judgedWhenDue, type Post } from "./home-story.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";

const CRITICAL_FAHRENHEIT = 35;
const LINE_FAHRENHEIT = 40;
const EVERY_MINUTES = 15;
const HOURS = 24;
/** The time until a second reading, and one tick. */
const WITHIN_MS = 35 * MINUTE;
/** A critical message counts for the room that it named for this long. */
const BEFORE_MS = 2 * HOUR;
const HOMES = 10;

type Room = { start: number; holdsHours: number; perHour: number; steps: number };

const room = fc.record<Room>({
  start: fc.integer({ min: 42, max: 72 }),
  holdsHours: fc.integer({ min: 0, max: 16 }),
  /** How fast the room falls, in °F an hour. */
  perHour: fc.double({ min: 0.5, max: 12, noNaN: true }),
  /** The sensor's resolution in °F. */
  steps: fc.constantFrom(0.1, 0.5, 1.8),
});

const at = ({ start, holdsHours, perHour, steps }: Room, hours: number): number =>
  Math.round(Math.max(-5, start - Math.max(0, hours - holdsHours) * perHour) / steps) * steps;

const postsOf = (rooms: readonly Room[]): Post[] =>
  Array.from({ length: (HOURS * 60) / EVERY_MINUTES }, (_, index) => (index + 1) * EVERY_MINUTES).flatMap(
    (minute) =>
      rooms.map((each, device) => ({
        at: T0 + minute * MINUTE + device,
        device,
        lagMs: 0,
        values: [at(each, minute / 60), null, null],
      })),
  );

type Told = { rooms: Room[]; posts: Post[]; notified: Finding[] };
/** Homes of one to three rooms, and their notified findings. */
const homes: Told[] = fc
  .sample(fc.array(room, { minLength: 1, maxLength: 3 }), { numRuns: HOMES, seed: 35 })
  .map((rooms) => {
    const posts = postsOf(rooms);
    const { findings } = judgedWhenDue(home(rooms.length), posts);
    return { rooms, posts, notified: findings.filter(({ suppressedBy }) => suppressedBy === null) };
  });

test("a room at its critical limit is named by a critical message, whatever else is open", () => {
  for (const { rooms, posts, notified } of homes)
    for (const [device, each] of rooms.entries()) {
      const first = posts.find(
        ({ device: of, values }) => of === device && Number(values[0] ?? Number.NaN) <= CRITICAL_FAHRENHEIT,
      );
      if (first === undefined) continue;
      const named = notified
        .filter(({ severity, evidence }) => severity === "critical" && evidence?.sensorId === `t${device}`)
        .map((finding) => finding.at - first.at);
      const inTime = named.filter((late) => late <= WITHIN_MS && late >= -BEFORE_MS);
      expect(inTime, JSON.stringify(each)).not.toEqual([]);
    }
});

/** A step of 2 °F may be a draft: then the next reading decides. */
const STEADY_FAHRENHEIT = 1.8;

test("tells a home of 40 °F with the reading that brings its first room there, whatever else is open", () => {
  for (const { rooms, posts, notified } of homes)
    for (const [device, each] of rooms.entries()) {
      const own = posts.filter((post) => post.device === device);
      const index = own.findIndex(({ values }) => Number(values[0] ?? Number.NaN) <= LINE_FAHRENHEIT);
      const [before, first, second] = [own[index - 1], own[index], own[index + 1]];
      if (first === undefined || before === undefined || second === undefined) continue;
      const step = Number(before.values[0] ?? 0) - Number(first.values[0] ?? 0);
      const by = step <= STEADY_FAHRENHEIT ? first.at : second.at;
      const isAboutIt = ({ kind, evidence }: Finding) =>
        (evidence?.sensorId === `t${device}` && kind !== "heating_stopped") ||
        (convert(evidence?.value ?? 99, evidence?.unit ?? "", "°F") ?? 99) <= LINE_FAHRENHEIT;
      const words = notified.filter((finding) => finding.at <= by && isAboutIt(finding));
      expect(words, JSON.stringify(each)).not.toEqual([]);
    }
});
