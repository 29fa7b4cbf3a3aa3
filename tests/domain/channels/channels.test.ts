import { describe, expect, test } from "vitest";
import type { CapAsk } from "../../../lib/budget/counts.ts";
import { ADDRESS_READERS, CHANNEL_RULES } from "../../../lib/channels/registry.ts";
import type { AddressRules } from "../../../lib/channels/rules.ts";
import { SMS_PER_MONTH } from "../../../lib/channels/sms/rules.ts";
import { LIMITS } from "../../../schema/limits.ts";

const { email, sms, push, webhook } = CHANNEL_RULES;
const RULES: AddressRules = {
  policy: {
    smsPerDay: 100,
    callsPerDay: 100,
    smsPrefixes: ["+1", "+49"],
    newcomerMailsPerDay: 3_000,
    mailsPerSecond: null,
  },
  webhookRules: { allowedHosts: [], ownHosts: ["hearth.example.net"] },
  random: (count) => new Uint8Array(count),
};

describe("what each channel is", () => {
  test("counts against its home's day alone, and a young one against its network's, where it costs no fee", () => {
    const cap = (scope: string, subject: string, max: number) => ({
      ...{ scope, subject, period: "2026-11-20", max, block: "used_up" },
    });
    const young = { isEstablished: false, network: "192.0.2.0/24" };
    for (const { caps } of [email, push, webhook]) {
      expect(caps(capAsk())).toEqual([cap("home", "hh_1", 4_000)]);
      expect(caps(capAsk({ isUrgent: false }))).toEqual([cap("home", "hh_1", 2_000)]);
      expect(caps(capAsk({ isUrgent: false }, young))).toEqual([
        cap("home", "hh_1", 200),
        cap("network", "192.0.2.0/24", 2_000),
      ]);
      expect(caps(capAsk({}, { ...young, network: null }))).toEqual([cap("home", "hh_1", 400)]);
    }
  });

  test("shows no more of an address than its owner needs to know it", () => {
    expect(email.mask("ada.lovelace@example.com")).toBe("a…@example.com");
    expect(email.mask('"odd@name"@example.com')).toBe('"…@example.com');
    expect(sms.mask("+15555550123")).toBe("…0123");
    expect(push.mask("a-long-token-of-a-phone")).toBe("…hone");
    expect(webhook.mask("https://example.com/…12345678")).toBe("https://example.com/…12345678");
  });
});

const capAsk = (over: Partial<CapAsk> = {}, home: Partial<CapAsk["household"]> = {}): CapAsk => ({
  household: { id: "hh_1", plan: "pro", isTrial: false, isEstablished: true, network: null, ...home },
  address: "+15555550123",
  isUrgent: true,
  isFirstOfLeak: false,
  policy: RULES.policy,
  now: Date.UTC(2026, 10, 20, 23, 59),
  ...over,
});

describe("what a text message counts against", () => {
  const capsOf = (ask: CapAsk) => sms.caps(ask).map(({ block: _, ...cap }) => cap);
  const month = { scope: "home", subject: "hh_1", period: "2026-11", max: 50 };
  const ofDay = { period: "2026-11-20", add: 1 };
  const installation = { ...ofDay, scope: "instance", subject: "", max: 100 };
  const unreserved = { ...ofDay, scope: "class", subject: "unreserved", max: 75 };
  const newcomers = [
    { ...ofDay, scope: "network", subject: "2001:db8:1::/48", max: 10 },
    { ...ofDay, scope: "class", subject: "newcomers", max: 40 },
  ];

  test("is the home's month and the installation's day", () => {
    expect(SMS_PER_MONTH).toEqual({ free: 0, pro: 50 });
    expect(capsOf(capAsk())).toEqual([month, installation]);
    expect(capsOf(capAsk({}, { plan: "free" }))).toEqual([{ ...month, max: 0 }, installation]);
  });

  test("is a trial's day too, and the number's own where it is not urgent", () => {
    const trial = {
      scope: "home",
      subject: "hh_1",
      period: "2026-11-20",
      max: LIMITS.trialSmsPerDay,
    };
    const number = {
      scope: "address",
      subject: "+15555550123",
      period: "2026-11-20",
      max: LIMITS.numberSmsPerDay,
    };
    expect(capsOf(capAsk({}, { isTrial: true }))).toEqual([month, installation, trial, number]);
    expect(capsOf(capAsk({ isUrgent: false }))).toEqual([month, unreserved, installation, number]);
  });

  test("of a young home is its network's share and the newcomers', whatever it says", () => {
    const young = { isEstablished: false, network: "2001:db8:1::/48" };
    for (const isUrgent of [true, false])
      expect(capsOf(capAsk({ isUrgent }, young)).slice(0, 5)).toEqual([
        month,
        ...newcomers,
        unreserved,
        installation,
      ]);
    expect(sms.caps(capAsk({}, young))[2]?.block).toBe("newcomers_used_up");
  });

  test("is nothing that could ever be sent to a country that is not served", () => {
    expect(capsOf(capAsk({ address: "+33612345678" }))).toEqual([
      { scope: "home", subject: "hh_1", period: "2026-11", max: 0 },
    ]);
  });
});

describe("a phone number as people type it", () => {
  const read = (text: string) => ADDRESS_READERS.sms(text, RULES);

  test.each([
    "5555550123",
    "call +15555550123",
    "+05555550123",
    "+123456",
    "+1234567890123456",
    "+1555555o123",
    "",
  ])("is refused where it is none with a country code: %j", (text) => {
    expect(read(text)).toMatchObject({
      ok: false,
      problem: { sentence: expect.stringMatching(/country code/) },
    });
  });

  test("is refused where the service sends none", () => {
    expect(read("+33612345678")).toMatchObject({
      ...{
        ok: false,
        problem: { name: "invalid_request", sentence: expect.stringMatching(/begin with \+1, \+49$/) },
      },
    });
  });
});

describe("a webhook's URL as people enter it", () => {
  const read = (text: string) => ADDRESS_READERS.webhook(text, RULES);

  test("of a host that the operator allows is called wherever that is", () => {
    const webhookRules = { allowedHosts: ["hooks.home.arpa:443"], ownHosts: [] };
    const allowed = ADDRESS_READERS.webhook("https://hooks.home.arpa/x", { ...RULES, webhookRules });
    expect(allowed).toMatchObject({ ok: true, value: { host: null } });
  });

  test("is refused in the webhook's own words", () => {
    expect(read("https://localhost/x")).toMatchObject({
      ok: false,
      problem: { name: "invalid_request", sentence: expect.stringMatching(/^The webhook URL/) },
    });
    expect(read("not a url").ok).toBe(false);
  });
});
