import { expect, test } from "vitest";
import { planSetup } from "../../lib/domain/pull-setup/plan-setup.ts";
import type { SetupWish, StoredSetup } from "../../lib/domain/pull-setup/setup.ts";
import { shownSetup } from "../../lib/domain/pull-setup/shown-setup.ts";

const FEED = {
  id: "a",
  name: "A",
  url: "https://a.example.org/",
  sealedUrl: "sealed a",
  enabled: true,
  jsonRoot: null,
  deviceId: "dev_a",
};
const PROBE = { id: "p", feedId: "a", key: "temp1", label: "Pipe", visible: true };
const POLLS = { last_failure: null, failing_since: null, last_ok_at: null, next_poll_at: null };
const STORED: StoredSetup = {
  feeds: [{ ...FEED, polls: POLLS, isUrlLost: false }],
  probes: [PROBE],
  deviceCount: 1,
  fingerprint: "x",
};
const EMPTY: StoredSetup = { feeds: [], probes: [], deviceCount: 0, fingerprint: "y" };

const random = (count: number) => new Uint8Array(count).fill(7);
const plan = (stored: StoredSetup, wish: Partial<SetupWish>) =>
  planSetup(stored, { feeds: [], probes: [], ...wish }, random);
const planned = (stored: StoredSetup, wish: Partial<SetupWish>) => {
  const outcome = plan(stored, wish);
  if (!outcome.ok) throw new Error(outcome.problem.sentence);
  return outcome.value;
};
const sentence = (stored: StoredSetup, wish: Partial<SetupWish>) => {
  const outcome = plan(stored, wish);
  return outcome.ok ? "fine" : (outcome.problem.sentence ?? outcome.problem.name);
};

test("a known feed keeps its device and what is not said; a new one is named after its host", () => {
  const { feeds } = planned(STORED, {
    feeds: [
      { id: "a", url: "https://b.example.org/" },
      { id: "n", url: "https://n.example.org:8443/x" },
    ],
  });
  expect(feeds[0]).toEqual({ ...FEED, url: "https://b.example.org/", sealedUrl: null, isNew: false });
  expect(feeds[1]).toMatchObject({ id: "n", name: "n.example.org", enabled: true, isNew: true });
});

test("a feed whose URL stays stays sealed as it is", () => {
  const { feeds } = planned(STORED, { feeds: [{ id: "a", url: FEED.url, name: "Renamed" }] });
  expect(feeds[0]).toMatchObject({ name: "Renamed", sealedUrl: "sealed a" });
});

test("a probe without an id is the one of its feed and key, and without a feed that of the only one", () => {
  expect(planned(STORED, { probes: [{ feedId: "a", key: "temp1", visible: false }] }).probes).toEqual([
    { ...PROBE, visible: false, sensorLabel: null, sensorVisible: false },
  ]);
  const fresh = planned(EMPTY, { feeds: [{ id: "n", url: FEED.url }], probes: [{ key: " k\u200b " }] });
  expect(fresh.probes[0]).toMatchObject({ feedId: "n", key: "k", label: "k", visible: true });
});

test("a probe may move to another key, but not to one that is taken", () => {
  const two = { ...STORED, probes: [PROBE, { ...PROBE, id: "q", key: "temp2" }] };
  expect(planned(two, { probes: [{ id: "p", key: "temp3" }] }).probes[0]).toMatchObject({ key: "temp3" });
  expect(sentence(two, { probes: [{ id: "p", key: "temp2" }] })).toMatch(/has the probe "q" for this key/);
});

test("what can't be is refused in one sentence", () => {
  const url = FEED.url;
  expect(sentence(EMPTY, { probes: [{ feedId: "a", key: "k" }] })).toBe('Probe 1: there is no feed "a"');
  expect(sentence(STORED, { probes: [{ id: "p" }, { id: "p" }] })).toBe('Probe "p": it is named twice');
  expect(sentence(STORED, { probes: [{ feedId: "a", key: "\u200b" }] })).toBe("Probe 1: it needs a key");
  const two = [{ url }, { url }];
  expect(sentence(EMPTY, { feeds: two, probes: [{ key: "k" }] })).toBe("Probe 1: it needs a feedId");
  expect(sentence({ ...EMPTY, deviceCount: 199 }, { feeds: two })).toBe("too_many_devices");
  const many = Array.from({ length: 200 }, (_, index) => ({ ...PROBE, id: `p${index}`, key: `k${index}` }));
  expect(sentence({ ...STORED, probes: many }, { probes: [{ feedId: "a", key: "new" }] })).toMatch(
    /^Too many/,
  );
  expect(sentence({ ...STORED, probes: many }, { probes: [{ feedId: "a", key: "k3" }] })).toBe("fine");
});

test("the answer is the whole setup, what was named first", () => {
  const shown = shownSetup(STORED, planned(STORED, { feeds: [{ id: "z", url: FEED.url }] }));
  expect(shown.feeds.map(({ id }) => id)).toEqual(["z", "a"]);
  expect(shown.probes).toEqual([PROBE]);
});
