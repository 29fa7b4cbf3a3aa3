import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NO_EPISODE, readEpisodeState } from "../../../lib/alerts/episode.ts";
import { MINUTE, T0 } from "./posts.ts";
import { clockOf, playScript } from "./script.ts";

/** Temperatures so close to each other that no step between them is doubted. */
const fahrenheit = fc.integer({ min: 300, max: 500 }).map((tenths) => tenths / 10);
const anyPosts = fc.array(fc.record({ value: fahrenheit, gap: fc.integer({ min: 1, max: 30 }) }), {
  maxLength: 60,
});

type Posts = { value: number; gap: number }[];
function played(posts: Posts) {
  let minute = 0;
  const course = posts.map(({ value, gap }) => {
    minute += gap;
    return `${clockOf(T0 + minute * MINUTE)} hall ${value}F`;
  });
  const { home } = playScript({ story: "any", atOnce: true, course, told: [] });
  return { home, last: T0 + minute * MINUTE };
}

describe("any run of posts", () => {
  test("opens and closes in turn, and names every finding once", () => {
    fc.assert(
      fc.property(anyPosts, (posts) => {
        const { home } = played(posts);
        const turns = home.findings.filter(
          ({ transition, delayed }) => (transition === "opened" && !delayed) || transition === "closed",
        );
        turns.forEach(({ transition }, index) => {
          expect(transition).toBe(index % 2 === 0 ? "opened" : "closed");
        });
        expect(home.stateOf("freeze").open).toBe(turns.length % 2 === 1);
        const names = home.findings.map(({ episode, sequence }) => `${episode}/${sequence}`);
        expect(new Set(names).size).toBe(names.length);
        expect(home.stateOf("freeze").openings.length).toBeLessThanOrEqual(11);
      }),
    );
  });

  test("is open whenever the last reading is at or below the limit", () => {
    fc.assert(
      fc.property(anyPosts, (posts) => {
        if ((posts.at(-1)?.value ?? 99) <= 40) expect(played(posts).home.stateOf("freeze").open).toBe(true);
      }),
    );
  });

  test("changes nothing and says nothing when its last post comes again", () => {
    fc.assert(
      fc.property(anyPosts, (posts) => {
        const { home, last } = played(posts);
        const before = structuredClone(home.facts.states);
        if (posts.length > 0)
          home.post({ at: last, device: 0, lagMs: 0, values: [posts.at(-1)?.value ?? null] });
        expect(home.facts.states).toEqual(before);
      }),
    );
  });
});

test.each([undefined, null, "open", 7, {}, { v: 2, open: true }, { open: true }])(
  "a stored state of a form that nobody knows is no episode: %j",
  (stored) => {
    expect(readEpisodeState(stored)).toBe(NO_EPISODE);
  },
);
