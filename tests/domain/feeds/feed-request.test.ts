import { expect, test } from "vitest";
import { requestOf } from "../../../lib/feeds/read-feed.ts";
import { PLAIN_REQUEST } from "../../../lib/kernel/judge-url.ts";
import type { FeedRequest, RequestWish } from "../../../lib/kernel/ports.ts";

const KEYED: FeedRequest = { headerName: "X-API-Key", headerValue: "hush", postBody: null };
const URL_OF_BARN = "https://barn.example.com/state";

const wished = (wish: RequestWish, { stored = KEYED, url = URL_OF_BARN } = {}) => {
  const outcome = requestOf(wish, stored, { url: URL.parse(url), storedUrl: URL_OF_BARN, at: "" });
  return outcome.ok ? outcome.value : outcome.problem.sentence;
};

test("a save keeps the header that it does not name, and its value where that is left empty", () => {
  expect(wished({})).toEqual(KEYED);
  expect(wished({ headerName: "x-api-key", headerValue: "" })).toMatchObject({ headerValue: "hush" });
  expect(wished({}, { url: "https://barn.example.com/other" })).toEqual(KEYED);
});

test.each<[string, RequestWish, string]>([
  ["another host", {}, "https://other.example.com/state"],
  ["another port", {}, "https://barn.example.com:8443/state"],
  ["http", {}, "http://barn.example.com/state"],
  ["another header", { headerName: "Authorization" }, URL_OF_BARN],
])("the value has to be entered again for %s", (_, wish, url) => {
  expect(wished(wish, { url })).toBe('"headerValue" must be entered for this header and address');
  expect(wished({ ...wish, headerValue: "new" }, { url })).toMatchObject({ headerValue: "new" });
});

test("what is posted has to be entered again for another host, and be JSON", () => {
  const stored = { ...PLAIN_REQUEST, postBody: "{}" };
  expect(wished({}, { stored, url: "https://other.example.com/" })).toMatch(/postBody.*entered again/);
  expect(wished({ postBody: "{" })).toBe('"postBody" must be JSON');
});

test.each(["Host", "content-length", "Cookie", "Sec-Fetch-Site", "X-Forwarded-For", "two words", "a:b"])(
  "the header %s is refused",
  (headerName) => {
    expect(wished({ headerName, headerValue: "x" })).toMatch(/headerName.*of your own/);
  },
);

test.each(["a\r\nHost: b", "caf\u00e9", "x".repeat(1_025)])("the value %j is refused", (headerValue) => {
  expect(wished({ headerValue })).toMatch(/headerValue.*ASCII/);
});

test("a header taken away takes its value with it", () => {
  expect(wished({ headerName: null })).toEqual(PLAIN_REQUEST);
});
