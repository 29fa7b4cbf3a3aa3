import { describe, expect, test } from "vitest";
import { PLAIN_REQUEST } from "../../../lib/feeds/read-feed.ts";
import type { StoredSetup } from "../../../lib/feeds/setup/setup.ts";
import { EMPTY, FEED, POLLS, PROBE, planned, refusal, SEVENS, STORED } from "./household.ts";

const URL_OF_N = "https://n.example.org:8443/x";
const storedFeed = (id: string, over: Partial<StoredSetup["feeds"][number]> = {}) => ({
  ...FEED,
  id,
  polls: POLLS,
  isUrlLost: false,
  ...over,
});
const withFeeds = (...feeds: StoredSetup["feeds"]): StoredSetup => ({ ...STORED, feeds });

describe("a feed that is saved", () => {
  test("keeps its device and what is not said, where it is known", () => {
    const stored = withFeeds(storedFeed("a", { enabled: false, jsonRoot: "data.0" }));
    expect(planned(stored, { feeds: [{ id: "a", url: "https://b.example.org/" }] }).feeds).toEqual([
      {
        ...FEED,
        enabled: false,
        jsonRoot: "data.0",
        url: "https://b.example.org/",
        sealedUrl: null,
        isNew: false,
      },
    ]);
  });

  test("is named after its host, enabled and reads the whole answer, where it is new", () => {
    expect(planned(STORED, { feeds: [{ id: "n", url: URL_OF_N }] }).feeds).toEqual([
      {
        id: "n",
        name: "n.example.org",
        url: URL_OF_N,
        sealedUrl: null,
        enabled: true,
        jsonRoot: null,
        request: PLAIN_REQUEST,
        deviceId: `dev_${SEVENS}`,
        isNew: true,
      },
    ]);
  });

  test("takes over what is said", () => {
    const said = { name: "Renamed", enabled: false, jsonRoot: "/data/0" };
    const { feeds } = planned(STORED, { feeds: [{ id: "a", url: FEED.url, ...said }] });
    expect(feeds).toEqual([{ ...FEED, ...said, isNew: false }]);
    const stored = withFeeds(storedFeed("a", { enabled: false }));
    expect(planned(stored, { feeds: [{ id: "a", url: FEED.url, enabled: true }] }).feeds[0]).toMatchObject({
      enabled: true,
    });
  });

  test.each([null, ""])("reads the whole answer again with the place %j", (jsonRoot) => {
    const stored = withFeeds(storedFeed("a", { jsonRoot: "data.0" }));
    const { feeds } = planned(stored, { feeds: [{ id: "a", url: FEED.url, jsonRoot }] });
    expect(feeds[0]?.jsonRoot).toBeNull();
  });

  test("gets an id and is new where it has none, even beside a feed of the same URL", () => {
    const { feeds } = planned(STORED, { feeds: [{ url: FEED.url }] });
    expect(feeds[0]).toMatchObject({ id: `feed_${SEVENS}`, deviceId: `dev_${SEVENS}`, isNew: true });
  });

  test("stays sealed as it is while its URL stays", () => {
    const { feeds } = planned(STORED, { feeds: [{ id: "a", url: FEED.url, name: "Renamed" }] });
    expect(feeds[0]).toMatchObject({ name: "Renamed", sealedUrl: "sealed a" });
  });

  test("is named after as much of its host as a name holds", () => {
    const host = `${"long-".repeat(12)}name.${"long-".repeat(8)}name.example`;
    const { feeds } = planned(EMPTY, { feeds: [{ url: `https://${host}/` }] });
    expect(feeds[0]?.name).toBe(host.slice(0, 80));
  });

  test.each(["mailto:a@example.org", "no address"])("is named Feed where %j has no host", (url) => {
    expect(planned(EMPTY, { feeds: [{ url }] }).feeds[0]?.name).toBe("Feed");
  });
});

describe("feeds are refused", () => {
  const url = FEED.url;

  test("where one is named twice, by the first such name", () => {
    const feeds = ["a", "b", "b", "a"].map((id) => ({ id, url }));
    expect(refusal(STORED, { feeds })).toBe('invalid_request: The feed "b" is named twice');
    expect(refusal(STORED, { feeds: [{ url }, { url }] })).toBe("fine");
  });

  const lost = (id: string, enabled = true) =>
    storedFeed(id, { url: "https://lost.example.org", isUrlLost: true, enabled });
  const again = "https://lost.example.org";

  test("where a lost URL is saved as it is shown", () => {
    const sentence = (id: string) =>
      `feed_refused: Feed "${id}": Its URL can no longer be read, because the secret of this installation has changed: enter the URL again`;
    const stored = withFeeds(storedFeed("a"), lost("l"), lost("m"));
    expect(refusal(stored, { feeds: [{ id: "l", url: again }] })).toBe(sentence("l"));
    const both = ["a", "m", "l"].map((id) => ({ id, url: again }));
    expect(refusal(stored, { feeds: both })).toBe(sentence("m"));
  });

  test("not where a lost URL is entered again, or its feed is switched off", () => {
    expect(refusal(withFeeds(lost("l")), { feeds: [{ id: "l", url }] })).toBe("fine");
    expect(refusal(withFeeds(lost("l")), { feeds: [{ id: "l", url: again, enabled: false }] })).toBe("fine");
    expect(refusal(withFeeds(lost("l", false)), { feeds: [{ id: "l", url: again }] })).toBe("fine");
    expect(refusal(STORED, { feeds: [{ id: "a", url }] })).toBe("fine");
  });

  test("beyond 20 in a household, the known ones counted once", () => {
    const kept = Array.from({ length: 18 }, (_, index) => storedFeed(`f${index}`));
    const wish = (count: number) => ({
      feeds: [{ id: "f0", url }, ...Array.from({ length: count }, () => ({ url }))],
    });
    expect(refusal(withFeeds(...kept), wish(2))).toBe("fine");
    expect(refusal(withFeeds(...kept), wish(3))).toBe(
      "invalid_request: Too many feeds: 20 at most in a household",
    );
  });

  test("beyond the household's 200 devices, which only new feeds add to", () => {
    expect(refusal({ ...EMPTY, deviceCount: 199 }, { feeds: [{ url }] })).toBe("fine");
    expect(refusal({ ...EMPTY, deviceCount: 200 }, { feeds: [{ url }] })).toBe("too_many_devices");
    expect(refusal({ ...EMPTY, deviceCount: 199 }, { feeds: [{ url }, { url }] })).toBe("too_many_devices");
    expect(refusal({ ...STORED, deviceCount: 201 }, { feeds: [{ id: "a", url }] })).toBe("fine");
  });

  test("before the probes are looked at", () => {
    const feeds = [
      { id: "b", url },
      { id: "b", url },
    ];
    expect(refusal(STORED, { feeds, probes: [PROBE, PROBE] })).toMatch(/^invalid_request: The feed "b"/);
  });
});
