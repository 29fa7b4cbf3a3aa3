import { describe, expect, test } from "vitest";
import {
  FEED_REFUSALS,
  type FeedRefusal,
  judgeAddresses,
  judgeFeedUrl,
  judgeRedirect,
} from "../../../lib/kernel/judge-url.ts";
import { readLines } from "../../support/json-lines.ts";

const RULES = {
  allowedHosts: ["127.0.0.1:9100", "Greenhouse:8000", "[fd00::7]:80"],
  ownHosts: ["hearth.example.net", "hearthbox:8787"],
};

const judge = (text: string) => judgeFeedUrl(text, RULES);
const verdict = (text: string): FeedRefusal | "ok" => {
  const judged = judge(text);
  return judged.ok ? "ok" : judged.reason;
};

/** The verdict (`is`) on a URL, a host's addresses, or a redirect from https://example.com/feeds/1?x=2. */
type Case = { is: string } & ({ url: string } | { addresses: string[] } | { redirect: string });
const CASES = readLines<Case>(new URL("feed-url.jsonl", import.meta.url));
const URLS = CASES.filter((one) => "url" in one);
const PUBLIC = CASES.filter((one) => "addresses" in one).filter(({ is }) => is === "public");
const PRIVATE = CASES.filter((one) => "addresses" in one).filter(({ is }) => is === "private");
const REDIRECTS = CASES.filter((one) => "redirect" in one);

describe("a pull feed's URL", () => {
  test.each(URLS)("$url is $is", ({ url, is }) => {
    expect(verdict(url)).toBe(is);
    if (is === "ok") expect(judge(url)).toMatchObject({ checkAddresses: true });
  });

  test("is given back as it will be fetched", () => {
    const judged = judge("HTTPS://Example.COM.:443/a/../feed?x=1");
    expect(judged.ok && judged.url.href).toBe("https://example.com/feed?x=1");
  });

  test("has one clear sentence for every reason", () => {
    for (const sentence of Object.values(FEED_REFUSALS)) expect(sentence).toMatch(/^The feed .{20,}[^.]$/);
  });
});

describe("the list of allowed hosts", () => {
  test.each([
    "http://127.0.0.1:9100/feed.json",
    "http://0x7f.1:9100/",
    "http://greenhouse:8000/",
    "https://GREENHOUSE.:8000/",
    "http://[fd00::7]/",
  ])("lets a listed host and port through without a look at its addresses: %s", (text) => {
    expect(judge(text)).toMatchObject({ ok: true, checkAddresses: false });
  });

  test("means https by 443 and http by 80, and does not mind spaces around an entry", () => {
    const rules = { allowedHosts: [" Vault:443 "], ownHosts: [] };
    expect(judgeFeedUrl("https://vault/", rules)).toMatchObject({ ok: true, checkAddresses: false });
    expect(judgeFeedUrl("http://vault/", rules)).toEqual({ ok: false, reason: "private_name" });
  });

  test.each(["ftp://greenhouse:8000/", "http://u:p@greenhouse:8000/", "http://greenhouse:8000/a b"])(
    "does not excuse a bad text: %s",
    (text) => {
      expect(judge(text).ok).toBe(false);
    },
  );

  test.each(["127.0.0.1", "*", "*:80", "", ":80", "127.0.0.1:", "127.0.0.0/8", "127.0.0.1:80 "])(
    "means an entry literally: %j lets no other host in",
    (entry) => {
      const rules = { allowedHosts: [entry], ownHosts: [] };
      expect(judgeFeedUrl("http://10.0.0.1/", rules)).toEqual({ ok: false, reason: "address_literal" });
      expect(judgeFeedUrl("http://127.0.0.1:8080/", rules)).toEqual({ ok: false, reason: "address_literal" });
    },
  );

  test("may name another port of our own host, but does not open our own routes", () => {
    const rules = { allowedHosts: ["localhost:9100", "localhost:8787"], ownHosts: ["localhost:8787"] };
    expect(judgeFeedUrl("http://localhost:9100/feed", rules).ok).toBe(true);
    expect(judgeFeedUrl("http://localhost:8787/api/v1/devices", rules)).toEqual({
      ok: false,
      reason: "own_host",
    });
  });
});

test.each([
  [" Hearthbox:8787 ", "http://hearthbox:8787/"],
  [" Hearth.Example.net ", "https://hearth.example.net/"],
  ["[fd00:1::7]:8787", "http://[fd00:1::7]:9999/"],
  ["[fd00:1::7]", "https://[fd00:1::7]/"],
])("a host of our own, written as %j, is ours: %s", (own, text) => {
  expect(judgeFeedUrl(text, { allowedHosts: [], ownHosts: [own] })).toEqual({
    ok: false,
    reason: "own_host",
  });
});

test.each([
  "https://hearth.example.net/api/feeds/example",
  "http://hearth.example.net/api/feeds/example?format=senml",
  "http://hearthbox:8787/api/feeds/example?format=homeassistant&x=1",
])("our own example feed may be polled: %s", (text) => {
  expect(judge(text)).toMatchObject({ ok: true, checkAddresses: false });
});

describe("a host's addresses", () => {
  test.each(PUBLIC)("are fine where all are public: $addresses", ({ addresses }) => {
    expect(judgeAddresses(addresses)).toEqual({ ok: true });
  });

  test.each(PRIVATE)("are refused where one is not public: $addresses", ({ addresses }) => {
    expect(judgeAddresses(addresses)).toEqual({ ok: false, reason: "private_address" });
    expect(judgeAddresses(["93.184.215.14", ...addresses])).toEqual({ ok: false, reason: "private_address" });
  });

  test("are needed: a name without any is refused", () => {
    expect(judgeAddresses([])).toEqual({ ok: false, reason: "unresolvable" });
  });
});

describe("a feed's redirect", () => {
  const FROM = new URL("https://example.com/feeds/1?x=2");
  const follow = (location: string, followed = 0, from = FROM) => {
    const judged = judgeRedirect(from, location, followed, RULES);
    return judged.ok ? judged.url.href : judged.reason;
  };

  test.each(REDIRECTS)("leads where it may from the feed's address: %j", ({ redirect, is }) => {
    expect(follow(redirect)).toBe(is);
  });

  test.each(["http://example.com/x", "https://example.com/"])("may go from http to %s", (to) => {
    expect(follow(to, 0, new URL("http://example.com/"))).toBe(to);
  });

  test("is followed three times and no more", () => {
    expect(follow("/third", 2)).toBe("https://example.com/third");
    expect(follow("/fourth", 3)).toBe("too_many_redirects");
  });
});
