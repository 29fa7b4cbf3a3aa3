import { describe, expect, test } from "vitest";
import type { Finding } from "../../../lib/alerts/finding.ts";
import { plain } from "../../../lib/alerts/reason.ts";
import { ALERT_DEFAULTS, RULE_DEFAULTS } from "../../../lib/alerts/settings.ts";
import { isOfCall } from "../../../lib/channels/block.ts";
import { CHANNEL_RULES } from "../../../lib/channels/registry.ts";
import { MAILS, ONBOARDING } from "../../../lib/language/languages.ts";
import { NOTICES } from "../../../lib/language/sent.ts";
import { gsmUnits } from "../../../lib/language/sms-text.ts";
import { renderNotice } from "../../../lib/messages/notice/render-notice.ts";
import {
  ALERT_KINDS,
  type AlertKind,
  BLOCKS,
  CHANNELS,
  LANGUAGES,
  type Language,
  LIFECYCLE_EMAILS,
  ROLES,
  TRANSITIONS,
} from "../../../schema/vocabulary.ts";

const HOUR = 3_600_000;
const T0 = Date.UTC(2027, 0, 16, 3, 5);
const URL = "https://hearthwatch.example/a/4KqT9b2LxP0sVn6mWc1Zy8";

/** What each kind rests on; a temperature is 27.5 °F, which is −2.5 °C, or 41 °F, which is 5 °C. */
const EVIDENCE: Record<
  AlertKind,
  { value: number; unit: string | null; more?: Record<string, string | number | null> }
> = {
  freeze: { value: 41, unit: "°F" },
  humidity: { value: 71, unit: "%" },
  leak: { value: 1, unit: null, more: { damp_spells: 4 } },
  outage: { value: 95, unit: "min", more: { battery_pct: 12 } },
  forecast: { value: 27.5, unit: "°F" },
  time_to_freeze: { value: 5, unit: "h", more: { celsius: 5, hours_low: 3, hours_high: 9 } },
  heating_stopped: { value: 41, unit: "°F", more: { place: "Salón", hours_low: 4, hours_high: 8 } },
  cold_storage: { value: 41, unit: "°F" },
  sensor_fault: {
    value: 0,
    unit: null,
    more: {
      fault: "stuck",
      stand_in: "Cueva",
      stand_in_value: 41,
      stand_in_unit: "°F",
      stand_in_severity: "warning",
    },
  },
  incident: { value: 60, unit: "min", more: { cause: "power_out", devices: 5, not_before: T0 + 2 * HOUR } },
  rule: { value: 41, unit: "°F" },
};

const findingOf = (kind: AlertKind, rest: Partial<Finding> = {}): Finding => ({
  transition: "opened",
  kind,
  subject: "sen_1",
  episode: 1,
  sequence: 0,
  severity: "critical",
  previousSeverity: null,
  suppressedBy: null,
  delayed: false,
  evidence: { ...EVIDENCE[kind], at: T0, sensorId: "sen_1", deviceId: "dev_1" },
  limit: null,
  why: plain("distrusted_faulty"),
  settings:
    kind === "rule"
      ? {
          ...RULE_DEFAULTS,
          name: "Vino",
          is: "below",
          limit: { value: 50, unit: "°F" },
          hysteresis: { value: 1, unit: "°F" },
        }
      : ALERT_DEFAULTS[kind],
  at: T0,
  openedAt: T0 - 2 * HOUR,
  closedAt: null,
  peak: { ...EVIDENCE[kind], at: T0 - HOUR, sensorId: "sen_1", deviceId: "dev_1" },
  reason: null,
  openings: 11,
  ...rest,
});

const written = (finding: Finding, language: Language, temperatureUnit: "°F" | "°C" = "°C") =>
  renderNotice({
    finding,
    household: { name: "Casa", timeZone: "Europe/Madrid" },
    reader: { language, temperatureUnit },
    names: { sensor: "Sonda", device: "Nodo", space: "Sótano" },
    before: null,
    lastDay: { unit: "°F", hours: [41, 41, 50, 59, 41] },
    alertId: "alr_1",
    url: URL,
    mayAcknowledge: true,
    notes: [],
  });

const textsOf = ({ subject, text, html, sms, pushTitle, pushBody }: ReturnType<typeof written>): string =>
  [subject, text, html, sms, pushTitle, pushBody].join("\n");

const EVERY = ALERT_KINDS.flatMap((kind) =>
  TRANSITIONS.map((transition) => {
    const closed = transition === "closed" ? ({ closedAt: T0, reason: "recovered" } as const) : {};
    return [kind, transition, findingOf(kind, { transition, ...closed })] as const;
  }),
);

describe.each(LANGUAGES)("a notice in %s", (language) => {
  test.each(EVERY)("of a %s that has %s is whole, and in the reader's unit alone", (kind, _, finding) => {
    const notice = written(finding, language);
    const all = textsOf(notice);
    expect(all).not.toMatch(/°F|undefined|null|NaN|\[object/);
    expect(notice.text).toContain(language === "en" ? "" : notice.subject);
    if (kind !== "forecast" && kind !== "heating_stopped" && kind !== "incident")
      expect(notice.subject).toContain("Sótano");
  });

  test("says a temperature in °F to who reads °F", () => {
    expect(textsOf(written(findingOf("freeze"), language, "°F"))).not.toContain("°C");
  });

  test("names its language to mail programs", () => {
    expect(written(findingOf("leak"), language).html).toContain(`<html lang="${language}">`);
  });

  test("is one text message, whatever kind it is of", () => {
    for (const [, , finding] of EVERY) {
      const { sms } = written(finding, language);
      expect(gsmUnits(sms) ?? sms.length).toBeLessThanOrEqual(160);
      expect(sms).toContain(URL);
    }
  });

  test("gives every reason why it came by mail", () => {
    const { blocks, byMail } = NOTICES[language];
    const said = BLOCKS.map((block) => byMail(blocks[block], isOfCall(block)));
    expect(new Set(said).size).toBe(BLOCKS.length);
  });

  test.each(CHANNELS)("keeps its language on the way out by %s", (channel) => {
    const notice = written(findingOf("leak"), language);
    const { subject, text } = CHANNEL_RULES[channel].write(notice);
    expect([notice.subject, notice.pushTitle]).toContain(subject);
    expect(text).not.toBe("");
  });
});

/** A language of its own shows in every headline: English left over in another would be the same. */
test.each(EVERY)("a %s that has %s reads differently in every language", (_, __, finding) => {
  const subjects = LANGUAGES.map((language) => written(finding, language).subject);
  expect(new Set(subjects).size).toBe(LANGUAGES.length);
});

test("a Spanish reader's leak, frost and outage are plain Spanish", () => {
  const subjects = (["leak", "freeze", "outage"] as const).map(
    (kind) => written(findingOf(kind), "es").subject,
  );
  expect(subjects).toEqual([
    "Fuga de agua: hay agua en Sótano, Sonda",
    "Las tuberías pueden helarse: Sótano, Sonda está a 5 °C",
    "Sin conexión desde las 4:05: Sótano, Sonda",
  ]);
});

describe.each(LANGUAGES)("a mail about an account in %s", (language) => {
  const words = MAILS[language];
  test("has what it is about in it", () => {
    expect(words.signIn("012345", 15).subject).toContain("012345");
    expect(words.code("012345", 15).text).toContain("012345");
    expect(words.homeDeleted("Casa", "ben@example.com", "2026").paragraphs.join(" ")).toMatch(
      /ben@example.com.*Casa/,
    );
    for (const role of ROLES) {
      const { subject, paragraphs } = words.invitation("Casa", "ben@example.com", role, 7);
      expect([subject, ...paragraphs].join(" ")).toMatch(/Casa.*ben@example.com.* 7 /);
    }
    for (const email of LIFECYCLE_EMAILS)
      expect(ONBOARDING[language][email]("Casa").subject).toContain("Casa");
  });
});
