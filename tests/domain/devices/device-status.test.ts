import fc from "fast-check";
import { expect, test } from "vitest";
import { graceMs } from "../../../lib/alerts/kinds/outage.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { settingsFor } from "../../../lib/devices/alert-settings.ts";
import { deviceStatus, expectedIntervalMs, learnedIntervalMs } from "../../../lib/devices/device-status.ts";
import { readLines } from "../../support/json-lines.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const MINUTE_MS = 60_000;
const silentFor = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);

test.each(readLines<[number | null, number, string]>(new URL("silences.jsonl", import.meta.url)))(
  "a device that speaks every %j minutes, or at times unknown, and is silent for %d is %s",
  (interval, minutes, status) => {
    const usualIntervalMs = interval === null ? null : interval * MINUTE_MS;
    const seen = { enabled: true, lastSeenAt: silentFor(minutes), usualIntervalMs };
    expect(deviceStatus(seen, NOW)).toBe(status);
  },
);

test("one that never spoke is new, one that is switched off is disabled, and a clock ahead is no silence", () => {
  expect(deviceStatus({ enabled: true, lastSeenAt: null }, NOW)).toBe("new");
  expect(deviceStatus({ enabled: false, lastSeenAt: null }, NOW)).toBe("disabled");
  expect(deviceStatus({ enabled: false, lastSeenAt: NOW }, NOW)).toBe("disabled");
  expect(deviceStatus({ enabled: true, lastSeenAt: silentFor(-5) }, NOW)).toBe("ok");
});

const gaps = fc.array(fc.constantFrom(5, 30, 60, 300, 600, 900, 901, 3_600, 86_400), { maxLength: 20 });

test("notifies nobody of an outage before the device is offline, whatever its habits", () => {
  const lastSeenAt = NOW.getTime();
  fc.assert(
    fc.property(gaps, fc.constantFrom("push" as const, "pull" as const), (seconds, type) => {
      const heard = { type, lastSeenAt, gaps: seconds };
      const told = graceMs(heard, settingsFor("outage"), NO_QUIET, lastSeenAt);
      const usualIntervalMs = expectedIntervalMs(type, learnedIntervalMs(heard));
      const seen = { enabled: true, lastSeenAt: NOW, usualIntervalMs };
      expect(deviceStatus(seen, new Date(lastSeenAt + told + 1))).toBe("offline");
    }),
  );
});
