import { describe, expect, test } from "vitest";
import { type FeedWish, judgeFeeds } from "../../../lib/feeds/setup/setup.ts";

const RULES = { allowedHosts: ["sensors.home.example:8080"], ownHosts: ["hearth.example"] };
const judge = (...wishes: FeedWish[]) => judgeFeeds(wishes, RULES);
const refused = (...wishes: FeedWish[]) => {
  const outcome = judge(...wishes);
  return outcome.ok ? null : outcome.problem;
};
const GOOD = "https://a.example.org/";

describe("the feeds of a save", () => {
  test("leave each of their hosts to judge once, with the first feed that names it", () => {
    const outcome = judge(
      { id: "a", name: "A", url: GOOD },
      { id: "b", url: "https://a.example.org/other" },
      { name: "C", url: "https://c.example.org/" },
      { url: "https://d.example.org/" },
    );
    expect(outcome).toEqual({
      ok: true,
      value: [
        { host: "a.example.org", feed: "a" },
        { host: "c.example.org", feed: "C" },
        { host: "d.example.org", feed: "4" },
      ],
    });
  });

  test("leave no host to judge that the operator allows, or that is our own example", () => {
    expect(
      judge(
        { url: "http://sensors.home.example:8080/" },
        { url: "https://hearth.example/api/feeds/example" },
      ),
    ).toEqual({ ok: true, value: [] });
  });

  test("are refused by the first URL that may not be fetched, which is not repeated", () => {
    const key = "?key=secret";
    expect(refused({ url: GOOD }, { id: "b", url: `ftp://b.example.org/${key}` }, { url: "x" })).toEqual({
      name: "feed_refused",
      sentence: 'Feed "b": The feed URL must begin with http:// or https:// (scheme)',
    });
    expect(refused({ url: `https://192.168.0.4/${key}` })?.sentence).toBe(
      'Feed "1": The feed URL must name its host: IP addresses are not fetched (address_literal)',
    );
  });

  test.each(["data.sensors.0", "/data/sensors/0", "", null, undefined])(
    "may have the place %j",
    (jsonRoot) => {
      expect(judge({ url: GOOD, jsonRoot })).toMatchObject({ ok: true });
    },
  );

  test("are refused for a place that is neither a path nor a pointer, each by its number", () => {
    expect(refused({ url: GOOD }, { id: "b", url: GOOD, jsonRoot: "data..sensors" })).toEqual({
      name: "invalid_request",
      sentence:
        '"feeds.1.jsonRoot" must be a dotted path such as data.sensors.0, or a JSON Pointer such as /data/sensors/0',
    });
  });
});
