import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
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

  test("without a host is answered", async () => {
    expect(await speakRaw("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")).toMatch(/200 OK[\s\S]*answered/);
  });

  test("of HTTP/1.0 is answered, and closed", async () => {
    expect(await speakRaw("GET / HTTP/1.0\r\n\r\n")).toMatch(/200 OK[\s\S]*answered/);
  });
});

describe("a body", () => {
  test.each([
    ["/", 100_000],
    ["/api/v1/pull-setup", 262_144],
    ["/api/ingest/key", 65_536],
  ])("to %s of %i bytes arrives whole", async (pathname, bytes) => {
    await fetch(url + pathname, { method: "POST", body: "x".repeat(bytes) });
    expect(arrived[0]?.bytes).toBe(bytes);
  });

  test.each([
    ["/api/ingest/key", 65_537, "64 KB"],
    ["/api/ingest?key=1", 65_537, "64 KB"],
    ["/api/webhooks/inbound/token", 65_537, "64 KB"],
    ["/api/v1/pull-setup", 262_145, "256 KB"],
    ["/", 3_000_000, "256 KB"],
  ])("to %s that declares %i bytes is refused before any of them comes", async (pathname, bytes, limit) => {
    const before = performance.now();
    const heard = await speakRaw(`POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`);
    expect(performance.now() - before).toBeLessThan(1_000);
    expect(heard).toMatch(/^HTTP\/1.1 413 [\s\S]*X-Request-Id: \w{20}[\s\S]*Connection: close/);
    expect(heard).toContain(JSON.stringify({ error: `Payload too large: ${limit} at most` }));
    expect(arrived).toEqual([]);
  });

  test.each(["3 MB that are declared", "3 MB in chunks"])(
    "of %s is refused without the functions, and its sender sees the answer",
    async (how) => {
      const bytes = new TextEncoder().encode("x".repeat(3_000_000));
      const body = how.endsWith("declared") ? bytes : new Blob([bytes]).stream();
      const answer = await fetch(url, { method: "POST", body, duplex: "half" } as RequestInit);
      expect([answer.status, await answer.json()]).toEqual([
        413,
        { error: "Payload too large: 256 KB at most" },
      ]);
      expect(arrived).toEqual([]);
    },
  );

  test("that breaks off reaches no function, and is a warning", async () => {
    await speakRaw("POST /api/ingest/secret HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nhalf", true);
    await expect.poll(() => lines).toHaveLength(1);
    const line = {
      time: expect.stringMatching(/Z$/),
      level: "warn",
      event: "body_broken_off",
      route: "POST /api/ingest",
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

/** The front before something that takes connections and breaks them. */
async function withBroken(onSocket: (socket: Socket) => void, run: (url: string) => Promise<void>) {
  const broken = createTcpServer(onSocket);
  await new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve));
  const { port: upstream } = broken.address() as AddressInfo;
  const free = await freePort("127.0.0.1");
  const place = { host: "127.0.0.1", port: free, upstream: `http://127.0.0.1:${upstream}` };
  const { stop } = await startFront({
    ...place,
    keepsCallerHeader: false,
    onLog: (line) => void lines.push(line),
  });
  try {
    await run(`http://127.0.0.1:${free}`);
  } finally {
    await stop();
    await new Promise((resolve) => broken.close(resolve));
  }
}

describe("a connection to the functions", () => {
  test("is never used for a second request", async () => {
    const sockets = new Set<Socket>();
    const onSocket = (socket: Socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
    };
    await withBroken(onSocket, async (broken) => {
      for (let round = 0; round < 3; round++) await (await fetch(broken)).text();
    });
    expect(sockets.size).toBe(3);
  });

  test.each(["", "HTTP/1.1 200 OK\r\nContent-"])(
    "that breaks after %j is a 502 which says when to try again, and nothing is sent twice",
    async (begun) => {
      let arrivals = 0;
      const onSocket = (socket: Socket) =>
        socket
          .on("error", () => undefined)
          .once("data", () => {
            arrivals += 1;
            socket.end(begun);
          });
      await withBroken(onSocket, async (broken) => {
        const answer = await fetch(`${broken}/api/ingest/secret`, { method: "POST", body: "{}" });
        expect([answer.status, answer.headers.get("Retry-After")]).toEqual([502, "5"]);
      });
      expect(arrivals).toBe(1);
      expect(JSON.parse(lines[0] ?? "")).toMatchObject({ event: "front_failed", route: "POST /api/ingest" });
      expect(lines.join()).not.toContain("secret");
    },
  );

  test("that cannot be made is a 502", async () => {
    const gone = await freePort("127.0.0.1");
    const own = await freePort("127.0.0.1");
    const place = { host: "127.0.0.1", port: own, upstream: `http://127.0.0.1:${gone}` };
    const onLog = (line: string) => void lines.push(line);
    const { stop } = await startFront({ ...place, keepsCallerHeader: false, onLog });
    expect((await fetch(`http://127.0.0.1:${own}/`)).status).toBe(502);
    expect(lines.join()).toContain("front_failed");
    await stop();
  });
});
