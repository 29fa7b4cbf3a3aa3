import { afterEach, expect, test, vi } from "vitest";
import { logReport } from "../../lib/kernel/runtime.vendor.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("a log line is one JSON object with its time in UTC, written at its level", () => {
  const written = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const report = logReport(() => new Date("2026-01-10T12:00:00.250Z"));
  report({ level: "warn", event: "security", ip: "203.0.113.9\nforged" });
  expect(written.mock.calls).toEqual([
    ['{"time":"2026-01-10T12:00:00.250Z","level":"warn","event":"security","ip":"203.0.113.9\\nforged"}'],
  ]);
});
