import { describe, expect, test } from "vitest";
import type { TimedJob } from "../../../lib/jobs/jobs.ts";
import { type AutomaticFacts, judgeAutomaticIncidents } from "../../../lib/status/automatic-incidents.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
/** The job's last ticks, newest first: `+` went well, `-` failed; a quarter of an hour apart. */
const ticks = (job: TimedJob, marks: string) =>
  [...marks].map((mark, index) => ({ job, isOk: mark === "+", endedAt: ago(index * 15) }));
const judge = (facts: Partial<AutomaticFacts>) =>
  judgeAutomaticIncidents({ lastTriedAt: ago(1), ticks: [], incidents: [], ...facts }, NOW).map((change) =>
    change.kind === "open" ? `open ${change.plan.subject}` : `${change.kind} ${change.id}`,
  );
const incident = (subject: string, openedAt: Date, closedAt: Date | null = null) => ({
  id: "sti_1",
  subject,
  openedAt,
  closedAt,
});

describe("an incident of a job", () => {
  test.each([
    ["---", ["open job/dispatch"]],
    ["--+", []],
    ["+--", []],
    ["--", []],
    ["", []],
  ])("after the ticks %s: %j", (marks, changes) => {
    expect(judge({ ticks: ticks("dispatch", marks) })).toEqual(changes);
  });

  test.each([
    ["++-", ["close sti_1"]],
    ["+--", []],
    ["-++", []],
    ["---", []],
  ])("that lasts, after the ticks %s: %j", (marks, changes) => {
    const incidents = [incident("job/dispatch", ago(60))];
    expect(judge({ ticks: ticks("dispatch", marks), incidents })).toEqual(changes);
  });

  test("closes by what went well after it began alone, and opens again by what failed after its end alone", () => {
    const lasting = [incident("job/dispatch", ago(15))];
    expect(judge({ ticks: ticks("dispatch", "+++"), incidents: lasting })).toEqual([]);
    const over = [incident("job/dispatch", ago(90), ago(15))];
    expect(judge({ ticks: ticks("dispatch", "---"), incidents: over })).toEqual([]);
    const longOver = [incident("job/dispatch", ago(90), ago(60))];
    expect(judge({ ticks: ticks("dispatch", "---"), incidents: longOver })).toEqual(["open job/dispatch"]);
  });

  test.each<[TimedJob, object]>([
    [
      "collect-history",
      {
        title: "Polling feeds and judging silence fails",
        impact: "degraded",
        components: ["polling", "alerts"],
      },
    ],
    ["maintenance", { title: "Housekeeping and reports fail", impact: "degraded", components: [] }],
    ["weekly-digest", { title: "The weekly digest fails", impact: "degraded", components: [] }],
    [
      "dispatch",
      { title: "Sending messages fails", impact: "degraded", components: ["email", "sms", "push"] },
    ],
    ["monthly-report", { title: "A part of the service fails", impact: "degraded", components: [] }],
    ["quarterly-report", { title: "A part of the service fails", impact: "degraded", components: [] }],
  ])("says what fails with %s", (job, notice) => {
    const facts = { lastTriedAt: ago(1), ticks: ticks(job, "---"), incidents: [] };
    expect(judgeAutomaticIncidents(facts, NOW)).toEqual([
      { kind: "open", plan: { subject: `job/${job}`, ...notice } },
    ]);
  });

  test("is no other job's", () => {
    const mixed = [...ticks("dispatch", "--+"), ...ticks("maintenance", "---")];
    expect(judge({ ticks: mixed })).toEqual(["open job/maintenance"]);
  });
});

describe("an incident of the clock", () => {
  test("opens once nothing was tried for more than 35 minutes, and never of a clock that never ran", () => {
    expect(judge({ lastTriedAt: ago(35) })).toEqual([]);
    expect(judge({ lastTriedAt: ago(36) })).toEqual(["open clock"]);
    expect(judge({ lastTriedAt: null })).toEqual([]);
  });

  test("says that the clock has stopped, and of what that is the end", () => {
    expect(judgeAutomaticIncidents({ lastTriedAt: ago(36), ticks: [], incidents: [] }, NOW)).toEqual([
      {
        kind: "open",
        plan: {
          subject: "clock",
          title: "Feeds are not polled, and silent devices are not noticed",
          impact: "down",
          components: ["polling", "alerts"],
        },
      },
    ]);
  });

  test("that an operator closed does not come back at once", () => {
    expect(judge({ lastTriedAt: ago(90), incidents: [incident("clock", ago(60), ago(20))] })).toEqual([]);
    expect(judge({ lastTriedAt: ago(90), incidents: [incident("clock", ago(60), ago(36))] })).toEqual([
      "open clock",
    ]);
  });

  test("closes after two ticks that went well", () => {
    const incidents = [incident("clock", ago(40))];
    expect(judge({ ticks: ticks("collect-history", "+"), incidents })).toEqual([]);
    expect(judge({ ticks: ticks("collect-history", "++"), incidents })).toEqual(["close sti_1"]);
  });
});
