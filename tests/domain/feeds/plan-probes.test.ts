import { describe, expect, test } from "vitest";
import type { ProbeWish, StoredSetup } from "../../../lib/feeds/setup/setup.ts";
import { EMPTY, FEED, PROBE, planned, refusal, SEVENS, STORED } from "./household.ts";

const HIDDEN = { ...PROBE, visible: false };
const TWO: StoredSetup = {
  ...STORED,
  probes: [HIDDEN, { ...PROBE, id: "q", key: "temp2", label: "Sink" }],
};
const first = (stored: StoredSetup, probe: ProbeWish) => planned(stored, { probes: [probe] }).probes[0];

describe("a probe that is saved", () => {
  test("is the one of its feed and key, where it has no id, and keeps what is not said", () => {
    expect(first(TWO, { feedId: "a", key: "temp2" })).toEqual({
      id: "q",
      feedId: "a",
      key: "temp2",
      label: "Sink",
      visible: true,
      sensorLabel: null,
      sensorVisible: null,
    });
    expect(first(TWO, { feedId: "a", key: "temp1" })).toMatchObject({ id: "p", visible: false });
  });

  test("takes over what is said, and so does a sensor that already reads", () => {
    expect(first(STORED, { feedId: "a", key: "temp1", label: "Tap", visible: false })).toEqual({
      ...PROBE,
      label: "Tap",
      visible: false,
      sensorLabel: "Tap",
      sensorVisible: false,
    });
    expect(first(TWO, { id: "p", visible: true })).toMatchObject({ visible: true, sensorVisible: true });
  });

  test("belongs to the only feed of the request, where it names none", () => {
    const feeds = [{ id: "n", url: FEED.url }];
    expect(planned(EMPTY, { feeds, probes: [{ key: " k\u200b " }] }).probes).toEqual([
      {
        id: `prb_${SEVENS}`,
        feedId: "n",
        key: "k",
        label: "k",
        visible: true,
        sensorLabel: null,
        sensorVisible: null,
      },
    ]);
  });

  test("stays with its own feed, even beside one feed of the request", () => {
    const { probes } = planned(STORED, { feeds: [{ id: "n", url: FEED.url }], probes: [{ id: "p" }] });
    expect(probes[0]).toMatchObject({ feedId: "a", key: "temp1" });
  });

  test("may have an id that is new", () => {
    expect(first(STORED, { id: "own", feedId: "a", key: "temp9" })).toMatchObject({
      id: "own",
      label: "temp9",
    });
  });

  test("is another one where another feed has the same key", () => {
    const stored = {
      ...STORED,
      feeds: [...STORED.feeds, ...STORED.feeds.map((feed) => ({ ...feed, id: "b" }))],
    };
    expect(first(stored, { feedId: "b", key: "temp1" })).toMatchObject({
      id: `prb_${SEVENS}`,
      label: "temp1",
    });
    expect(first(stored, { id: "own", feedId: "b", key: "temp1" })).toMatchObject({
      id: "own",
      feedId: "b",
    });
  });

  test("may move to another key with its name, but not to one that is taken", () => {
    expect(first(TWO, { id: "p", key: "temp3" })).toMatchObject({
      id: "p",
      key: "temp3",
      label: "Pipe",
      visible: false,
    });
    expect(refusal(TWO, { probes: [{ id: "p", key: "temp2" }] })).toBe(
      'invalid_request: Probe "p": its feed has the probe "q" for this key already',
    );
  });

  test("may not take the key that another probe of the request has taken", () => {
    const probes = [
      { id: "q", key: "temp5" },
      { id: "p", key: "temp5" },
    ];
    expect(refusal(TWO, { probes })).toBe(
      'invalid_request: Probe "p": its feed has the probe "q" for this key already',
    );
    const sameKey = [
      { id: "new", feedId: "a", key: "temp7" },
      { feedId: "a", key: "temp7" },
    ];
    expect(refusal(TWO, { probes: sameKey })).toBe(
      'invalid_request: Probe 2: its feed has the probe "new" for this key already',
    );
  });
});

describe("probes are refused", () => {
  test.each([
    ["for a feed that is not there", [{ feedId: "b", key: "k" }], 'Probe 1: there is no feed "b"'],
    ["where one is named twice", [{ id: "p" }, { id: "p" }], 'Probe "p": it is named twice'],
    ["with a key of which nothing is left", [{ feedId: "a", key: "\u200b" }], "Probe 1: it needs a key"],
    ["without a key where the id is new", [{ id: "own", feedId: "a" }], 'Probe "own": it needs a key'],
    ["without a feed", [{ feedId: "a", key: "k" }, { key: "l" }], "Probe 2: it needs a feedId"],
  ])("%s", (_, probes, sentence) => {
    expect(refusal(STORED, { probes })).toBe(`invalid_request: ${sentence}`);
  });

  test("without a feed where the request has two", () => {
    const feeds = [{ url: FEED.url }, { url: FEED.url }];
    expect(refusal(EMPTY, { feeds, probes: [{ key: "k" }] })).toBe(
      "invalid_request: Probe 1: it needs a feedId",
    );
  });

  test("beyond 200 in a household, the known ones counted once", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...PROBE, id: `p${index}`, key: `k${index}` }));
    const one = [{ feedId: "a", key: "new" }];
    const tooMany = "invalid_request: Too many probes: 200 at most in a household";
    expect(refusal({ ...STORED, probes: many(199) }, { probes: one })).toBe("fine");
    expect(refusal({ ...STORED, probes: many(200) }, { probes: one })).toBe(tooMany);
    expect(refusal({ ...STORED, probes: many(200) }, { probes: [{ feedId: "a", key: "k3" }] })).toBe("fine");
  });
});
