import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { guardedFetch } from "../../lib/guarded-fetch/guarded-fetch.vendor.ts";
import type { FeedAnswer, FeedRequest, ResolveHost } from "../../lib/kernel/ports.ts";
import { listenOnLoopback } from "../../local/processes/loopback-server.ts";

const JSON_TYPE = { "content-type": "application/json" };
const BODY = '{"temp1":40}';
const MANY_BYTES = 10 * 1024 * 1024;
/** Limits for the one timeout that a test waits for; the other has all the time that a busy machine needs. */
const BRIEF = { totalMs: 600, silentMs: 60_000 };
const SILENT = { totalMs: 60_000, silentMs: 400 };

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let handler: Handler;
let requests: IncomingMessage[];
/** Settles when the connection of the last request has been closed. */
let closed: Promise<void>;

const server = await listenOnLoopback(
  createServer((request, response) => {
    requests.push(request);
    closed = new Promise((resolve) => void response.once("close", () => resolve()));
    handler(request, response);
  }),
);
afterAll(() => server.stop());
beforeEach(() => {
  requests = [];
});

const local = (path = "/feed") => `http://127.0.0.1:${server.port}${path}`;
const text = (answer: FeedAnswer) =>
  answer.kind === "ok" ? new TextDecoder().decode(answer.bytes) : JSON.stringify(answer);
/** For answers that would be too long to print. */
const word = (answer: FeedAnswer) => (answer.kind === "failed" ? answer.reason : answer.kind);
const failed = (reason: string) => ({ kind: "failed", reason });

type PollOptions = {
  etag?: string;
  request?: FeedRequest;
  resolveHost?: ResolveHost;
  fetch?: typeof globalThis.fetch;
  timing?: typeof BRIEF;
};

function poll(
  url: string,
  { etag, request, resolveHost = async () => ["81.2.69.142"], fetch, timing }: PollOptions = {},
) {
  const rules = { allowedHosts: [`127.0.0.1:${server.port}`], ownHosts: ["hearth.example.net"] };
  const given = timing ?? { totalMs: 60_000, silentMs: 30_000 };
  const options = { rules, resolveHost, ...given, ...(fetch === undefined ? {} : { fetch }) };
  return guardedFetch(options)({
    url,
    etag: etag ?? null,
    ...(request === undefined ? {} : { request }),
  });
}

/** An internet of named hosts, for what a loopback server can't be. */
function internet(hosts: Record<string, () => Response | Promise<Response>>) {
  const fetched: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    fetched.push(String(input));
    return (hosts[new URL(String(input)).hostname] ?? Response.error)();
  };
  return { fetch, fetched };
}

const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } });

describe("a good answer", () => {
  test("comes with its bytes and tag, asked for without anything that tells who asks", async () => {
    handler = (_request, response) =>
      response.writeHead(200, { ...JSON_TYPE, etag: '"v1"', "set-cookie": "id=1" }).end(BODY);
    await poll(local());
    const answer = await poll(local());
    expect(text(answer)).toBe(BODY);
    expect(answer).toMatchObject({ kind: "ok", etag: '"v1"' });
    expect(requests[1]).toMatchObject({ method: "GET", url: "/feed" });
    expect(requests[1]?.headers).toMatchObject({ "user-agent": "Hearthwatch-Feeds/1.0" });
    for (const name of ["cookie", "authorization", "referer", "if-none-match"])
      expect(requests[1]?.headers).not.toHaveProperty(name);
  });

  test("is not sent again while its tag holds", async () => {
    handler = (request, response) =>
      response.writeHead(request.headers["if-none-match"] === 'W/"v1"' ? 304 : 200, JSON_TYPE).end();
    expect(await poll(local(), { etag: 'W/"v1"' })).toEqual({ kind: "unchanged" });
  });
});

describe("a bad answer", () => {
  test.each([
    [404, "status_4xx"],
    [401, "status_4xx"],
    [500, "status_5xx"],
    [503, "status_5xx"],
    [526, "tls"],
    [300, "redirect"],
    [304, "redirect"],
    [302, "redirect"],
  ])("of status %i (without a location, unasked) is %s", async (status, reason) => {
    handler = (_request, response) => response.writeHead(status, JSON_TYPE).end();
    expect(await poll(local())).toEqual(failed(reason));
  });

  test.each(["text/html", "image/png", "application/octet-stream", "application/jsonp"])(
    "of the type %s is not_json, and its body is not read",
    async (type) => {
      handler = (_request, response) => response.writeHead(200, { "content-type": type }).end(BODY);
      expect(await poll(local())).toEqual(failed("not_json"));
    },
  );

  test("of 10 MB is too_large and given up long before its end", async () => {
    let sent = 0;
    handler = (_request, response) => {
      response.writeHead(200, JSON_TYPE);
      const more = () => {
        while (sent < MANY_BYTES && !response.destroyed) {
          sent += 16_384;
          if (!response.write(" ".repeat(16_384))) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    };
    expect(word(await poll(local()))).toBe("too_large");
    await closed;
    expect(sent).toBeLessThan(MANY_BYTES);
  });

  test("of a small gzip that inflates to 10 MB is too_large", async () => {
    const bomb = gzipSync(Buffer.alloc(MANY_BYTES, " "));
    expect(bomb.length).toBeLessThan(20_000);
    handler = (_request, response) =>
      response
        .writeHead(200, { ...JSON_TYPE, "content-encoding": "gzip", "content-length": bomb.length })
        .end(bomb);
    expect(word(await poll(local()))).toBe("too_large");
  });

  test("from a server that does not speak TLS is tls", async () => {
    expect(await poll(local().replace("http:", "https:"))).toEqual(failed("tls"));
  });

  test.each([
    [
      "Node",
      new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "CERT_HAS_EXPIRED" }) }),
    ],
    ["Workers", new Error("TLS peer's certificate is not trusted; reason = self-signed certificate")],
  ])("over a certificate that nobody vouches for is tls in the words of %s", async (_runtime, error) => {
    const { fetch } = internet({ "a.example.com": () => Promise.reject(error) });
    expect(await poll("https://a.example.com/", { fetch })).toEqual(failed("tls"));
  });

  test("from nobody is unreachable", async () => {
    const free = await listenOnLoopback(createServer());
    await free.stop();
    const rules = { allowedHosts: [`127.0.0.1:${free.port}`], ownHosts: [] };
    const fetchFeed = guardedFetch({ rules, resolveHost: async () => [] });
    expect(await fetchFeed({ url: `http://127.0.0.1:${free.port}/`, etag: null })).toEqual(
      failed("unreachable"),
    );
  });
});

test("feeds of one host that are polled together ask for its name once, and it is judged for each", async () => {
  const { fetch, fetched } = internet({
    "a.example.com": async () => new Response(BODY, { headers: JSON_TYPE }),
  });
  const asked: string[] = [];
  const rules = { allowedHosts: [], ownHosts: [] };
  const resolveHost: ResolveHost = async (host) => {
    asked.push(host);
    return host === "a.example.com" ? ["81.2.69.142"] : ["10.0.0.1"];
  };
  const fetchFeed = guardedFetch({ rules, resolveHost, fetch });
  const names = new Map();
  const urls = [
    "https://a.example.com/1",
    "https://a.example.com/2",
    "https://b.example.com/",
    "https://b.example.com/2",
  ];
  const answers = await Promise.all(urls.map((url) => fetchFeed({ url, etag: null }, names)));
  expect(answers.map(word)).toEqual(["ok", "ok", "refused", "refused"]);
  expect(asked).toEqual(["a.example.com", "b.example.com"]);
  expect(fetched).toHaveLength(2);
});

test("a feed that never answers is given up when its headers are late", async () => {
  handler = () => {};
  expect(await poll(local(), { timing: SILENT })).toEqual(failed("timeout"));
  await closed;
});

describe("where a feed may lead", () => {
  const good = () => new Response(BODY, { headers: JSON_TYPE });

  test("a feed's own header goes with every request to its origin, and to no other", async () => {
    const sent: [string, string | null][] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { hostname, pathname } = new URL(String(input));
      sent.push([hostname + pathname, new Headers(init?.headers).get("X-API-Key")]);
      if (pathname === "/") return redirect("/moved");
      return hostname === "a.example.com" ? redirect("https://b.example.com/moved") : good();
    };
    const request = { headerName: "X-API-Key", headerValue: "hush", postBody: null };
    expect(await poll("https://a.example.com/", { fetch, request })).toEqual(failed("redirect"));
    expect(sent).toEqual([
      ["a.example.com/", "hush"],
      ["a.example.com/moved", "hush"],
    ]);
  });

  test("what a feed posts is posted once, and follows no redirect", async () => {
    const sent: unknown[] = [];
    const fetch: typeof globalThis.fetch = async (_, init) => {
      sent.push([init?.method, init?.body]);
      return redirect("/moved", 307);
    };
    const request = { headerName: null, headerValue: null, postBody: "{}" };
    expect(await poll("https://a.example.com/", { fetch, request })).toEqual(failed("redirect"));
    expect(sent).toEqual([["POST", "{}"]]);
  });

  test.each([
    "http://127.0.0.1:1/",
    "https://hearth.example.net/api/cron/dispatch",
    "https://b.example.com/",
  ])("a redirect to %s is refused and not fetched", async (location) => {
    const { fetch, fetched } = internet({ "a.example.com": () => redirect(location) });
    const resolveHost: ResolveHost = async (host) =>
      host === "b.example.com" ? ["81.2.69.142", "10.0.0.1"] : ["81.2.69.142"];
    expect(await poll("https://a.example.com/", { fetch, resolveHost })).toEqual(failed("refused"));
    expect(fetched).toEqual(["https://a.example.com/"]);
  });

  test.each(["http://10.0.0.1/", "not a url"])("%s is not even asked for its address", async (url) => {
    const { fetch, fetched } = internet({});
    const resolveHost: ResolveHost = async () => {
      throw new Error("asked");
    };
    expect(await poll(url, { fetch, resolveHost })).toEqual(failed("refused"));
    expect(fetched).toEqual([]);
  });

  test("a name without an address is unreachable, one with a private address refused", async () => {
    const { fetch, fetched } = internet({ "a.example.com": good });
    const url = "https://a.example.com/";
    expect(await poll(url, { fetch, resolveHost: async () => [] })).toEqual(failed("unreachable"));
    expect(await poll(url, { fetch, resolveHost: async () => ["192.168.0.7"] })).toEqual(failed("refused"));
    expect(fetched).toEqual([]);
  });
});
