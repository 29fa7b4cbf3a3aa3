import { expect, test } from "vitest";
import { maskedFeed, shownSetup } from "../../../lib/feeds/setup/setup.ts";
import { EMPTY, FEED, PROBE, planned, STORED } from "./household.ts";

const POLLS = {
  last_failure: "status_5xx",
  failing_since: "2026-11-20T08:00:00.000Z",
  last_ok_at: "2026-11-20T07:45:00.000Z",
  next_poll_at: "2026-11-20T12:00:00.000Z",
} as const;
const STORED_TWO = {
  ...STORED,
  feeds: STORED.feeds.flatMap((feed) => [
    { ...feed, polls: POLLS },
    { ...feed, id: "b", polls: { ...POLLS, last_ok_at: null } },
  ]),
};
const SHOWN = {
  id: "a",
  name: "A",
  url: FEED.url,
  enabled: true,
  jsonRoot: null,
  headerName: null,
  postBody: null,
  device_id: "dev_a",
};

test("the answer to a save is the whole setup, what was named first and each once", () => {
  const wish = {
    feeds: [
      { id: "z", name: "Z", url: FEED.url },
      { id: "b", url: FEED.url },
    ],
    probes: [{ feedId: "b", key: "temp9" }],
  };
  const shown = shownSetup(STORED_TWO, planned(STORED_TWO, wish));
  expect(shown.ok).toBe(true);
  expect(shown.feeds.map(({ id }) => id)).toEqual(["z", "b", "a"]);
  expect(shown.probes.map(({ feedId, key }) => `${feedId} ${key}`)).toEqual(["b temp9", "a temp1"]);
  expect(shown.probes[1]).toEqual(PROBE);
});

test("a feed that was not named shows how its polls go", () => {
  const shown = shownSetup(STORED_TWO, planned(STORED_TWO, {}));
  expect(shown.feeds[0]).toEqual({ ...SHOWN, ...POLLS });
});

test("a feed that is saved is polled afresh: its last failure is forgotten, its times are not", () => {
  const shown = shownSetup(STORED_TWO, planned(STORED_TWO, { feeds: [{ id: "a", url: FEED.url }] }));
  expect(shown.feeds[0]).toEqual({ ...SHOWN, ...POLLS, last_failure: null, next_poll_at: null });
});

test("a feed that is new was never polled", () => {
  const shown = shownSetup(EMPTY, planned(EMPTY, { feeds: [{ id: "n", url: FEED.url }] }));
  expect(shown.feeds[0]).toMatchObject({
    last_failure: null,
    failing_since: null,
    last_ok_at: null,
    next_poll_at: null,
  });
});

test("who may not change a feed is shown no key of its URL", () => {
  const feed = { ...SHOWN, ...POLLS, url: "https://me:pw@a.example.org/x?key=1#part" };
  expect(maskedFeed(feed)).toEqual({ ...feed, url: "https://a.example.org/x?***" });
});
