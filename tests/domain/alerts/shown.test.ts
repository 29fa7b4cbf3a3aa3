import { expect, test } from "vitest";
import { type AlertRecord, shownAlert } from "../../../lib/alerts/shown-alert.ts";
import { shownFinding } from "../../../lib/sharing/alerts/timeline.ts";
import { freeze, HOUR, T0 } from "../messages/notice-fixtures.ts";

test("an alert is shown as open for no time by a clock that is behind", () => {
  const record: AlertRecord = {
    ...{
      id: "alt_1",
      kind: "freeze",
      subject: "sen_1",
      episode: 2,
      severity: "critical",
      worst: "critical",
      title: "Crawlspace",
    },
    ...{ deviceId: "dev_1", sensorId: "sen_1", openedAt: T0, closedAt: null, closeReason: null },
    ...{ acknowledgedAt: null, acknowledgedBy: null, incidentId: null },
  };
  expect(shownAlert(record, new Date(T0 - HOUR)).duration_seconds).toBe(0);
});

test("a decision is shown without what there was none of", () => {
  const finding = freeze({ evidence: null, limit: null, suppressedBy: "snooze" });
  expect(shownFinding({ finding, notifiedAt: null })).toMatchObject({
    ...{ evidence: null, limit: null, held_by: "snooze", told_at: null },
  });
});
