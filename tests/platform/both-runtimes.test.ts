import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DemoFile } from "../../local/demo/demo-file.ts";
import { freePort } from "../../local/processes/free-port.ts";
import { SITE_FOLDER } from "../../local/runtime/site.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { filesBelow } from "../support/files-below.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { type Spoken, speak } from "../support/processes.ts";
import { speakRaw } from "../support/raw-http.ts";
import { SMOKE_REQUESTS, type SmokeRequest } from "../support/smoke-requests.ts";

/** The same for both: links and addresses in their answers are the same then. */
const BASE_URL = "http://localhost:9";
const SECRETS = {
  CRON_SECRET: "c".repeat(43),
  INGEST_KEY_ENCRYPTION_SECRET: "i".repeat(43),
  SERVER_SECRET: "s".repeat(43),
};
/** Told anew for each answer, or of the connection alone. */
const HEADERS_OF_THEIR_OWN = [
  "date",
  "x-request-id",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "content-encoding",
  "vary",
  // Cloudflare's word for a file of its own.
  "cf-cache-status",
  // The second to be asked answers from what the first has stored.
  "idempotent-replayed",
];
const RUNTIMES = ["node", "workerd"] as const;
type RuntimeName = (typeof RUNTIMES)[number];

let folder: string;
let database: TestDatabase;
let demo: DemoFile;
const ports = {} as Record<RuntimeName, number>;
const spoken: Spoken[] = [];

beforeAll(async () => {
  folder = await memoryFolder("hearthwatch-both-");
  database = await openTestDatabase();
  for (const name of RUNTIMES) ports[name] = await freePort();
  await startOn("node", { SEED_HISTORY: "0" });
  demo = JSON.parse(await readFile(path.join(folder, "node", "demo.json"), "utf8"));
  await startOn("workerd", { SEED_DEMO: "0", EDGE: "workerd" });
});
afterAll(async () => {
  for (const { child, exited } of spoken) {
    child.kill("SIGTERM");
    await exited;
  }
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

async function startOn(name: RuntimeName, env: Record<string, string>): Promise<void> {
  const own = { DATA_DIR: path.join(folder, name), PORT: String(ports[name]) };
  const program = speak(["local/start/start.ts"], {
    ...SECRETS,
    ...own,
    DATABASE_URL: database.connectionString,
    ...env,
    BASE_URL,
  });
  spoken.push(program);
  await program.says("Hearthwatch is ready");
}

type Told = { status: number; headers: Record<string, string>; body: string };

async function ask(name: RuntimeName, place: string, init: RequestInit = {}): Promise<Told> {
  const answer = await fetch(`http://127.0.0.1:${ports[name]}${place}`, { redirect: "manual", ...init });
  const headers = [...answer.headers].filter(([header]) => !HEADERS_OF_THEIR_OWN.includes(header));
  return { status: answer.status, headers: Object.fromEntries(headers), body: await answer.text() };
}

/** Asks one after the other, so that what the first one changes is there for the second. */
async function expectSame(place: string, init?: RequestInit): Promise<void> {
  const [one, other] = [await ask("node", place, init), await ask("workerd", place, init)];
  expect(withoutMoments(one), `${init?.method ?? "GET"} ${place}`).toEqual(withoutMoments(other));
}

/** Both answered at another moment, with ids of their own. */
function withoutMoments({ status, headers, body }: Told): Told {
  const plain = (text: string) =>
    text
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g, "TIME")
      .replaceAll(/\b(dev|key|sen)_[\w-]{10,}|hw_[a-z]{3}_\w+/g, "ID")
      .replaceAll(/nonce-[\w+/=]+|nonce="[^"]+"/g, "NONCE")
      .replaceAll(/"(age_seconds|uptime_seconds|latency_ms|hint|resets?_[a-z]+)":("[^"]*"|[\d.]+)/g, '"$1":0')
      .replaceAll(/"sensors_created":\d/g, '"sensors_created":0')
      .replaceAll(/\b\d{10,13}\b/g, "EPOCH");
  const told = Object.entries(headers)
    .filter(([name]) => !/^(etag|ratelimit.*|x-ratelimit.*|retry-after|last-modified)$/.test(name))
    .map(([name, value]) => [name, plain(value)]);
  return { status, headers: Object.fromEntries(told), body: plain(body) };
}

const initOf = ({ method = "GET", headers, body }: SmokeRequest): RequestInit => ({
  method,
  headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers?.(demo) },
  ...(body === undefined ? {} : { body }),
});

describe("plain Node and the edge's runtime give the same answer", () => {
  test.each(SMOKE_REQUESTS.map((request) => [request.name, request] as const))(
    "to %s",
    async (_, request) => {
      const [one, other] = [
        await ask("node", request.path(demo), initOf(request)),
        await ask("workerd", request.path(demo), initOf(request)),
      ];
      expect(one.status).toBe(request.status);
      expect(withoutMoments(one)).toEqual(withoutMoments(other));
    },
  );

  test("for each file that browsers load, and for the addresses beside it", async () => {
    const files = await filesBelow(SITE_FOLDER);
    expect(files.length).toBeGreaterThan(20);
    const kinds = new Set<string>();
    for (const file of files) {
      const kind = `${path.dirname(file)} ${path.extname(file)}`;
      // What lies in one folder and ends alike is served by one rule: its first file is asked for in every way.
      for (const place of kinds.has(kind) ? [`/${file}`] : placesOf(`/${file}`)) {
        await expectSame(place);
        if (!kinds.has(kind)) await expectSame(place, { method: "HEAD" });
      }
      kinds.add(kind);
    }
    expect(kinds.size).toBeGreaterThan(3);
  });

  test("to a post to such a file", async () => {
    const answers = [
      await ask("node", "/docs", { method: "POST" }),
      await ask("workerd", "/docs", { method: "POST" }),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [405, ""],
      [405, ""],
    ]);
    expect(answers[0]?.headers.allow).toBe("GET, HEAD");
  });

  test("to a browser that has the file already", async () => {
    for (const name of RUNTIMES) {
      const { etag = "" } = (await ask(name, "/favicon.svg")).headers;
      expect(etag).not.toBe("");
      const again = await ask(name, "/favicon.svg", { headers: { "If-None-Match": etag } });
      expect([again.status, again.body]).toEqual([304, ""]);
    }
  });

  test.each([
    ["a body over a megabyte", "x".repeat(1_200_000)],
    ["a body over the limit of posts", " ".repeat(65_537)],
    ["a body of the limit's length", `{"temp1":61}${" ".repeat(65_536 - 12)}`],
    ["an empty body", ""],
  ])("to a post with %s", async (_, body) => {
    await expectSame(`/api/ingest/${demo.push_device.ingest_key}`, { method: "POST", body });
  });

  test.each<[string, string, RequestInit]>([
    ["with a cookie", "", { headers: { Cookie: "a=b" } }],
    ["with a request id of its own", "", { headers: { "X-Request-Id": "one-of-my-own" } }],
    ["with a path of its own and a query", "/data/report?x=1", {}],
    ["that asks what was understood", "?explain=1", {}],
    ["with escapes and a slash at its end", "/%64ata/", {}],
    ["in a coding that is not taken", "", { headers: { "Content-Encoding": "gzip" } }],
    ["that is no JSON", "", { body: '{"temp1":oops}' }],
    ["that is no UTF-8", "", { body: new Uint8Array([255, 254]) }],
    ["with nothing that could be used", "", { body: JSON.stringify({ text: "x".repeat(2_000) }) }],
    ["by another method", "", { method: "PUT" }],
    ["under an unknown key", "x", {}],
  ])("to a post %s", async (_, behind, init) => {
    const place = `/api/ingest/${demo.push_device.ingest_key}${behind}`;
    await expectSame(place, { method: "POST", body: '{"temp1":61.5}', ...init });
  });

  test("to methods, paths and hosts that nobody serves", async () => {
    for (const method of ["OPTIONS", "PUT", "PATCH", "DELETE", "HEAD"])
      for (const place of ["/", "/api/status", "/api/v1/devices", "/nope"])
        await expectSame(place, { method });
    for (const place of [
      "//evil.example/api/status",
      "/api//status",
      "/docs/../api/status",
      "/%2e%2e/etc",
      "/a%00b",
    ])
      await expectSame(place);
  });

  test.each([
    ["HTTP/1.0", "GET /api/status HTTP/1.0\r\n\r\n"],
    ["a chunked body", chunked("/api/ingest/nope", "2\r\n{}\r\n0\r\n\r\n")],
    ["a broken chunk", chunked("/api/ingest/nope", "zz\r\n")],
    ["a header that is none", "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n"],
    ["headers that are too long", `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`],
    ["a body without its length", 'POST /api/ingest/nope HTTP/1.1\r\nHost: x\r\n\r\n{"temp1":1}'],
  ])("to %s on the wire", async (_, text) => {
    const firstLines = await Promise.all(
      RUNTIMES.map(async (name) => (await speakRaw(ports[name], text)).split("\r\n")[0]),
    );
    expect(firstLines[0]).toMatch(/^HTTP\/1\.1 \d{3}/);
    expect(firstLines[0]).toBe(firstLines[1]);
  });

  // Last, because it leaves a leak in the home.
  test("to evidence that the other has signed: it holds", async () => {
    const leak = { method: "POST", body: '{"flood9":true}' };
    expect((await ask("node", `/api/ingest/${demo.push_device.ingest_key}`, leak)).status).toBe(200);
    const headers = { Cookie: demo.session_cookie };
    const { alerts } = JSON.parse((await ask("node", "/api/account/alerts", { headers })).body);
    for (const name of RUNTIMES) {
      const issued = await ask(name, `/api/account/alerts/${alerts[0].id}/evidence`, { headers });
      expect([name, issued.status]).toEqual([name, 200]);
      for (const by of RUNTIMES) {
        const verdict = await ask(by, "/api/evidence/verify", { method: "POST", body: issued.body });
        expect([name, by, JSON.parse(verdict.body)]).toMatchObject([name, by, { holds: true }]);
      }
    }
  });
});

const placesOf = (file: string): string[] =>
  file.endsWith(".html")
    ? [file, file.slice(0, -5), `${file.slice(0, -5)}/`]
    : [file, `${file}/`, `${file}?v=1`];

function chunked(place: string, body: string): string {
  return `POST ${place} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;
}
