import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openMeteo, readForecast } from "../../lib/alerts/open-meteo.vendor.ts";
import { DAY_MS, HOUR_MS } from "../../lib/kernel/time.ts";
import { listenOnLoopback } from "../../local/processes/loopback-server.ts";
import { startSandbox } from "../../local/sandbox/sandbox.ts";
import { tellSandbox } from "../support/sandbox.ts";
import { type Reported, testClock } from "../support/services.ts";

const BOSTON = { latitude: 42.3601, longitude: -71.0589 };
const BERLIN = { latitude: 52.52, longitude: 13.405 };

let reports: Reported[];

const sandbox = await startSandbox();
afterAll(() => sandbox?.stop());
beforeEach(async () => {
  reports = [];
  for (const path of ["/faults", "/forecast"]) await tellSandbox(sandbox.url, "DELETE", path);
});

function open(changes: { clock?: () => Date; timeoutMs?: number; baseUrl?: string } = {}) {
  const report = (event: Reported) => void reports.push(event);
  return openMeteo({ clock: () => new Date(), report, baseUrl: `${sandbox.url}/open-meteo`, ...changes });
}
/** The forecast of a service that answers so, and how often it was asked. */
async function served(answerWith: (answer: ServerResponse) => void, clock = testClock()) {
  let asked = 0;
  const { port, stop } = await listenOnLoopback(
    createServer((_, answer) => {
      asked += 1;
      answerWith(answer);
    }),
  );
  onTestFinished(stop);
  const forecast = open({ baseUrl: `http://127.0.0.1:${port}`, clock, timeoutMs: 300 });
  return { forecast, asked: () => asked };
}
const fault = (kind: string, times = 1) =>
  tellSandbox(sandbox.url, "POST", "/faults", { provider: "open_meteo", kind, times });

describe("the forecast of a place", () => {
  test("is five days by the hour, from two days ago on, of a winter that differs from place to place", async () => {
    const forecast = open();
    const hours = (await forecast(BOSTON)) ?? [];
    expect(hours).toHaveLength(5 * 24);
    expect(hours[0]?.at.getTime()).toBe((Math.floor(Date.now() / DAY_MS) - 2) * DAY_MS);
    expect(hours[119]?.at.getTime()).toBe((hours[0]?.at.getTime() ?? 0) + 119 * HOUR_MS);
    for (const { temperatureC } of hours) expect(Math.abs(temperatureC - 6)).toBeLessThan(15);
    expect(await forecast(BERLIN)).not.toEqual(hours);
    expect(reports).toEqual([]);
  });

  test.each<[string, (answer: ServerResponse) => void]>([
    ["never answers", () => undefined],
    ["begins an answer and never ends it", (answer) => void answer.write("{")],
    ["sends more than a forecast can be", (answer) => void answer.end(" ".repeat(1_000_000))],
  ])("is asked for no other place within a minute of a service that %s", async (_, misbehave) => {
    const clock = testClock();
    const { forecast } = await served(misbehave, clock);
    expect([await forecast(BOSTON), await forecast(BERLIN), reports.length]).toEqual([null, null, 1]);
    clock.advance(60_000);
    expect([await forecast(BERLIN), reports.length]).toEqual([null, 2]);
  });

  test("is asked for once an hour and 0.1°", async () => {
    const clock = testClock("2026-01-10T12:20:00Z");
    const forecast = open({ clock });
    await tellSandbox(sandbox.url, "PUT", "/forecast", { temperature_c: 5 });
    const first = await forecast(BOSTON);
    await tellSandbox(sandbox.url, "PUT", "/forecast", { temperature_c: -5 });
    clock.advance(39 * 60_000);
    expect(await forecast({ latitude: 42.4, longitude: -71.1 })).toEqual(first);
    clock.advance(60_000);
    expect((await forecast(BOSTON))?.[0]?.temperatureC).toBe(-5);
  });
});

test("each of many places is asked for once, however often a tick goes through them", async () => {
  const hourly = { time: [1_800_000_000], temperature_2m: [1] };
  const body = JSON.stringify({ hourly_units: { temperature_2m: "°C" }, hourly });
  const { forecast, asked } = await served((answer) => void answer.end(body));
  const places = Array.from({ length: 700 }, (_, index) => ({ latitude: index / 10, longitude: 0 }));
  for (const place of [...places, ...places, ...places]) await forecast(place);
  expect(asked()).toBe(places.length);
});

describe("a forecast that cannot be had", () => {
  test.each(["429", "500", "html", "timeout_before"])(
    "(%s) is null and reported without the place",
    async (kind) => {
      const clock = testClock();
      const forecast = open({ clock, timeoutMs: 300 });
      await fault(kind);
      expect(await forecast(BOSTON)).toBeNull();
      // Not requested again at once: another home of this place would wait as long.
      expect(await forecast(BOSTON)).toBeNull();
      expect(reports).toEqual([{ level: "warn", event: "forecast_failed", reason: expect.any(String) }]);
      expect(JSON.stringify(reports)).not.toContain("42.4");
      clock.advance(60_000);
      expect(await forecast(BOSTON)).toHaveLength(120);
    },
  );

  const good = {
    hourly_units: { temperature_2m: "°C" },
    hourly: { time: [3600, 7200], temperature_2m: [1, 2] },
  };
  const hourly = (time: unknown, temperature_2m: unknown) => ({ ...good, hourly: { time, temperature_2m } });
  const BAD: [string, unknown][] = [
    ["no object", "x"],
    ["an error", { error: true, reason: "No" }],
    ["°F", { ...good, hourly_units: { temperature_2m: "°F" } }],
    ["lists of different lengths", hourly([3600], [1, 2])],
    ["text for a temperature", hourly([3600, 7200], [1, "2"])],
    ["a temperature beyond the earth's", hourly([3600, 7200], [1, 451])],
    ["text for a time", hourly(["2026-01-01T00:00", "2026-01-01T01:00"], [1, 2])],
    ["times out of order", hourly([7200, 3600], [1, 2])],
    ["nothing", hourly([], [])],
    ["nothing known", hourly([3600, 7200], [null, null])],
  ];
  test.each(BAD)("is what an answer with %s is", (_, body) => {
    expect(() => readForecast(body)).toThrow(/^the forecast/);
  });
});
