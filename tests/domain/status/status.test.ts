import { describe, expect, test } from "vitest";
import { atomFeed } from "../../../lib/status/atom-feed.ts";
import { judgeStatus, type StatusFacts } from "../../../lib/status/judge-status.ts";
import type { StatusIncidentItem } from "../../../schema/wire/status.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const iso = (minutes: number) => ago(minutes).toISOString();
const FINE: StatusFacts = { lastTick: ago(5), faults: [], incidents: [], traffic: [] };
const ALL = { email: true, sms: true, push: true };
const anIncident = (more: Partial<StatusIncidentItem>): StatusIncidentItem => ({
  id: "sti_1",
  title: "Sending messages fails",
  impact: "degraded",
  components: [],
  opened_at: iso(30),
  closed_at: null,
  updates: [],
  ...more,
});
const levels = (facts: Partial<StatusFacts>, configured = ALL) => {
  const { status, components } = judgeStatus({ ...FINE, ...facts }, configured, NOW);
  const bad = components.filter((component) => component.status !== "ok");
  return { status, ...Object.fromEntries(bad.map(({ name, status: level }) => [name, level])) };
};

describe("the service's status", () => {
  test("is degraded while a fault that operators were notified of lasts", () => {
    expect(levels({ faults: ["job/maintenance"] })).toEqual({ status: "ok" });
    expect(levels({ faults: ["job/collect-history"] })).toEqual({
      status: "degraded",
      polling: "degraded",
      alerts: "degraded",
    });
    expect(levels({ faults: ["disk"] })).toMatchObject({ database: "degraded", ingest: "degraded" });
  });

  test("is down for polls and alerts once the clock is silent for more than 35 minutes", () => {
    expect(levels({ lastTick: ago(35) })).toEqual({ status: "ok" });
    expect(levels({ lastTick: ago(36) })).toEqual({ status: "down", polling: "down", alerts: "down" });
  });

  test("is degraded by an incident for as long as it lasts", () => {
    const incident = anIncident({ components: ["email", "sms"] });
    const delivery = { email: "degraded", sms: "degraded" };
    expect(levels({ incidents: [incident] })).toEqual({ status: "degraded", ...delivery });
    expect(levels({ incidents: [incident, { ...incident, impact: "down", components: ["sms"] }] })).toEqual({
      status: "down",
      email: "degraded",
      sms: "down",
    });
    expect(levels({ incidents: [{ ...incident, closed_at: iso(1) }] })).toEqual({ status: "ok" });
  });

  test.each([
    [0, 5, "down"],
    [2, 5, "degraded"],
    [5, 5, undefined],
    [0, 4, "degraded"],
    [1, 4, undefined],
  ])("with %i messages sent and %i that wait is %s for that channel alone", (sent, waiting, level) => {
    expect(levels({ traffic: [{ channel: "sms", sent, waiting }] })).toEqual(
      level === undefined ? { status: "ok" } : { status: level, sms: level },
    );
  });

  test("names its incidents with what was said of them, and as a feed", async () => {
    const said = (text: string, minutes: number) => ({ kind: "updated" as const, text, at: iso(minutes) });
    const updates = [
      said("Nothing is known yet", 25),
      said("It goes on", 22),
      said("A <cause> is known", 20),
    ];
    const open = anIncident({ title: "Mail is late", opened_at: iso(40), updates });
    const over = anIncident({
      id: "sti_2",
      opened_at: iso(90),
      closed_at: iso(60),
      updates: [said("Somebody looks", 85)],
    });
    const status = judgeStatus({ ...FINE, incidents: [open, over] }, ALL, NOW);
    expect(status.incidents).toMatchObject([
      {
        title: "Mail is late",
        closed_at: null,
        updates: [{ text: "Nothing is known yet" }, {}, { text: "A <cause> is known" }],
      },
      { closed_at: ago(60).toISOString() },
    ]);
    const feed = atomFeed(status, "https://h.example/?a&b");
    await expect(feed).toMatchFileSnapshot("golden-feed.xml.txt");
  });

  test("is a feed that changes with its newest incident, and is of today where there is none", () => {
    const updated = (...incidents: StatusIncidentItem[]) =>
      /<updated>(.*)<\/updated>/.exec(
        atomFeed(judgeStatus({ ...FINE, incidents }, ALL, NOW), "https://h.example"),
      )?.[1];
    expect(updated()).toBe("2026-11-20T00:00:00Z");
    const opened = (...minutes: number[]) =>
      updated(...minutes.map((each) => anIncident({ opened_at: iso(each) })));
    expect(opened(30, 20, 10)).toBe(ago(10).toISOString());
    expect(opened(10, 20, 30)).toBe(ago(10).toISOString());
  });
});
