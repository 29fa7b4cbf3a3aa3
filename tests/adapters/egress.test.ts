import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import { guardedCall, guardedFetch } from "../../lib/guarded-fetch/guarded-fetch.vendor.ts";
import { type PinnedFetch, pinnedFetch } from "../../lib/guarded-fetch/read-answer.vendor.ts";
import type { ResolveHost } from "../../lib/kernel/ports.ts";
import { listenOnLoopback } from "../../local/processes/loopback-server.ts";

const PUBLIC = "81.2.69.142";
const RULES = { allowedHosts: [], ownHosts: [] };

let asked: (string | undefined)[];

const server = await listenOnLoopback(
  createServer((request, response) => {
    asked.push(request.headers.host);
    response.writeHead(200, { "Content-Type": "application/json" }).end('{"temp1":40}');
  }),
);
afterAll(() => server.stop());
beforeEach(() => {
  asked = [];
});

/** Answers each lookup of a name with the next of its answers, and then always with the last. */
const changing = (...answers: string[][]): ResolveHost & { times: () => number } => {
  let times = 0;
  const resolve = async () => answers[Math.min(times++, answers.length - 1)] ?? [];
  return Object.assign(resolve, { times: () => times });
};

/** An internet whose public addresses all lead to our server: the tests check which address a connection uses. */
const watched = (): { fetch: PinnedFetch; pinned: (readonly string[] | null)[] } => {
  const pinned: (readonly string[] | null)[] = [];
  return {
    pinned,
    fetch: (url, init, addresses) => {
      pinned.push(addresses);
      const at = new URL(url);
      at.port = String(server.port);
      at.protocol = "http:";
      return pinnedFetch(at.href, init, ["127.0.0.1"]);
    },
  };
};

test("a connection goes to the judged address, and the name is not asked for again", async () => {
  const url = `http://no-such-name.invalid:${server.port}/feed`;
  const answer = await pinnedFetch(url, {}, ["127.0.0.1"]);
  expect(await answer.json()).toEqual({ temp1: 40 });
  expect(asked).toEqual([`no-such-name.invalid:${server.port}`]);
});

test("a judged address that does not answer is no reason to try another", async () => {
  await expect(pinnedFetch(`http://localhost:${server.port}/`, {}, ["127.0.0.2", "::1"])).rejects.toThrow();
  await expect(pinnedFetch(`http://localhost:${server.port}/`, {}, [])).rejects.toThrow();
});

test("a resolver that answers differently the second time leads a feed nowhere else", async () => {
  const resolveHost = changing([PUBLIC], ["127.0.0.1"]);
  const { fetch, pinned } = watched();
  const poll = guardedFetch({ rules: RULES, resolveHost, fetch });
  expect(await poll({ url: "https://feeds.example.com/", etag: null })).toMatchObject({ kind: "ok" });
  expect(pinned).toEqual([[PUBLIC]]);
  expect(resolveHost.times()).toBe(1);
  expect(await poll({ url: "https://feeds.example.com/", etag: null })).toEqual({
    kind: "failed",
    reason: "refused",
  });
});

test("a webhook that goes out is under the same guard, and its redirects are not followed", async () => {
  const { fetch, pinned } = watched();
  const call = guardedCall({ rules: RULES, resolveHost: changing([PUBLIC], ["10.0.0.1"]), fetch });
  const request = { method: "POST", body: "{}" };
  expect(await call("https://hooks.example.com/a", request)).toMatchObject({ kind: "answered", status: 200 });
  expect(await call("https://hooks.example.com/a", request)).toEqual({
    kind: "refused",
    reason: "private_address",
  });
  expect(await call("http://127.0.0.1/", request)).toEqual({ kind: "refused", reason: "address_literal" });
  expect(pinned).toEqual([[PUBLIC]]);
  const failing = guardedCall({
    rules: RULES,
    resolveHost: changing([PUBLIC]),
    fetch: () => Promise.reject(new Error("reset")),
  });
  expect(await failing("https://hooks.example.com/a", request)).toMatchObject({ kind: "failed" });
});

test("an answer to a call counts by its status, whether its body stalls, trickles or breaks off", async () => {
  const trickle = async (to: ReadableStreamDefaultController) => {
    await sleep(20);
    to.enqueue(new Uint8Array(1));
  };
  const bodies: UnderlyingDefaultSource[] = [
    {},
    { pull: trickle },
    { start: (to) => to.error(new Error("reset")) },
  ];
  for (const body of bodies) {
    const fetch = async () => new Response(new ReadableStream(body));
    const options = { rules: RULES, resolveHost: changing([PUBLIC]), fetch };
    const call = guardedCall({ ...options, timeoutMs: 100, bodyBytesMax: 4_096 });
    expect(await call("https://hooks.example.com/a", {})).toMatchObject({ kind: "answered", status: 200 });
  }
});
