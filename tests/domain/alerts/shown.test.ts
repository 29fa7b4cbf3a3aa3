import { describe, expect, test } from "vitest";
import { ALERT_DEFAULTS, settingsFor } from "../../../lib/alerts/settings.ts";
import {
  type AlertRecord,
  type ForecastRecord,
  shownAlert,
  shownEvidence,
  shownFinding,
  shownForecast,
  wasInRange,
} from "../../../lib/alerts/shown-alert.ts";
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
  openedAt: new Date(T0),
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
  test("while it is open", () => {
    expect(shownAlert(RECORD, new Date(T0 + 90_999))).toStrictEqual(SHOWN);
  });

  test("once it has ended, with how long it was open, whoever took it on and what spoke for it", () => {
    const ended: AlertRecord = {
      ...RECORD,
      closedAt: new Date(T0 + 2 * MINUTE),
      closeReason: "recovered",
      acknowledgedAt: new Date(T0 + MINUTE),
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

  test("with what it rests on and when it was told", () => {
    expect(shownFinding({ finding, notifiedAt: new Date(T0 + 6 * MINUTE) })).toStrictEqual(shown);
  });

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

  test("with nothing more where its kind knows nothing more", () => {
    expect(shownEvidence(evidenceAt(5))).toStrictEqual({ ...shown.evidence, more: {} });
  });
});

describe("a time to freeze is shown", () => {
  const forecast: ForecastRecord = {
    sensorId: "sen_1",
    alertId: "alt_1",
    madeAt: "2027-01-16 03:00:00+00",
    celsius: 4.567,
    hours: 6,
    hoursLow: 4.5,
    hoursHigh: 9,
    outcome: "froze",
    endedAt: "2027-01-16 10:00:00+00",
  };

  test("as moments, with whether it came in the range that was said", () => {
    expect(shownForecast(forecast)).toStrictEqual({
      sensor_id: "sen_1",
      alert_id: "alt_1",
      made_at: "2027-01-16T03:00:00.000Z",
      celsius: 4.57,
      freezes_at: "2027-01-16T09:00:00.000Z",
      earliest_at: "2027-01-16T07:30:00.000Z",
      latest_at: "2027-01-16T12:00:00.000Z",
      outcome: "froze",
      ended_at: "2027-01-16T10:00:00.000Z",
      was_in_range: true,
    });
  });

  test("without a latest moment where none was said, and without an end before there is one", () => {
    expect(shownForecast({ ...forecast, hoursHigh: null, outcome: "open", endedAt: null })).toMatchObject({
      latest_at: null,
      ended_at: null,
      was_in_range: null,
    });
  });

  const endedAfter = (hours: number, rest: Partial<ForecastRecord> = {}) =>
    wasInRange({ ...forecast, endedAt: new Date(T0 + hours * HOUR).toISOString(), ...rest });

  test.each<[string, boolean | null, boolean | null]>([
    ["at its earliest", endedAfter(4.5), true],
    ["before that", endedAfter(4.49), false],
    ["at its latest", endedAfter(9), true],
    ["after that", endedAfter(9.01), false],
    ["at any time where no latest was said", endedAfter(999, { hoursHigh: null }), true],
    ["never, where it did not freeze", endedAfter(6, { outcome: "warmed" }), null],
    ["never, where nobody knows when it froze", endedAfter(6, { endedAt: null }), null],
  ])("in its range: %s", (_, isIn, expected) => {
    expect(isIn).toBe(expected);
  });
});

describe("settings in force", () => {
  test("are the defaults, the household's over them, and the sensor's over these", () => {
    const household = { freeze: { sureMs: 1, worseBy: { value: 1, unit: "°F" } } };
    const sensor = { freeze: { sureMs: 2 }, humidity: { forMs: 3 } };
    expect(settingsFor("freeze", household, null, undefined, sensor)).toEqual({
      ...ALERT_DEFAULTS.freeze,
      sureMs: 2,
      worseBy: { value: 1, unit: "°F" },
    });
    expect(settingsFor("freeze")).not.toBe(ALERT_DEFAULTS.freeze);
  });

  test("know every field of a kind by the name that it is stored under", () => {
    expect(ALERT_DEFAULTS.leak).toEqual({ enabled: true, dryMs: 5 * MINUTE, remindMs: 10 * MINUTE });
    expect(ALERT_DEFAULTS.incident).toEqual({ enabled: true });
  });
});
