import { describe, expect, test } from "vitest";
import { needsSeries, nextCheckAt } from "../../../lib/alerts/due-evaluation.ts";
import { NO_EPISODE } from "../../../lib/alerts/episode.ts";
import type { TickFacts } from "../../../lib/alerts/facts.ts";
import type { Finding } from "../../../lib/alerts/finding.ts";
import { judgeHousehold } from "../../../lib/alerts/judge-household.ts";
import type { Series } from "../../../lib/alerts/sensor-truth.ts";
import { finished } from "../../support/finished.ts";
import { home } from "./home-story.ts";
import { HOUR, MINUTE, notified, T0 } from "./posts.ts";

/** Ticks of a quarter of an hour over what `at` makes of the home; answers what was told of faults. */
function watch(facts: TickFacts, hours: number, at: (facts: TickFacts, now: number) => Map<string, Series>) {
  const findings: Finding[] = [];
  let dueAt = 0;
  for (let now = T0; now <= T0 + hours * HOUR; now += 15 * MINUTE) {
    for (const { device } of facts.devices) device.lastSeenAt = now;
    const all = at(facts, now);
    if (dueAt > now) continue;
    const wanted = needsSeries(facts, now).map(({ id }) => [id, all.get(id) ?? []] as const);
    const around = { series: new Map(wanted), ownGaps: [], forecast: null };
    dueAt = nextCheckAt(facts, around, now);
    for (const { kind, subject, state, findings: found } of finished(judgeHousehold(facts, around, now))) {
      facts.states = facts.states.filter((row) => row.kind !== kind || row.subject !== subject);
      facts.states.push({ kind, subject, version: 1, state });
      findings.push(...found.filter((finding) => finding.kind === "sensor_fault"));
      dueAt = 0;
    }
  }
  return findings;
}

const set = (facts: TickFacts, id: string, change: object): void => {
  for (const { sensors } of facts.devices)
    for (const sensor of sensors) if (sensor.id === id) Object.assign(sensor, change);
};

const NOTHING = new Map<string, Series>();

describe("an unplugged probe", () => {
  const unplugged = (hours: number, id: string, mendedAt = Number.POSITIVE_INFINITY) => {
    const facts = home(2);
    return watch(facts, hours, (_, now) => {
      for (const other of ["t0", "t1"]) set(facts, other, { value: 60, at: now });
      set(facts, id, { faultyAt: now < T0 + mendedAt ? T0 : null });
      return NOTHING;
    });
  };

  test("its neighbour is held against the limits of the one that nobody sees", () => {
    const facts = home(2);
    const limits = { freeze: { warning: { value: 50, unit: "°F" }, critical: null } };
    set(facts, "t0", { settings: limits, faultyAt: T0 });
    const found = watch(facts, 6, (_, now) => {
      for (const other of ["t0", "t1"]) set(facts, other, { value: now < T0 + 3 * HOUR ? 60 : 48, at: now });
      return NOTHING;
    });
    expect(
      found.map(({ transition, at, evidence }) => [
        transition,
        (at - T0) / HOUR,
        evidence?.more?.stand_in_severity,
      ]),
    ).toEqual([
      ["opened", 0.25, null],
      ["worsened", 3, "warning"],
    ]);
  });

  test("that guards frost is critical after a quarter of an hour, and its neighbour stands in", () => {
    const [opened] = unplugged(1, "t0");
    expect(opened).toMatchObject({ severity: "critical", at: T0 + 15 * MINUTE, suppressedBy: null });
    expect(opened?.evidence?.more).toMatchObject({
      ...{ fault: "unplugged", guards: "freeze", stand_in: "t1", stand_in_value: 60, stand_in_unit: "°F" },
    });
  });

  test("that guards water is critical too, and one that only measures damp is a warning", () => {
    expect(unplugged(1, "w0")[0]).toMatchObject({ severity: "critical" });
    expect(unplugged(1, "w0")[0]?.evidence?.more).toMatchObject({ guards: "water" });
    expect(unplugged(1, "h0")[0]).toMatchObject({ severity: "warning" });
  });

  test("for one post is no fault, and is mended once it has measured for an hour", () => {
    expect(unplugged(3, "t0", 10 * MINUTE)).toEqual([]);
    expect(notified(unplugged(4, "t0", 2 * HOUR))).toEqual(["opened critical", "closed critical"]);
  });

  test("is told daily for three days, then the reports have it", () => {
    const findings = unplugged(24 * 6, "t0");
    expect(findings.map(({ at: when }) => (when - T0) / HOUR)).toEqual([0.25, 24.25, 48.25, 72.25]);
    expect(findings.at(-1)).toMatchObject({ cadence: "digest" });
  });

  test("leaves an open frost alert open", () => {
    const facts = home(1);
    const open = { ...NO_EPISODE, open: true, episode: 1, severity: "warning", openedAt: T0 };
    facts.states = [{ kind: "freeze", subject: "t0", version: 1, state: open }];
    watch(facts, 12, (_, now) => {
      set(facts, "t0", { value: 70, at: now, faultyAt: T0 });
      return NOTHING;
    });
    expect(facts.states.find(({ kind }) => kind === "freeze")?.state).toMatchObject({ open: true });
  });
});

test("notifies within a day of a thermometer that stands still while other rooms move, and not of a steady one", () => {
  const facts = home(3);
  const wave = (at: number) => 66 + 4 * Math.sin((2 * Math.PI * at) / (24 * HOUR));
  const series = (now: number, value: (at: number) => number): Series =>
    Array.from({ length: 120 }, (_, index) => {
      const at = now - (119 - index) * 15 * MINUTE;
      return { at, value: value(at) };
    });
  const findings = watch(facts, 24, (_, now) => {
    for (const id of ["t0", "t1", "t2"]) set(facts, id, { value: 66, at: now });
    const courses = {
      t0: () => 66,
      t1: wave,
      t2: (at: number) => wave(at) + ((at / (15 * MINUTE)) % 3) / 10,
    };
    return new Map(Object.entries(courses).map(([id, course]) => [id, series(now, course)]));
  });
  expect(notified(findings)).toEqual(["opened warning"]);
  expect(findings[0]).toMatchObject({ subject: "t0" });
  expect(findings[0]?.evidence?.more).toMatchObject({ fault: "stuck" });
});
