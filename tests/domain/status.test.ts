import { describe, expect, test } from "vitest";
import { atomFeed } from "../../lib/domain/status/atom-feed.ts";
import type { StatusIncident } from "../../lib/domain/status/incident.ts";
import { judgeStatus, type StatusFacts } from "../../lib/domain/status/judge-status.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const FINE: StatusFacts = { lastTick: ago(5), incidents: [], traffic: [] };
const anIncident = (more: Partial<StatusIncident>): StatusIncident => ({
  id: "sti_1",
  subject: null,
  title: "Sending messages fails",
  impact: "degraded",
  components: [],
  openedAt: ago(30),
  closedAt: null,
  news: [],
  ...more,
});
const levels = (facts: Partial<StatusFacts>) => {
  const { status, components } = judgeStatus({ ...FINE, ...facts }, NOW);
  const bad = components.filter((component) => component.status !== "ok");
  return { status, ...Object.fromEntries(bad.map(({ name, status: level }) => [name, level])) };
};

describe("the service's status", () => {
  test("is ok while the clock ticks and messages go out, and before the clock has ever run", () => {
    expect(levels({})).toEqual({ status: "ok" });
    expect(levels({ lastTick: null })).toEqual({ status: "ok" });
    expect(levels({ traffic: [{ channel: "email", sent: 900, waiting: 40 }] })).toEqual({ status: "ok" });
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
    expect(levels({ incidents: [{ ...incident, closedAt: ago(1) }] })).toEqual({ status: "ok" });
  });

  test.each([
    [0, 5, "down"],
    [2, 5, "degraded"],
    [5, 5, undefined],
    [0, 4, undefined],
  ])("with %i messages sent and %i that wait is %s for that channel alone", (sent, waiting, level) => {
    expect(levels({ traffic: [{ channel: "sms", sent, waiting }] })).toEqual(
      level === undefined ? { status: "ok" } : { status: level, sms: level },
    );
  });

  test("names its incidents with what was said of them, and as a feed whose entries change with each update", () => {
    const news = [{ kind: "updated" as const, text: "A <cause> is known", at: ago(20) }];
    const open = anIncident({ title: "Mail is late", openedAt: ago(40), news });
    const over = anIncident({
      id: "sti_2",
      subject: "job/maintenance",
      openedAt: ago(90),
      closedAt: ago(60),
    });
    const status = judgeStatus({ ...FINE, incidents: [open, over] }, NOW);
    expect(status.incidents).toMatchObject([
      { title: "Mail is late", automatic: false, closed_at: null, updates: [{ text: "A <cause> is known" }] },
      { automatic: true, closed_at: ago(60).toISOString() },
    ]);
    const feed = atomFeed(status, "https://h.example");
    expect(feed.match(/<entry>/g)).toHaveLength(2);
    expect(feed).toContain(`<updated>${ago(20).toISOString()}</updated>`);
    expect(feed).toContain("Over: Sending messages fails");
    expect(feed).toContain("A &lt;cause&gt; is known");
    expect(atomFeed(judgeStatus(FINE, NOW), "https://h.example")).toContain("<updated>2026-11-20T00:00:00Z");
  });
});
