import { describe, expect, test } from "vitest";
import { ALERT_DEFAULTS } from "../../../lib/alerts/settings.ts";
import { type AlertRecord, shownAlert, shownFinding } from "../../../lib/alerts/shown-alert.ts";
import { advanceAll, evidenceAt, measured } from "./machine.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";

const RECORD: AlertRecord = {
  id: "alt_1",
  kind: "freeze",
  subject: "sen_1",
  episode: 2,
  severity: "critical",
  title: "Crawlspace",
  deviceId: "dev_1",
  sensorId: "sen_1",
  openedAt: T0,
  closedAt: null,
  closeReason: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  incidentId: null,
};

const SHOWN = {
  id: "alt_1",
  kind: "freeze",
  severity: "critical",
  state: "open",
  title: "Crawlspace",
  device_id: "dev_1",
  sensor_id: "sen_1",
  opened_at: "2027-01-16T03:00:00.000Z",
  closed_at: null,
  close_reason: null,
  acknowledged_at: null,
  acknowledged_by: null,
  incident_id: null,
  duration_seconds: 90,
};

describe("an alert is shown", () => {
  test("once it has ended, with how long it was open, whoever took it on and what spoke for it", () => {
    const ended: AlertRecord = {
      ...RECORD,
      closedAt: T0 + 2 * MINUTE,
      closeReason: "recovered",
      acknowledgedAt: T0 + MINUTE,
      acknowledgedBy: "usr_1",
      incidentId: "alt_9",
    };
    expect(shownAlert(ended, new Date(T0 + HOUR))).toStrictEqual({
      ...SHOWN,
      state: "closed",
      closed_at: "2027-01-16T03:02:00.000Z",
      close_reason: "recovered",
      acknowledged_at: "2027-01-16T03:01:00.000Z",
      acknowledged_by: "usr_1",
      incident_id: "alt_9",
      duration_seconds: 120,
    });
  });

  test("as open for no time by a clock that is behind", () => {
    expect(shownAlert(RECORD, new Date(T0 - MINUTE)).duration_seconds).toBe(0);
  });
});

describe("a decision is shown", () => {
  const [finding] = advanceAll([
    {
      minute: 5,
      verdict: measured(5, "critical", {
        evidence: { ...evidenceAt(5), more: { basis: "fitted" } },
        limit: { name: "critical", is: "at_or_below", value: 35, unit: "°F", forMs: 30 * MINUTE },
      }),
    },
  ]).findings;
  if (finding === undefined) throw new Error("nothing was found");
  const shown = {
    transition: "opened",
    at: "2027-01-16T03:05:00.000Z",
    severity: "critical",
    why: "38 °F is at or below the limit of 40 °F",
    reason_code: "limit",
    reason_values: {
      value: { value: 38, unit: "°F" },
      how: "at_or_below",
      name: null,
      limit: { value: 40, unit: "°F" },
    },
    evidence: {
      value: 38,
      unit: "°F",
      at: "2027-01-16T03:05:00.000Z",
      sensor_id: "sen_1",
      device_id: "dev_1",
      more: { basis: "fitted" },
    },
    limit: { name: "critical", is: "at_or_below", value: 35, unit: "°F", for_minutes: 30 },
    held_by: null,
    told_at: "2027-01-16T03:06:00.000Z",
  };

  test("with the stored sentence where it is older than the codes", () => {
    const old = { ...finding, why: "38 °F is cold" };
    expect(shownFinding({ finding: old, notifiedAt: null })).toMatchObject({
      why: "38 °F is cold",
      reason_code: null,
      reason_values: null,
    });
  });

  test("without what there was none of", () => {
    const bare = { ...finding, evidence: null, limit: null, suppressedBy: "snooze" } as const;
    expect(shownFinding({ finding: bare, notifiedAt: null })).toStrictEqual({
      ...shown,
      evidence: null,
      limit: null,
      held_by: "snooze",
      told_at: null,
    });
  });
});

describe("settings in force", () => {
  test("know every field of a kind by the name that it is stored under", () => {
    expect(ALERT_DEFAULTS.leak).toEqual({ enabled: true, dryMs: 5 * MINUTE, remindMs: 10 * MINUTE });
    expect(ALERT_DEFAULTS.incident).toEqual({ enabled: true });
  });
});
