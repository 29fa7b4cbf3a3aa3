import { describe, expect, test } from "vitest";
import { foldedWake, reportSilence } from "../../functions/_platform/cron-calls.ts";
import { testClock } from "../support/services.ts";

const START = "2026-11-20T10:00:00Z";

/** A wake-up that runs until the test releases it. `calls` counts those that began. */
function slowWake() {
  const open: PromiseWithResolvers<void>[] = [];
  const clock = testClock(START);
  const wake = foldedWake(() => {
    const call = Promise.withResolvers<void>();
    open.push(call);
    return call.promise;
  }, clock);
  return {
    wake,
    clock,
    calls: () => open.length,
    letGo: (at: number) => open[at]?.resolve(),
    fail: (at: number) => open[at]?.reject(new Error("gone")),
  };
}

describe("wake-ups of one instance", () => {
  test("are one at a time: a hundred that come meanwhile become one more", async () => {
    const { wake, calls, letGo } = slowWake();
    const first = wake();
    for (let asked = 0; asked < 100; asked += 1) await wake();
    expect(calls()).toBe(1);
    letGo(0);
    await expect.poll(calls).toBe(2);
    letGo(1);
    await first;
    expect(calls()).toBe(2);
  });

  test("call again for who asks during the second call too", async () => {
    const { wake, calls, letGo } = slowWake();
    const first = wake();
    await wake();
    letGo(0);
    await expect.poll(calls).toBe(2);
    await wake();
    letGo(1);
    await expect.poll(calls).toBe(3);
    letGo(2);
    await first;
  });

  test("of news that comes a second later don't wait for one that is still sending, or was cut off", async () => {
    const { wake, calls, clock, letGo } = slowWake();
    const sending = wake();
    clock.advance(1_000);
    const next = wake();
    expect(calls()).toBe(2);
    letGo(1);
    await next;
    letGo(0);
    await sending;
  });

  test("go on after one that failed, and say that it did", async () => {
    const { wake, calls, fail, letGo } = slowWake();
    const first = wake();
    fail(0);
    await expect(first).rejects.toThrow("gone");
    const second = wake();
    expect(calls()).toBe(2);
    letGo(1);
    await second;
  });
});

describe("a silent clock", () => {
  const call = (answer: () => Response) =>
    reportSilence({
      BASE_URL: "https://hearth.example.net",
      CRON_SECRET: "s".repeat(32),
      CRON: { fetch: async () => answer() },
    })();

  test("is reported only if the cron function says so", async () => {
    await call(() => new Response("{}"));
    for (const status of [401, 404, 500, 503])
      await expect(call(() => new Response(null, { status }))).rejects.toThrow(`${status}`);
  });
});
