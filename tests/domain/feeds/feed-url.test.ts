import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, test } from "vitest";
import {
  FEED_REFUSALS,
  type FeedRefusal,
  judgeAddresses,
  judgeFeedUrl,
  judgeRedirect,
} from "../../../lib/kernel/judge-url.ts";

const RULES = {
  allowedHosts: ["127.0.0.1:9100", "Greenhouse:8000", "[fd00::7]:80"],
  ownHosts: ["hearth.example.net", "hearthbox:8787"],
};

const judge = (text: string) => judgeFeedUrl(text, RULES);
const verdict = (text: string): FeedRefusal | "ok" => {
  const judged = judge(text);
  return judged.ok ? "ok" : judged.reason;
};

const REFUSED: { [Reason in FeedRefusal]?: string[] } = {
  not_a_url: [
    "",
    " https://example.com/",
    "https://example.com/a b",
    "https://example.com/\u00a0",
    "https://example.com/\u2028",
    "https://example.com/a\tb",
    "https://example.com/\u0000",
    "https://example.com/\u007f",
    "https://example.com/\u0085",
    "https://example.com/\ud800",
    "https:\\\\example.com\\feed",
    "https://example.com\\@10.0.0.1/",
    "https:example.com/feed",
    "https:/example.com/feed",
    "https:example.com/http://b.example.com/",
    "https:///example.com/feed",
    "https://",
    "https://?q",
    "https://#x",
    "//example.com/feed",
    "example.com/feed",
    "feed",
    "?feed",
    "https://exa%20mple.com/",
    "https://10.0.0.1%2f.example.com/",
    "https://example.com%00.evil.com/",
    "https://[::1/",
    "https://[::1%25eth0]/",
    "https://300.1.1.1/",
    "https://1.2.3.4.5/",
    "https://example.com:99999/",
    "https://example.com:8a/",
    "https://exam<ple.com/",
    `https://example.com/${"x".repeat(2_029)}`,
  ],
  scheme: [
    "ftp://example.com/",
    "FILE:///etc/passwd",
    "javascript:alert(1)",
    "data:application/json,{}",
    "blob:https://example.com/1",
    "gopher://example.com:6379/_x",
    "ws://example.com/",
    "view-source:https://example.com/",
    "jar:https://example.com!/",
    "localhost:8080/feed",
    "about:blank",
  ],
  credentials: [
    "https://ada@example.com/",
    "https://ada:pw@example.com/",
    "https://:@example.com/",
    "https://@example.com/",
    "https://example.com@10.0.0.1/",
    "https://ada%40home@example.com/",
    "http://ada@127.0.0.1:9100/",
  ],
  address_literal: [
    "http://8.8.8.8/",
    "http://127.0.0.1/",
    "http://127.0.0.1./",
    "http://127.1/",
    "http://0/",
    "http://017700000001/",
    "http://0x7f.1/",
    "http://0X7F000001/",
    "http://2130706433/",
    "http://%31%32%37.0.0.1/",
    "http://１２７.0.0.1/",
    "http://127。0。0。1/",
    "http://①②⑦.0.0.1/",
    "http://10.0.0.1?@example.com/",
    "http://10.0.0.1#@example.com/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[2606:4700::1]/",
    "http://[fd00::7]:8080/",
    "http://127.0.0.1:8080/",
    "http://168.63.129.16/",
  ],
  host_name: [
    `https://${"a".repeat(64)}.example.com/`,
    `https://${"abcdefg.".repeat(32)}example.com/`,
    "https://a..example.com/",
    "https://.example.com/",
    "https://example.com../",
    "https://*.example.com/",
    "https://exa!mple.com/",
    "https://a'b.example.com/",
    "https://a{b}.example.com/",
  ],
  private_name: [
    "http://localhost/",
    "http://LocalHost./",
    "http://a.localhost/",
    "http://%6c%6fcalhost/",
    "http://ｌocalhost/",
    "http://loc\u00adalhost/",
    "http://router/",
    "http://com/",
    "http://ip6-localhost/",
    "http://nas.local/",
    "http://nas.LAN/",
    "http://nas.home/",
    "http://nas.home.arpa/",
    "http://nas.intranet/",
    "http://nas.private/",
    "http://nas.corp/",
    "http://a.localdomain/",
    "http://a.test/",
    "http://a.example/",
    "http://a.invalid/",
    "http://a.onion/",
    "http://a.alt/",
    "http://1.0.0.127.in-addr.arpa/",
    "http://host.docker.internal/",
    "http://metadata.google.internal/",
    "http://metadata.goog/",
    "http://instance-data/",
    "http://api.default.svc/",
    "http://api.default.svc.cluster.local/",
    "http://vault.service.consul/",
    "http://127.0.0.1.nip.io/",
    "http://a.10-0-0-1.sslip.io/",
    "http://localtest.me/",
    "http://a.lvh.me/",
    "http://7f000001.08080808.rbndr.us/",
    "http://a.1u.ms/",
    "http://greenhouse/",
    "http://greenhouse:8001/",
    ..."localdev.me localhost.direct lcl.host yoogle.com 127-0-0-1.org.uk plex.direct ip.addr.tools"
      .split(" ")
      .map((name) => `http://a.${name}/`),
  ],
  port: [
    "http://example.com:22/",
    "https://example.com:8444/",
    "http://example.com:0/",
    "http://example.com:6379/",
    "http://example.com:65535/",
    "http://example.com:08081/",
  ],
  own_host: [
    "https://hearth.example.net/",
    "https://hearth.example.net/api/cron/collect-history",
    "http://HEARTH.example.net./api/v1/devices",
    "https://hearth.example.net:8443/api/feeds/example",
    "https://hearth.example.net/api/feeds/example/",
    "https://hearth.example.net/api/feeds/example/../../cron/collect-history",
    "https://hearth.example.net/api/feeds/exampled",
    "https://hearth.example.net/API/feeds/example",
    "http://hearthbox:8787/api/ingest/mqtt",
    "http://hearthbox:9999/",
  ],
};

const ACCEPTED = [
  "https://example.com",
  "http://example.com/",
  "HTTPS://EXAMPLE.com/Feed",
  "https://example.com./feed",
  "http://example.com:80/",
  "https://example.com:443/",
  "https://example.com:/",
  "http://example.com:8080/",
  "https://example.com:8443/",
  "http://cabin.duckdns.org:8123/api/states/sensor.sauna",
  "https://under_score.example.com/",
  "https://xn--mnchen-3ya.de/",
  "https://münchen.de/",
  "https://10-0-0-1.example.com/",
  "https://localhost.example.com/",
  "https://mylocal.com/",
  "https://notlocaltest.me/",
  "https://example.com/local/internal?u=http://localhost/@x",
  "https://example.com/a@b",
  "https://a.b.c.d.e.f.example.com/",
  "https://1.example.com/",
  "https://1.com/",
  "https://example.1a/",
  "https://example.a1/",
  `https://${"a.".repeat(125)}com/`,
  "https://example.com/größe",
  "https://example.com/%20%00%5C",
  `https://example.com/${"x".repeat(2_028)}`,
];

describe("a pull feed's URL", () => {
  const refused = Object.entries(REFUSED).flatMap(([reason, texts]) =>
    texts.map((text) => [reason, text] as const),
  );

  test.each(refused)("is refused as %s: %j", (reason, text) => {
    expect(verdict(text)).toBe(reason);
  });

  test.each(ACCEPTED)("is accepted, with a look at its addresses: %j", (text) => {
    expect(judge(text)).toMatchObject({ ok: true, checkAddresses: true });
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

describe("our own example feed", () => {
  test.each([
    "https://hearth.example.net/api/feeds/example",
    "http://hearth.example.net/api/feeds/example?format=senml",
    "http://hearthbox:8787/api/feeds/example?format=homeassistant&x=1",
  ])("may be polled: %s", (text) => {
    expect(judge(text)).toMatchObject({ ok: true, checkAddresses: false });
  });
});

describe("a host's addresses", () => {
  test.each([
    ["93.184.215.14"],
    ["1.1.1.1", "8.8.8.8"],
    ["2606:4700:4700::1111"],
    ["2606:4700::1234:5efe:a00:1"],
    ["2001:4860:4860::8888", "172.32.0.1", "100.128.0.1", "11.0.0.1"],
    // Right before and behind what is not public.
    ["1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"],
    ["169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0"],
    ["192.31.195.255", "192.31.197.0", "192.52.192.255", "192.52.194.0", "192.88.98.255", "192.88.100.0"],
    ["192.167.255.255", "192.169.0.0", "192.175.47.255", "192.175.49.0", "198.17.255.255", "198.20.0.0"],
    ["198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255", "168.63.129.17"],
    ["2000::", "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::", "2001:db7::", "2001:db9::", "2003::"],
    ["2620:4f:7fff::", "2620:4f:8001::", "3ffe:ffff::", "3fff:1000::", "2606:4700::8.8.8.8"],
  ])("are fine where all are public: %s", (...addresses) => {
    expect(judgeAddresses(addresses)).toEqual({ ok: true });
  });

  test.each([
    ["0.0.0.0"],
    ["0.1.2.3"],
    ["10.255.255.255"],
    ["100.64.0.1"],
    ["100.127.255.255"],
    ["127.0.0.53"],
    ["169.254.169.254"],
    ["172.16.0.1"],
    ["172.31.255.255"],
    ["192.0.0.192"],
    ["192.0.2.1"],
    ["192.88.99.1"],
    ["192.168.1.1"],
    ["198.18.0.1"],
    ["198.51.100.1"],
    ["203.0.113.1"],
    ["224.0.0.251"],
    ["240.0.0.1"],
    ["255.255.255.255"],
    ["168.63.129.16"],
    ["::"],
    ["::1"],
    ["::7f00:1"],
    ["::ffff:8.8.8.8"],
    ["::ffff:0:808:808"],
    ["64:ff9b::808:808"],
    ["64:ff9b:1::a00:1"],
    ["100::1"],
    ["2001::1"],
    ["2001:db8::1"],
    ["2002:a00:1::"],
    ["3fff::1"],
    ["4000::1"],
    ["5f00::1"],
    ["fc00::1"],
    ["fd12::1"],
    ["fe80::1"],
    ["fe80::1%eth0"],
    ["2606:4700::1%eth0"],
    ["fec0::1"],
    ["ff02::1"],
    ["2606:4700::5efe:a00:1"],
    ["2606:4700::200:5efe:a00:1"],
    ["0x7f.1"],
    ["127.1"],
    ["010.8.8.8"],
    ["example.com"],
    [""],
    ["8.8.8.8 "],
    ["8.8.8.8."],
    ["192.31.196.255"],
    ["192.52.193.0"],
    ["192.175.48.255"],
    ["198.19.255.255"],
    ["1fff:ffff::"],
    ["2001:1ff:ffff::"],
    ["2620:4f:8000:ffff::"],
    ["3fff:fff::"],
    ["8.8.8.256"],
    ["2606:4700::1]"],
    ["2606:4700:::1"],
  ])("are refused where one is not public: %s", (address) => {
    expect(judgeAddresses([address])).toEqual({ ok: false, reason: "private_address" });
    expect(judgeAddresses(["93.184.215.14", address])).toEqual({ ok: false, reason: "private_address" });
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

  test.each([
    ["/other", "https://example.com/other"],
    ["two", "https://example.com/feeds/two"],
    ["x", "https://example.com/feeds/x"],
    ["?page=2", "https://example.com/feeds/1?page=2"],
    ["//cdn.example.com/x", "https://cdn.example.com/x"],
    ["https://www.example.com/", "https://www.example.com/"],
    ["https://hearth.example.net/api/feeds/example", "https://hearth.example.net/api/feeds/example"],
  ])("leads from the feed's address: %s", (location, expected) => {
    expect(follow(location)).toBe(expected);
  });

  test.each<[string, FeedRefusal]>([
    ["http://example.com/", "downgrade"],
    ["http://127.0.0.1:9100/", "downgrade"],
    ["http://169.254.169.254/latest", "address_literal"],
    ["//10.0.0.1/", "address_literal"],
    ["///10.0.0.1/", "not_a_url"],
    ["/\\10.0.0.1/", "not_a_url"],
    ["/a\r\nX: 1", "not_a_url"],
    ["", "not_a_url"],
    ["https:10.0.0.1/", "not_a_url"],
    ["//u:p@example.com/", "credentials"],
    ["//@example.com/", "credentials"],
    ["https://nas.local/", "private_name"],
    ["https://example.com:22/", "port"],
    ["file:///etc/passwd", "scheme"],
    ["data:,x", "scheme"],
    ["https://hearth.example.net/api/cron/collect-history", "own_host"],
  ])("is judged like a feed's own address: %s is %s", (location, reason) => {
    expect(follow(location)).toBe(reason);
  });

  test("may go from http to http", () => {
    expect(follow("http://example.com/x", 0, new URL("http://example.com/"))).toBe("http://example.com/x");
  });

  test("may go from http to https", () => {
    expect(follow("https://example.com/", 0, new URL("http://example.com/"))).toBe("https://example.com/");
  });

  test("is followed three times and no more", () => {
    expect(follow("/third", 2)).toBe("https://example.com/third");
    expect(follow("/fourth", 3)).toBe("too_many_redirects");
  });
});

/** By the library, and what it takes for unicast though nobody may be there. */
function isPublicByLibrary(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text))
    return text !== "168.63.129.16" && ipaddr.IPv4.parse(text).range() === "unicast";
  const address = ipaddr.IPv6.parse(text);
  const [, , , , fifth = 0, sixth = 0] = address.parts;
  const isIsatap = (fifth === 0 || fifth === 0x0200) && sixth === 0x5efe;
  return address.match(ipaddr.IPv6.parseCIDR("2000::/3")) && address.range() === "unicast" && !isIsatap;
}

test("every address is as public as a well-kept library calls it", () => {
  // By two halves or more an address begins like one of the ranges, whose ends it then meets.
  const byte = fc.oneof(
    fc.nat(255),
    fc.constantFrom(0, 10, 100, 127, 168, 169, 172, 175, 192, 198, 203, 224),
  );
  const group = fc.oneof(
    fc.nat(0xffff),
    fc.constantFrom(0, 1, 0x1ff, 0x200, 0xdb8, 0x2001, 0x2002, 0x2620, 0x3fff),
  );
  const four = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join("."));
  const eight = fc
    .array(group, { minLength: 8, maxLength: 8 })
    .map((groups) => groups.map((each) => each.toString(16)).join(":"));
  fc.assert(
    fc.property(fc.oneof(four, eight), (text) => {
      expect(judgeAddresses([text]).ok, text).toBe(isPublicByLibrary(text));
    }),
    { numRuns: 5_000 },
  );
});
