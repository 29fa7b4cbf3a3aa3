import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Background } from "../../local/machine/functions.ts";
import { startHttpServer } from "../../local/machine/http-server.ts";
import { ownNames } from "../../local/machine/own-names.ts";
import { freePort } from "../../local/processes/free-port.ts";
import { readLines } from "../support/json-lines.ts";
import { speakRaw } from "../support/raw-http.ts";

/** Tests the front of one machine with raw requests, which no browser sends. */

const LIMITS = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50, silentMs: 400 };
const HOST = "Host: hearth.example.net\r\n";
const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`;
/** The paths for devices' posts; the last two are InfluxDB's. */
const OF_DEVICES = ["/api/ingest/", "/api/v2/write", "/write"];
/** More than any socket's buffers hold. */
const LONG_BYTES = 64 * 1024 * 1024;

let port: number;
let patientPort: number;
let asked: string[];
let isCancelled: Promise<void>;
const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
let stops: (() => Promise<void>)[];

beforeAll(async () => {
  port = await freePort("127.0.0.1");
  patientPort = await freePort("127.0.0.1");
  let canceled = (): void => undefined;
  isCancelled = new Promise((resolve) => {
    canceled = resolve;
  });
  const options: Parameters<typeof startHttpServer>[0] = {
    host: "127.0.0.1",
    port,
    answer: async (request) => {
      const { pathname } = new URL(request.url);
      asked.push(`${request.method} ${pathname}`);
      if (pathname.startsWith("/late")) await isReleased;
      if (pathname === "/long") return new Response(endless(canceled));
      if (OF_DEVICES.some((place) => pathname.startsWith(place))) return new Response(null, { status: 204 });
      return new Response(`${(await request.arrayBuffer()).byteLength} bytes`);
    },
    site: async () => null,
    background: new Background(),
    onLog: () => undefined,
    httpCookies: false,
    answersFor: ownNames("https://hearth.example.net", ["nas"]),
    limits: LIMITS,
  };
  const servers = [
    await startHttpServer(options),
    await startHttpServer({ ...options, port: patientPort, limits: {} }),
  ];
  stops = servers.map(({ stop }) => stop);
});
afterAll(() => Promise.all(stops.map((stop) => stop())));
beforeEach(() => {
  asked = [];
});

/** Returns a response that is generated while it is read. */
function endless(canceled: () => void): ReadableStream<Uint8Array> {
  let bytes = 0;
  return new ReadableStream({
    pull: (controller) => {
      const chunk = new Uint8Array(65_536);
      bytes += chunk.length;
      if (bytes > LONG_BYTES) controller.close();
      else controller.enqueue(chunk);
    },
    cancel: canceled,
  });
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
const codeOf = (answer: string): string | undefined => /^x-error-code: (\w+)/im.exec(answer)?.[1];

describe("the front of one machine", () => {
  test.each([
    [
      "a length beside chunks",
      `POST /a HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["two lengths that differ", `POST /a HTTP/1.1\r\n${HOST}Content-Length: 0\r\nContent-Length: 40\r\n\r\n`],
    ["a length with a sign", `POST /a HTTP/1.1\r\n${HOST}Content-Length: +0\r\n\r\n`],
    ["a coding that is not chunked", `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n`],
    ["a blank before the colon", `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
    ["a folded line", `POST /a HTTP/1.1\r\n${HOST}X-Folded: a\r\n b\r\nContent-Length: 0\r\n\r\n`],
    ["a chunk's length that is none", `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ["a lone line feed in a header", `POST /a HTTP/1.1\r\n${HOST}X-A: b\nContent-Length: 40\r\n\r\n`],
  ])("refuses %s, and reads no second request out of it", async (_, head) => {
    const answer = await speakRaw(port, head + SMUGGLED);
    expect([statusOf(answer), codeOf(answer)]).toEqual([400, "not_http"]);
    expect(asked).not.toContain("GET /smuggled");
  });

  test("refuses what it is expected to do and does not in one sentence", async () => {
    const answer = await speakRaw(
      port,
      `POST /a HTTP/1.1\r\n${HOST}Expect: foo\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
    expect([statusOf(answer), codeOf(answer)]).toEqual([417, "expectation_failed"]);
    expect(answer).toContain('{"error":"');
  });

  test.each([
    ["64 KB in one header", `X-Long: ${"a".repeat(65_536)}\r\n`],
    ["5,000 headers", Array.from({ length: 5_000 }, (__, index) => `X-${index}: a\r\n`).join("")],
  ])("refuses %s before a function sees it", async (_, headers) => {
    const answer = await speakRaw(port, `GET /a HTTP/1.1\r\n${HOST}${headers}\r\n`);
    expect([statusOf(answer), codeOf(answer)]).toEqual([431, "headers_too_long"]);
    expect(answer).toContain("too long");
    expect(asked).toEqual([]);
  });

  test.each(readLines<[string, string, string, number]>(new URL("asked-names.jsonl", import.meta.url)))(
    "asked by %s answers %s %s with %i",
    async (_, host, at, status) => {
      const answer = await speakRaw(port, `GET ${at} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(statusOf(answer)).toBe(status);
      if (status === 421)
        expect([answer.includes("ALLOWED_HOSTS"), codeOf(answer), asked]).toEqual([true, "unknown_host", []]);
    },
  );

  test("asked by any name with a key of its own is answered", async () => {
    const head =
      "GET /api/v1/metrics HTTP/1.1\r\nHost: hearthwatch\r\nAuthorization: Bearer x\r\nConnection: close\r\n\r\n";
    expect(statusOf(await speakRaw(port, head))).toBe(200);
  });

  test("answers a sender that leaves the host out", async () => {
    const answer = await speakRaw(port, "GET /a HTTP/1.1\r\nConnection: close\r\n\r\n");
    expect([statusOf(answer), asked]).toEqual([200, ["GET /a"]]);
  });

  test("answers a request in a proxy's form by the host in its address", async () => {
    const ask = (host: string) =>
      speakRaw(port, `GET http://${host}/a?b=1 HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
    expect([statusOf(await ask("hearth.example.net")), asked]).toEqual([200, ["GET /a"]]);
    expect(statusOf(await ask("evil.example"))).toBe(421);
  });

  test.each(["x/smuggled?", "x?", "x#", "a@b", "x\\smuggled?", "a\r\nHost: b"])(
    "reads no path out of the host %s",
    async (host) => {
      const answer = await speakRaw(port, `GET /a HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect([statusOf(answer), asked]).toEqual([400, []]);
    },
  );

  test("refuses TRACE, which would repeat the request's cookies", async () => {
    const answer = await speakRaw(
      port,
      `TRACE /a HTTP/1.1\r\n${HOST}Cookie: a=secret\r\nConnection: close\r\n\r\n`,
    );
    expect([answer.includes("secret"), asked]).toEqual([false, ["UNKNOWN /a"]]);
  });

  test("hangs up on headers that never end", async () => {
    expect([0, 408]).toContain(statusOf(await speakRaw(port, `GET /a HTTP/1.1\r\n${HOST}X-Slow: a`)));
    expect(asked).toEqual([]);
  });

  test("hangs up on a body that never comes", async () => {
    const head = `POST /a HTTP/1.1\r\n${HOST}Content-Length: 40\r\n\r\nabc`;
    expect([0, 400, 408]).toContain(statusOf(await speakRaw(port, head)));
  });

  test("hangs up on whoever reads nothing of a long answer, and ends the work for it", async () => {
    const socket = connect(port, "127.0.0.1", () => socket.write(`GET /long HTTP/1.1\r\n${HOST}\r\n`));
    socket.pause();
    const closed = new Promise((resolve) => socket.once("error", resolve).once("close", resolve));
    await isCancelled;
    socket.resume();
    await closed;
    expect(asked).toEqual(["GET /long"]);
  });

  test("answers everybody else meanwhile", async () => {
    const slow = Array.from({ length: 50 }, () => speakRaw(port, `GET /a HTTP/1.1\r\n${HOST}X-Slow: a`));
    const answer = await fetch(`http://127.0.0.1:${port}/b`, { method: "POST", body: "four" });
    expect([answer.status, await answer.text()]).toEqual([200, "4 bytes"]);
    await Promise.all(slow);
  });
});

describe("the front of one machine answers a device", () => {
  /** Opens several connections that send this much and then wait. */
  const opened = (count: number, said: string, reads: boolean) =>
    Promise.all(
      Array.from(
        { length: count },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect(patientPort, "127.0.0.1", () => {
              socket.write(said);
              resolve(socket);
            });
            socket.on("error", () => undefined);
            if (reads) socket.resume();
            else socket.pause();
          }),
      ),
    );

  test.each<[string, number, string, boolean?]>([
    ["1,100 connections say nothing", 1_100, ""],
    ["1,100 end no headers", 1_100, `POST /api/ingest/x HTTP/1.1\r\n${HOST}X-Slow: a`],
    ["300 send no body", 300, `POST /api/ingest/x HTTP/1.1\r\n${HOST}Content-Length: 40\r\n\r\nabc`],
    [
      "300 send no more chunks",
      300,
      `POST /api/ingest/x HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n4\r\nab`,
    ],
    [
      "300 send none of a long body",
      300,
      `POST /api/v1/devices HTTP/1.1\r\n${HOST}Content-Length: 200000\r\n\r\nabc`,
    ],
    [
      "300 send no more chunks to a page",
      300,
      `POST /sign-in HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n4\r\nab`,
    ],
    ["300 read nothing of a long answer", 300, `GET /long HTTP/1.1\r\n${HOST}\r\n`, false],
  ])("while %s", async (_, count, said, reads = true) => {
    const slow = await opened(count, said, reads);
    const body = '{"temp1":44}';
    const head = `POST /api/ingest/y HTTP/1.1\r\n${HOST}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
    const page = `GET /home HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
    const answers: string[] = [];
    for (const said of [head + body, head + body, page]) answers.push(await speakRaw(patientPort, said));
    for (const socket of slow) socket.destroy();
    // Whoever doesn't read an answer keeps pages waiting, and no device.
    expect(answers.map(statusOf)).toEqual([204, 204, reads ? 200 : 503]);
  });

  test("and makes eight exports at once", async () => {
    const slow = await opened(8, `GET /late/readings.csv HTTP/1.1\r\n${HOST}\r\n`, true);
    const ninth = await fetch(`http://127.0.0.1:${patientPort}/b/readings.csv`);
    const { headers } = ninth;
    expect([ninth.status, headers.get("retry-after"), headers.get("x-error-code")]).toEqual([
      503,
      "1",
      "busy",
    ]);
    for (const socket of slow) socket.destroy();
  });

  test("at each of its addresses while 300 pages are still being made", async () => {
    const slow = await opened(300, `GET /late HTTP/1.1\r\n${HOST}\r\n`, true);
    const statuses: number[] = [];
    for (const place of [
      ...OF_DEVICES.map((each) => each.replace(/\/$/, "/y")),
      "/api/v2/write?org=o&bucket=b",
    ])
      statuses.push(
        (await fetch(`http://127.0.0.1:${patientPort}${place}`, { method: "POST", body: "{}" })).status,
      );
    const page = await fetch(`http://127.0.0.1:${patientPort}/home`);
    release();
    for (const socket of slow) socket.destroy();
    expect([statuses, page.status]).toEqual([[204, 204, 204, 204], 503]);
  });

  test("in chunks, and refuses one that is too long", async () => {
    const head = `POST /api/ingest/y HTTP/1.1\r\n${HOST}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const whole = await speakRaw(patientPort, `${head}${chunk('{"temp1":44}')}${chunk("")}`);
    const long = await speakRaw(patientPort, `${head}${chunk("a".repeat(70_000))}${chunk("")}`);
    expect([statusOf(whole), statusOf(long), codeOf(long)]).toEqual([204, 413, "body_too_large"]);
  });
});
