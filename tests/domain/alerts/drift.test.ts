import { describe, expect, test } from "vitest";
import { seeded } from "../../../bench/table.ts";
import { type DayMeans, type Drift, driftOf, stillDrifted } from "../../../lib/alerts/drift.ts";

const TODAY = 20_000;
const DAYS = 120;

/** A home's weather, day by day: it turns colder over the months and comes in spells. */
function weather(chance: () => number): number[] {
  let spell = 0;
  return Array.from({ length: DAYS }, (_, index) => {
    spell = 0.75 * spell + 3 * (chance() + chance() + chance() - 1.5);
    return 15 - (22 * index) / DAYS + spell;
  });
}

type Room = {
  /** How much of a change outdoors reaches it. */
  share?: number;
  /** What is added on a day, counted back from today: 1 is yesterday. */
  added?: (ago: number) => number;
};

/** The daily means of a home's rooms, of which each has its own habits and noise. */
function home(seed: number, rooms: Room[], daysKnown = DAYS): DayMeans[] {
  const chance = seeded(seed);
  const outdoors = weather(chance);
  const usual = rooms.map(() => 19 + 3 * chance());
  const means = outdoors.map((celsius) =>
    rooms.map(
      ({ share = 0.03 }, room) => (usual[room] ?? 20) + share * celsius + 0.6 * (chance() + chance() - 1),
    ),
  );
  return rooms.map(
    ({ added = () => 0 }, room) =>
      new Map(
        means.flatMap((day, index) => {
          const ago = DAYS - index;
          return ago > daysKnown ? [] : [[TODAY - ago, (day[room] ?? 0) + added(ago)] as const];
        }),
      ),
  );
}

/** What is found first of the first of them, by who looks every day for two months. */
function found([own = new Map(), ...peers]: DayMeans[]): (Drift & { today: number }) | null {
  for (let today = TODAY - 60; today <= TODAY; today += 1) {
    const drift = driftOf(own, peers, today);
    if (drift !== null) return { ...drift, today };
  }
  return null;
}

/** It began so many days ago and went on for `days`. */
const ramp =
  (perDay: number, days: number, began: number) =>
  (ago: number): number =>
    perDay * Math.max(0, Math.min(days, began - ago));
const step = (kelvin: number, days: number) => (ago: number) => (ago <= days ? kelvin : 0);
const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);
const howMany = (of: (seed: number) => boolean): number => SEEDS.filter(of).length;

describe("a thermometer that drifts", () => {
  test.each([
    ["a quarter of a kelvin a day for three weeks", ramp(0.25, 21, 50)],
    ["as much downwards", ramp(-0.25, 21, 50)],
    ["a tenth of a kelvin a day for eight weeks", ramp(0.1, 56, 60)],
  ])("is found by two others of its home: %s", (_, added) => {
    expect(howMany((seed) => found(home(seed, [{ added }, {}, {}])) !== null)).toBeGreaterThanOrEqual(9);
  });

  test("and the others of its home are believed", () => {
    const drifting = { added: ramp(0.25, 24, 45) };
    expect(howMany((seed) => found(home(seed, [{}, drifting, {}])) !== null)).toBe(0);
    expect(howMany((seed) => found(home(seed, [{}, drifting, {}, {}])) !== null)).toBe(0);
  });

  test("is told with how far it went and since when", () => {
    const drift = found(home(1, [{ added: ramp(0.25, 24, 45) }, {}, {}]));
    expect(drift?.kelvin).toBeGreaterThan(3);
    expect(drift?.kelvin).toBeLessThan(6.5);
    expect(drift?.since).toBeGreaterThan(TODAY - 45);
    expect(drift?.since).toBeLessThan(drift?.today ?? 0);
  });
});

describe("no drift", () => {
  test.each<[string, Room]>([
    ["is a steady room", {}],
    ["is a room whose heating was turned down last month", { added: step(-4, 30) }],
    ["is one that was turned down two weeks ago", { added: step(-4, 14) }],
    ["is one that was turned down last week", { added: step(-5, 6) }],
    ["is one that was kept warm for some weeks", { added: (ago) => (ago > 12 && ago < 40 ? 4 : 0) }],
    ["is a porch that gets colder with the season", { share: 0.4 }],
    ["is a weakly heated room in autumn", { share: 0.2 }],
    ["is a room in which a fire burns on some evenings", { added: (ago) => (ago % 3 === 0 ? 3 : 0) }],
  ])("%s", (_, room) => {
    expect(howMany((seed) => found(home(seed, [room, {}, {}])) !== null)).toBe(0);
  });

  test("is what two rooms do that were turned down together, for the third", () => {
    const down = { added: ramp(-0.25, 21, 45) };
    expect(howMany((seed) => found(home(seed, [{}, down, down])) !== null)).toBe(0);
  });

  test("is found of one of two thermometers, or of one that is new", () => {
    const drifting = { added: ramp(0.25, 24, 45) };
    expect(found(home(1, [drifting, {}]))).toBeNull();
    expect(found(home(1, [drifting, {}, {}], 15))).toBeNull();
    expect(driftOf(new Map(), [], TODAY)).toBeNull();
  });
});

describe("a thermometer that has drifted and come to rest", () => {
  const rested = (seed: number) => home(seed, [{ added: ramp(0.25, 20, 50) }, {}, {}]);
  const later = ([own = new Map(), ...peers]: DayMeans[], since: number) =>
    stillDrifted(own, peers, since, TODAY);

  test("is still not believed, weeks after", () => {
    expect(later(rested(1), TODAY - 40)?.kelvin).toBeGreaterThan(4);
  });

  test("is believed again once it says what it did before, or nobody knows that any more", () => {
    const mended = home(1, [{ added: (ago) => (ago <= 6 ? 0 : ramp(0.25, 20, 50)(ago)) }, {}, {}]);
    expect(later(mended, TODAY - 40)).toBeNull();
    expect(later(rested(1), TODAY - 115)).toBeNull();
  });
});
