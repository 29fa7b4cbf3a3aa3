import { expect, test } from "vitest";
import type { Finding } from "../../../lib/alerts/finding.ts";
import type { Evidence } from "../../../lib/alerts/reason.ts";
import { ALERT_DEFAULTS, RULE_DEFAULTS } from "../../../lib/alerts/settings.ts";
import { renderBundle } from "../../../lib/messages/notice/bundle.ts";
import type { NoticeInput } from "../../../lib/messages/notice/notice-view.ts";
import { renderNotice } from "../../../lib/messages/notice/render-notice.ts";
import { gsmUnits } from "../../../lib/messages/sms-text.ts";
import { ALERT_KINDS, type AlertKind } from "../../../schema/vocabulary.ts";

const HOUR = 3_600_000;
const T0 = Date.UTC(2027, 0, 16, 3, 5);
const URL = "https://hearthwatch.example/a/4KqT9b2LxP0sVn6mWc1Zy8";

const reading = (value: number, unit: string | null = "°F", rest: Partial<Evidence> = {}): Evidence => ({
  value,
  unit,
  at: T0,
  sensorId: "sen_1",
  deviceId: "dev_1",
  ...rest,
});

type Situation = { name: string; finding: Partial<Finding>; rest?: Partial<NoticeInput> };

const situation = (name: string, finding: Partial<Finding>, rest: Partial<NoticeInput> = {}): Situation => ({
  name,
  finding,
  rest,
});

const COLD = reading(33.8);
const CLOSED = {
  transition: "closed",
  reason: "recovered",
  closedAt: T0,
  openedAt: T0 - 2.5 * HOUR,
} as const;
const LOW = { name: "low", is: "at_or_below", value: 30, unit: "%", forMs: 0 } as const;
const INDOOR = { name: "indoor_low", is: "at_or_below", value: 36, unit: "°F", forMs: 0 } as const;
const TTF = (low: number, value: number, high: number) =>
  reading(value, "h", { more: { hours_low: low, hours_high: high, basis: "fitted", celsius: 6 } });
const NO_NAMES = { sensor: null, device: null, space: null };
const SILENT = (minutes: number): Evidence => ({
  value: minutes,
  unit: "min",
  at: T0 - minutes * 60_000,
  sensorId: null,
  deviceId: null,
  more: {
    cause: "power_or_internet",
    devices: 5,
    not_before: T0 + 2.5 * HOUR,
  },
});
const NO_POWER = (minutes: number): Evidence => ({
  ...SILENT(minutes),
  more: { ...SILENT(minutes).more, cause: "power_out" },
});
const HEATING = (value: number, low: number | null) =>
  reading(value, "°C", {
    more: { hours_low: low, hours_high: low === null ? null : low * 3, rooms: 3, place: "Living room" },
  });
const falling = { before: { value: 40.8, at: T0 - HOUR } };
const rule = (is: "above" | "below" | "equals", unit: string | null) => ({
  ...RULE_DEFAULTS,
  name: "Wine",
  is,
  limit: { value: 60, unit },
  hysteresis: { value: 1, unit },
});
const OFTEN_WET = reading(1, null, { more: { wet_times: 6, wet_from: T0 - 3 * HOUR } });
const OUTDOORS = { names: { sensor: null, device: null, space: null } };
const DEVICE = { names: { sensor: null, device: "Crawl node", space: "Crawlspace" } };
const freeze = (finding: Partial<Finding>): Partial<Finding> => ({
  kind: "freeze",
  evidence: COLD,
  ...finding,
});

const SITUATIONS: Situation[] = [
  situation("freeze, a warning", freeze({ severity: "warning", evidence: reading(39.2) })),
  situation("freeze, critical, falling fast", freeze({}), falling),
  situation("freeze, critical, falling for ninety minutes", freeze({}), {
    before: { value: 38, at: T0 - 1.5 * HOUR },
  }),
  situation("freeze, critical, rising again", freeze({}), { before: { value: 31, at: T0 - HOUR } }),
  situation("freeze, worse", freeze({ transition: "worsened" }), falling),
  situation("freeze, a reminder", freeze({ transition: "reminded" })),
  situation(
    "freeze, the last reminder before daily ones",
    freeze({ transition: "reminded", cadence: "daily" }),
  ),
  situation(
    "freeze, a reminder before the weekly mail alone",
    freeze({ transition: "reminded", cadence: "digest" }),
  ),
  situation(
    "freeze, eased to a warning",
    freeze({ transition: "eased", severity: "warning", evidence: reading(37) }),
  ),
  situation("freeze, over", freeze({ ...CLOSED, evidence: reading(45), peak: COLD })),
  situation("freeze, switched off", freeze({ ...CLOSED, reason: "disabled" })),
  situation("freeze, first told after a snooze", freeze({ delayed: true })),
  situation("freeze, in Celsius", freeze({}), {
    household: { name: "Adas Hütte", timeZone: "Europe/Berlin" },
    reader: { language: "en", temperatureUnit: "°C" },
  }),
  situation(
    "freeze, the sensor is not believed",
    freeze({ transition: "distrusted", why: "The probe reports a fault" }),
  ),
  situation("freeze, on and off", freeze({ transition: "flapping", openings: 11 })),
  situation(
    "damp",
    { kind: "humidity", evidence: reading(65.2, "%") },
    { before: { value: 58, at: T0 - HOUR } },
  ),
  situation("dry", { kind: "humidity", evidence: reading(24, "%"), limit: LOW }),
  situation("damp, over", { kind: "humidity", ...CLOSED, evidence: reading(52, "%") }),
  situation("a leak", { kind: "leak", evidence: reading(1, null) }),
  situation("a leak, still wet", { kind: "leak", transition: "reminded", evidence: reading(1, null) }),
  situation("a leak that comes and goes", { kind: "leak", evidence: OFTEN_WET }),
  situation("a leak that comes and goes, still", {
    kind: "leak",
    transition: "reminded",
    evidence: OFTEN_WET,
  }),
  situation("a leak that came and went and stays wet", {
    kind: "leak",
    transition: "worsened",
    evidence: reading(1, null, { more: { wet_from: T0 - HOUR / 2 } }),
  }),
  situation("a leak sensor that keeps getting damp", {
    kind: "leak",
    transition: "flapping",
    severity: "warning",
    closedAt: T0 - HOUR / 2,
    evidence: reading(0, null, { more: { damp_spells: 3, damp_days: 1 } }),
  }),
  situation("a leak sensor that is wet as often as on other days", {
    kind: "leak",
    transition: "flapping",
    severity: "warning",
    closedAt: T0 - HOUR / 2,
    evidence: { ...OFTEN_WET, value: 0 },
  }),
  situation("a leak, dry again", { kind: "leak", ...CLOSED, evidence: reading(0, null) }),
  situation(
    "an outage",
    { kind: "outage", severity: "warning", evidence: reading(125, "min", { at: T0 - 2 * HOUR }) },
    DEVICE,
  ),
  situation(
    "an outage of a weak battery",
    {
      kind: "outage",
      severity: "warning",
      evidence: reading(125, "min", { at: T0 - 2 * HOUR, more: { battery_pct: 4 } }),
    },
    DEVICE,
  ),
  situation(
    "an outage, a day later",
    {
      kind: "outage",
      transition: "reminded",
      openedAt: T0 - 23 * HOUR,
      peak: reading(0, "min", { at: T0 - 24 * HOUR }),
    },
    DEVICE,
  ),
  situation("an outage, over", { kind: "outage", ...CLOSED, evidence: reading(0, "min") }, DEVICE),
  situation(
    "a hard freeze outside",
    { kind: "forecast", severity: "warning", evidence: reading(-7, "°C", { at: T0 + 20 * HOUR }) },
    OUTDOORS,
  ),
  situation(
    "a hard freeze outside that has begun",
    { kind: "forecast", evidence: reading(-7, "°C", { at: T0 - HOUR }) },
    OUTDOORS,
  ),
  situation("a cold night indoors", {
    kind: "forecast",
    evidence: reading(34, "°F", { at: T0 + 9 * HOUR }),
    limit: INDOOR,
  }),
  situation(
    "a hard freeze off the forecast",
    { kind: "forecast", ...CLOSED, evidence: reading(30, "°F") },
    OUTDOORS,
  ),
  situation("cooling, a range", {
    kind: "time_to_freeze",
    severity: "warning",
    evidence: TTF(7.2, 8.8, 11.6),
  }),
  situation("cooling, tomorrow", { kind: "time_to_freeze", severity: "warning", evidence: TTF(13, 16, 22) }),
  situation("cooling, about to freeze", { kind: "time_to_freeze", evidence: TTF(0.7, 1, 1.3) }),
  situation("cooling, closer", {
    kind: "time_to_freeze",
    transition: "worsened",
    evidence: TTF(2.1, 2.9, 4),
  }),
  situation("cooling, over", { kind: "time_to_freeze", ...CLOSED, evidence: TTF(20, 30, 60) }),
  situation("the heating may have stopped", {
    kind: "heating_stopped",
    severity: "warning",
    evidence: HEATING(14.5, 9),
  }),
  situation("the heating may have stopped, no forecast", {
    kind: "heating_stopped",
    severity: "warning",
    evidence: HEATING(14.5, null),
  }),
  situation("the heating is off", {
    kind: "heating_stopped",
    transition: "worsened",
    evidence: HEATING(7, 3),
  }),
  situation("a home fell silent", { kind: "incident", evidence: SILENT(90) }, { names: NO_NAMES }),
  situation(
    "a silent home may freeze",
    { kind: "incident", transition: "worsened", evidence: SILENT(240) },
    { names: NO_NAMES },
  ),
  situation("the power is out", { kind: "incident", evidence: NO_POWER(30) }, { names: NO_NAMES }),
  situation("the heating is back", { kind: "heating_stopped", ...CLOSED, evidence: HEATING(16, null) }),
  situation("the heating was turned down", {
    kind: "heating_stopped",
    ...CLOSED,
    reason: "answered",
    evidence: HEATING(16, null),
  }),
  situation("a rule", {
    kind: "rule",
    severity: "warning",
    evidence: reading(62),
    settings: rule("above", "°F"),
  }),
  situation("a rule about a door", {
    kind: "rule",
    severity: "warning",
    evidence: reading(1, null),
    settings: rule("equals", null),
  }),
  situation("a rule, over", {
    kind: "rule",
    ...CLOSED,
    evidence: reading(58),
    settings: rule("above", "°F"),
  }),
  situation(
    "a freezer that warms",
    { kind: "cold_storage", severity: "warning", evidence: reading(22) },
    { before: { value: 12, at: T0 - HOUR } },
  ),
  situation("a freezer whose food may thaw", {
    kind: "cold_storage",
    severity: "warning",
    transition: "worsened",
    evidence: reading(33),
    limit: { value: 15, unit: "°F", name: "warm", is: "above", forMs: HOUR },
  }),
  situation("a freezer, cold again", { kind: "cold_storage", ...CLOSED, evidence: reading(2) }),
  situation("a sensor that is blind to frost", {
    kind: "sensor_fault",
    evidence: reading(3, "h", { more: { fault: "unplugged", guards: "frost", stand_in: null } }),
  }),
  situation("a sensor that is stuck, another stands in", {
    kind: "sensor_fault",
    severity: "warning",
    evidence: reading(7, "h", { more: { fault: "stuck", guards: "frost", stand_in: "Crawlspace, Wall" } }),
  }),
  situation("a sensor that measures again", {
    kind: "sensor_fault",
    ...CLOSED,
    evidence: reading(7, "h", { more: {} }),
  }),
  situation("a hostile name", freeze({}), {
    names: {
      sensor: "Win at https://evil.example/x \u202egnp.exe",
      device: null,
      space: "www.evil.example/now",
    },
  }),
  situation("a reader who may only look", freeze({}), { mayAcknowledge: false }),
];

const base: Finding = {
  transition: "opened",
  kind: "freeze",
  subject: "sen_1",
  episode: 1,
  sequence: 0,
  severity: "critical",
  previousSeverity: null,
  suppressedBy: null,
  delayed: false,
  evidence: COLD,
  limit: null,
  why: "",
  settings: ALERT_DEFAULTS.freeze,
  at: T0,
  openedAt: T0 - HOUR,
  closedAt: null,
  peak: COLD,
  reason: null,
  openings: 1,
};

const render = ({ finding, rest }: Situation) =>
  renderNotice({
    finding: { ...base, ...finding },
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

const section = (name: string, { subject, sms, pushBody, text }: ReturnType<typeof render>): string =>
  [
    `## ${name}`,
    `**${subject}**`,
    `SMS (${gsmUnits(sms) ?? "UTF-16"}): ${sms}`,
    `Push: ${pushBody}`,
    "```",
    text.trim(),
    "```",
  ].join("\n\n");

test("forty situations read as they were reviewed", async () => {
  const several = renderBundle({
    homeName: "Ada's cabin",
    notices: SITUATIONS.slice(0, 14).map(render),
    url: URL,
    notes: [],
    language: "en",
  });
  const sections = SITUATIONS.map((each) => section(each.name, render(each)));
  const golden = ["# What people read", ...sections, section("fourteen alerts at once", several)].join(
    "\n\n",
  );
  await expect(`${golden}\n`).toMatchFileSnapshot("golden-texts.md");
});

test.each(SITUATIONS.map((each) => [each.name, each] as const))(
  "%s: one text message with its link",
  (_, each) => {
    const { sms, text } = render(each);
    expect(gsmUnits(sms)).toBeLessThanOrEqual(160);
    expect(sms.endsWith(` ${URL}`)).toBe(true);
    expect(text).not.toMatch(/Severity|Alert when|temp1/);
    expect(sms).not.toMatch(/evil\.example|[\u202a-\u202e]/);
  },
);

test("every kind is among them", () => {
  const kinds = new Set(SITUATIONS.map(({ finding }) => finding.kind));
  const without: AlertKind[] = ALERT_KINDS.filter((kind) => !kinds.has(kind));
  expect(without).toEqual([]);
});
