import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import { inBackground } from "../../functions/_http/app.ts";
import { serve } from "../../functions/_platform/serve.ts";

const REQUEST_CONTEXT = Symbol.for("@vercel/request-context");
const place = globalThis as { [REQUEST_CONTEXT]?: unknown };

afterEach(() => {
  delete place[REQUEST_CONTEXT];
});

/** A function that works on after its answer. */
const { fetch } = serve("share", () => {
  const app = new Hono();
  app.get("/", (c) => {
    inBackground(c, () => undefined, "late", Promise.resolve());
    return c.text("answered");
  });
  return app;
});

test("work after the answer is handed to the request context of Vercel", async () => {
  const handed: Promise<unknown>[] = [];
  place[REQUEST_CONTEXT] = { get: () => ({ waitUntil: (work: Promise<unknown>) => handed.push(work) }) };
  const answer = await fetch(new Request("https://home.example/"));
  expect(await answer.text()).toBe("answered");
  expect(handed).toHaveLength(1);
  await expect(handed[0]).resolves.toBeUndefined();
});

test("an execution context that the platform hands over comes first", async () => {
  const toVercel: unknown[] = [];
  const toWorkers: unknown[] = [];
  place[REQUEST_CONTEXT] = { get: () => ({ waitUntil: (work: Promise<unknown>) => toVercel.push(work) }) };
  const context = {
    waitUntil: (work: Promise<unknown>) => toWorkers.push(work),
    passThroughOnException: () => undefined,
    props: {},
  };
  await fetch(new Request("https://home.example/"), {}, context);
  expect([toVercel.length, toWorkers.length]).toEqual([0, 1]);
});

test("without a request the context of Vercel is not there, and the answer is given all the same", async () => {
  place[REQUEST_CONTEXT] = { get: () => undefined };
  expect((await fetch(new Request("https://home.example/"))).status).toBe(200);
});
