import { describe, expect, test } from "vitest";
import { ADDRESS_READERS, CHANNEL_RULES } from "../../../lib/channels/registry.ts";
import type { AddressRules } from "../../../lib/channels/rules.ts";

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

test("a channel shows no more of an address than its owner needs to know it", () => {
  expect(email.mask("ada.lovelace@example.com")).toBe("a…@example.com");
  expect(email.mask('"odd@name"@example.com')).toBe('"…@example.com');
  expect(sms.mask("+15555550123")).toBe("…0123");
  expect(push.mask("a-long-token-of-a-phone")).toBe("…hone");
  expect(webhook.mask("https://example.com/…12345678")).toBe("https://example.com/…12345678");
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
      ok: false,
      problem: { name: "invalid_request", sentence: expect.stringMatching(/begin with \+1, \+49$/) },
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
