import { createServer, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "../../local/processes/free-port.ts";
import { type LoopbackServer, listenOnLoopback } from "../../local/processes/loopback-server.ts";
import { startFront } from "../../local/runtime/front.ts";
import { speakRaw as speakRawAt } from "../support/raw-http.ts";

type Arrived = { request: IncomingMessage; bytes: number };

let functions: LoopbackServer;
let arrived: Arrived[];
let lines: string[];
let url: string;
let port: number;
const closing: (() => Promise<void>)[] = [];

const front = async (keepsCallerHeader: boolean) => {
  const free = await freePort("127.0.0.1");
  const upstream = `http://127.0.0.1:${functions.port}`;
  const onLog = (line: string) => void lines.push(line);
  const { stop } = await startFront({ host: "127.0.0.1", port: free, upstream, keepsCallerHeader, onLog });
  closing.push(stop);
  return free;
};

beforeAll(async () => {
  functions = await listenOnLoopback(
    createServer(async (request, response) => {
      let bytes = 0;
      for await (const chunk of request) bytes += (chunk as Buffer).length;
      arrived.push({ request, bytes });
      response.writeHead(bytes > 65_536 ? 413 : 200, { "X-Two": ["a", "b"] }).end("answered");
    }),
  );
  port = await front(false);
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  for (const close of closing) await close();
  await functions.stop();
});
beforeEach(() => {
  [arrived, lines] = [[], []];
});

const speakRaw = (text: string, end = false) => speakRawAt(port, text, end);

describe("the caller's address", () => {
  test("is the socket's, whatever the request says", async () => {
    await fetch(url, { headers: { "CF-Connecting-IP": "203.0.113.7", "X-Forwarded-For": "203.0.113.7" } });
    expect(arrived[0]?.request.headersDistinct["cf-connecting-ip"]).toEqual(["127.0.0.1"]);
  });

  test("is the word of Cloudflare's tunnel where one stands before the machine", async () => {
    const behind = await front(true);
    await fetch(`http://127.0.0.1:${behind}`, { headers: { "CF-Connecting-IP": "203.0.113.7" } });
    expect(arrived[0]?.request.headersDistinct["cf-connecting-ip"]).toEqual(["203.0.113.7"]);
  });
});

describe("a request", () => {
  test("reaches the functions with its method, path, headers and body, and its answer comes back", async () => {
    const headers = { "X-Ingest-Key": "k", "Content-Type": "application/json" };
    const answer = await fetch(`${url}/api/x?a=1&b=%2F`, { method: "POST", headers, body: '{"temp":1}' });
    expect([answer.status, await answer.text(), answer.headers.get("X-Two")]).toEqual([
      200,
      "answered",
      "a, b",
    ]);
    const [{ request, bytes } = { request: undefined, bytes: 0 }] = arrived;
    expect(request).toMatchObject({ method: "POST", url: "/api/x?a=1&b=%2F" });
    expect(request?.headers).toMatchObject({ "x-ingest-key": "k", host: `127.0.0.1:${port}` });
    expect(bytes).toBe(10);
  });

  test("in chunks arrives whole, with its length", async () => {
    const request = "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
    expect(await speakRaw(`${request}3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`)).toContain("200 OK");
    expect(arrived[0]?.request.headers).toMatchObject({ "content-length": "5" });
  });

  test("with Connection: close is answered, and closed at once", async () => {
    const before = performance.now();
    expect(await speakRaw("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toMatch(/answered/);
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  test("of HTTP/1.0 is answered, and closed", async () => {
    expect(await speakRaw("GET / HTTP/1.0\r\n\r\n")).toMatch(/200 OK[\s\S]*answered/);
  });
});

describe("a body", () => {
  test.each([100_000, 1_048_576])("of %i bytes is read to its end, and then refused", async (bytes) => {
    const answer = await fetch(url, { method: "POST", body: "x".repeat(bytes) });
    expect(answer.status).toBe(413);
    expect(arrived[0]?.bytes).toBe(bytes);
  });

  test("of more than a megabyte is refused without the functions, and its sender sees the answer", async () => {
    const answer = await fetch(url, { method: "POST", body: "x".repeat(3_000_000) });
    expect([answer.status, await answer.json()]).toEqual([413, { error: "Payload too large: 1 MB at most" }]);
    expect(arrived).toEqual([]);
  });

  test("that breaks off reaches no function, and is a warning", async () => {
    await speakRaw("POST /api/ingest/secret HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nhalf", true);
    await expect.poll(() => lines).toHaveLength(1);
    const line = {
      time: expect.stringMatching(/Z$/),
      level: "warn",
      event: "body_broken_off",
      method: "POST",
    };
    expect(JSON.parse(lines[0] ?? "")).toEqual(line);
    expect(arrived).toEqual([]);
  });

  test("with a broken chunk size is a 400", async () => {
    const request = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n";
    expect(await speakRaw(request)).toMatch(/^HTTP\/1.1 400 [\s\S]*not well-formed HTTP/);
    expect(arrived).toEqual([]);
    expect(lines.every((line) => line.includes('"warn"'))).toBe(true);
  });
});

test("functions that are gone are a 502 that says so", async () => {
  const gone = await freePort("127.0.0.1");
  const own = await freePort("127.0.0.1");
  const { stop } = await startFront({
    host: "127.0.0.1",
    port: own,
    upstream: `http://127.0.0.1:${gone}`,
    keepsCallerHeader: false,
    onLog: (line) => void lines.push(line),
  });
  const answer = await fetch(`http://127.0.0.1:${own}/`);
  expect(answer.status).toBe(502);
  expect(lines.join()).toContain("front_failed");
  await stop();
});
