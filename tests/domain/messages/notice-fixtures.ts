import type { Finding } from "../../../lib/alerts/verdict.ts";
import { ALERT_DEFAULTS } from "../../../lib/devices/alert-settings.ts";
import type { DueFinding, DueHome, Person } from "../../../lib/messages/audience/due-finding.ts";
import type { NoticeInput } from "../../../lib/messages/notice/notice-view.ts";
import type { Contact } from "../../../lib/outbox/message.ts";
import type { Channel } from "../../../schema/vocabulary.ts";

export const HOUR = 3_600_000;
/** Saturday, 3:05 AM in New York. */
export const T0 = Date.UTC(2027, 0, 16, 8, 5);
export const URL = "https://hearthwatch.example/a/alr_4KqT9b2LxP0sVn6mWc1Z";

export const reading = (value: number, at = T0, unit: string | null = "°F") => ({
  value,
  unit,
  at,
  sensorId: "sen_1",
  deviceId: "dev_1",
});

export const freeze = (rest: Partial<Finding> = {}): Finding => ({
  transition: "opened",
  kind: "freeze",
  subject: "sen_1",
  episode: 1,
  sequence: 0,
  severity: "critical",
  previousSeverity: null,
  suppressedBy: null,
  delayed: false,
  evidence: reading(33.08),
  limit: { name: "critical", is: "at_or_below", value: 35, unit: "°F", forMs: 0 },
  why: {
    code: "limit",
    values: {
      ...{ value: { value: 33.08, unit: "°F" }, how: "at_or_below" },
      ...{ name: "critical", limit: { value: 35, unit: "°F" } },
    },
  },
  settings: ALERT_DEFAULTS.freeze,
  at: T0,
  openedAt: T0,
  closedAt: null,
  peak: reading(33.08),
  reason: null,
  openings: 1,
  ...rest,
});

export const input = (finding: Finding, rest: Partial<NoticeInput> = {}): NoticeInput => ({
  finding,
  household: { name: "Ada's cabin", timeZone: "America/New_York" },
  reader: { language: "en", temperatureUnit: "°F" },
  names: { sensor: "Pipe probe", device: "Crawl node", space: "Crawlspace" },
  before: null,
  alertId: "alr_1",
  url: URL,
  mayAcknowledge: true,
  notes: [],
  ...rest,
});

const UNITS_MS: Record<string, number> = { h: HOUR, m: 60_000, ms: 1 };

/**
 * Replaces the times in a line of a fixture file: `T-1.5h` is an hour and a half before `t0`. Evidence without a time
 * or sensor gets `t0` and the probe in Ada's crawlspace.
 */
export const revived = <Value>(line: Value, t0 = T0): Value =>
  JSON.parse(JSON.stringify(line), (key, value) => {
    if (key === "evidence" || key === "peak")
      return value && { at: t0, sensorId: "sen_1", deviceId: "dev_1", ...value };
    const moment = /^T(?:([+-][\d.]+)(h|ms?))?$/.exec(value);
    return moment === null ? value : t0 + Number(moment[1] ?? 0) * (UNITS_MS[moment[2] ?? ""] ?? 0);
  });

export const contact = (channel: Channel, address: string, rest: Partial<Contact> = {}): Contact => ({
  ...{ channel, address, isVerified: true, isGone: false, id: `ctp_${address}`, sealedSecret: null },
  language: "en",
  ...rest,
});

/** A sign-in address, which is a person's first contact. */
export const emailContact = (email: string): Contact => contact("email", email, { id: null });

export const HOUSEHOLD: DueHome["household"] = {
  ...{ id: "hh_ada", name: "Ada's cabin", temperatureUnit: "F", timeZone: "UTC", plan: "pro" },
  ...{ isTrial: false, isEstablished: true, network: null },
};
export const POLICY = {
  ...{ smsPerDay: 500, callsPerDay: 100, smsPrefixes: ["+1"], newcomerMailsPerDay: 3_000 },
  mailsPerSecond: null,
};

export const ADA: Person = {
  ...{ userId: "usr_ada", role: "owner", memberSince: T0, preferences: {}, temperatureUnit: null },
  contacts: [emailContact("ada@example.com")],
};

export const dueHome = (findings: DueFinding[], people: Person[], rest: Partial<DueHome> = {}): DueHome => ({
  ...{ household: HOUSEHOLD, people, findings, escalation: null, steps: [], outsiders: [], sent: {} },
  ...rest,
});

export const dueFinding = (finding: Finding, rest: Partial<DueFinding> = {}): DueFinding => ({
  ...{ findingId: 1, alertId: "alr_1", finding, openedAt: finding.openedAt ?? 0, before: null },
  ...{ notifiedBefore: null, lastNotifiedAt: null },
  names: { sensor: "Pipe", device: "Node", space: "Cellar" },
  ...rest,
});
