import { describe, expect, test } from "vitest";
import { needsSeries } from "../../../lib/alerts/due-evaluation.ts";
import type { TickFacts } from "../../../lib/alerts/facts.ts";
import type { Finding } from "../../../lib/alerts/finding.ts";
import { judgeHousehold } from "../../../lib/alerts/judge-household.ts";
import { judgePost } from "../../../lib/alerts/judge-sensors.ts";
import { earliestFreeze } from "../../../lib/alerts/kinds/incident.ts";
import { finished } from "../../support/finished.ts";
import { home } from "./home-story.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";

const OUTDOOR = Array.from({ length: 121 }, (_, hour) => ({ at: T0 + (hour - 48) * HOUR, celsius: -10 }));

/**
 * A home of some devices, each posting 68 °F every ten minutes until its power goes; judged at every tick.
 */
function play(
  devices: number,
  { silentFrom, until }: { silentFrom: (device: number) => number; until: number },
) {
  const facts: TickFacts = { ...home(devices), place: { latitude: 45, longitude: -93 } };
  const findings: Finding[] = [];
  for (let now = T0; now <= until; now += 15 * MINUTE) {
    for (const [index, { device, sensors }] of facts.devices.entries()) {
      const silence = silentFrom(index);
      const heardAt = now < silence ? now - (index % 3) * MINUTE : device.lastSeenAt;
      device.gaps = Array.from({ length: 20 }, () => 600);
      device.lastSeenAt = heardAt;
      for (const sensor of sensors)
        if (sensor.kind === "temperature" && heardAt !== null)
          Object.assign(sensor, { value: 68, at: heardAt });
    }
    const series = new Map(needsSeries(facts, now).map(({ id }) => [id, []]));
    const forecast = { fetchedAt: now, hours: OUTDOOR };
    for (const { kind, subject, state, findings: found } of finished(
      judgeHousehold(facts, { series, ownGaps: [], forecast }, now),
    )) {
      facts.states = facts.states.filter((row) => row.kind !== kind || row.subject !== subject);
      facts.states.push({ kind, subject, version: 1, state });
      findings.push(...found);
    }
  }
  return {
    facts,
    findings,
    sent: findings.filter(({ suppressedBy, kind }) => suppressedBy === null && kind !== "forecast"),
  };
}

describe("a home whose power goes", () => {
  const OUT = T0 + 3 * HOUR;

  test("is told of once, with the hour at which a room may freeze", () => {
    const { sent, findings } = play(5, { silentFrom: () => OUT, until: OUT + HOUR });
    expect(sent.map(({ kind, transition }) => [kind, transition])).toEqual([["incident", "opened"]]);
    const [notified] = sent;
    expect((notified?.at ?? 0) - OUT).toBeLessThanOrEqual(75 * MINUTE);
    expect(notified?.evidence?.more).toMatchObject({ cause: "power_or_internet", devices: 5 });
    const notBefore = Number(notified?.evidence?.more?.not_before);
    expect(notBefore).toBeGreaterThan(OUT + 3 * HOUR);
    expect(notBefore).toBeLessThan(OUT + 24 * HOUR);
    const outages = findings.filter(({ kind, transition }) => kind === "outage" && transition === "opened");
    expect(outages.map(({ suppressedBy }) => suppressedBy)).toEqual([
      "incident",
      "incident",
      "incident",
      "incident",
      "incident",
    ]);
  });

  test("is told again once as the freezing comes near, and else left alone", () => {
    const { sent } = play(3, { silentFrom: () => OUT, until: OUT + 20 * HOUR });
    expect(sent.map(({ transition, severity }) => `${transition} ${severity}`)).toEqual([
      "opened warning",
      "worsened critical",
    ]);
  });

  test("is none where one device still speaks", () => {
    const { sent } = play(3, {
      silentFrom: (device) => (device === 0 ? OUT + 99 * HOUR : OUT),
      until: OUT + 2 * HOUR,
    });
    expect(sent.map(({ kind }) => kind)).toEqual(["outage", "outage"]);
  });

  test("is none where one falls silent long after the other", () => {
    const { sent } = play(2, { silentFrom: (device) => OUT + device * 3 * HOUR, until: OUT + 6 * HOUR });
    expect(sent.map(({ kind }) => kind)).toEqual(["outage", "outage"]);
  });

  test("is no reason to be silent about water", () => {
    const { facts } = play(2, { silentFrom: () => OUT, until: OUT + 2 * HOUR });
    const { device, sensors = [] } = facts.devices[0] ?? {};
    const now = OUT + 2 * HOUR;
    const wet = sensors
      .filter(({ kind }) => kind === "flood")
      .map((sensor) => ({ ...sensor, value: 1, at: now }));
    if (device === undefined) throw new Error("no device");
    const [change] = judgePost({ ...facts, device, sensors: wet }, now);
    expect(change?.findings[0]).toMatchObject({ kind: "leak", suppressedBy: null });
  });
});

describe("a sensor of the mains that says there is no power", () => {
  const off = (fahrenheit: number, minutes: number, back = Number.POSITIVE_INFINITY) => {
    const facts: TickFacts = { ...home(1), place: { latitude: 45, longitude: -93 } };
    const [{ device, sensors } = { device: null, sensors: [] }] = facts.devices;
    const [thermometer, , contact] = sensors;
    if (device === null || thermometer === undefined || contact === undefined) throw new Error("no device");
    const findings: Finding[] = [];
    for (let now = T0; now <= T0 + minutes * MINUTE; now += 15 * MINUTE) {
      const power = now >= T0 + back * MINUTE ? 1 : 0;
      Object.assign(device, { lastSeenAt: now, gaps: Array.from({ length: 20 }, () => 900) });
      Object.assign(thermometer, { value: fahrenheit, at: now });
      Object.assign(contact, { kind: "power", value: power, at: now });
      const around = { series: new Map(), ownGaps: [], forecast: { fetchedAt: now, hours: OUTDOOR } };
      for (const { kind, subject, state, findings: found } of finished(judgeHousehold(facts, around, now))) {
        facts.states = facts.states.filter((row) => row.kind !== kind || row.subject !== subject);
        facts.states.push({ kind, subject, version: 1, state });
        findings.push(...found);
      }
    }
    return findings.filter(({ kind }) => kind === "incident");
  };

  test("is one incident with the hour at which a room may freeze, until it says otherwise", () => {
    const [opened, closed, ...others] = off(46, 120, 90);
    expect(opened).toMatchObject({ transition: "opened", evidence: { more: { cause: "power_out" } } });
    expect(opened?.evidence?.more?.not_before).toBeGreaterThan(T0);
    expect(closed).toMatchObject({ transition: "closed", at: T0 + 90 * MINUTE });
    expect(others).toEqual([]);
  });

  test("is a plug that is switched off while the home is warm", () => {
    expect(off(68, 120)).toEqual([]);
  });
});

describe("the earliest freezing", () => {
  const room = (celsius: number) => ({ at: T0, celsius });

  test("is that of the coldest room", () => {
    const alone = earliestFreeze([room(18)], OUTDOOR) ?? 0;
    expect(earliestFreeze([room(18), room(6)], OUTDOOR)).toBeLessThan(alone);
  });

  test("is none where it does not freeze outside", () => {
    const mild = OUTDOOR.map(({ at }) => ({ at, celsius: 5 }));
    expect(earliestFreeze([room(18)], mild)).toBeNull();
  });
});
