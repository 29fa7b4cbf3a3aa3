import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { refuse } from "../../../lib/kernel/outcome.ts";
import { type Member, makerItem, notMade } from "../../../lib/people/items.ts";
import { PEOPLE_LIMITS } from "../../../lib/people/limits.ts";
import {
  codeMustWait,
  ipBucket,
  networkOf,
  overCountedLimit,
  overLimit,
} from "../../../lib/people/network.ts";
import { CODE_BUDGETS } from "../../../lib/people/sign-in.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

describe("a session", () => {
  test("is documented with its two times, its fresh proof and why it is so long", () => {
    const text = readFileSync(join(import.meta.dirname, "../../../docs/threat-model.md"), "utf8");
    const { sessionIdleDays, sessionAbsoluteDays, freshProofMinutes } = PEOPLE_LIMITS;
    expect(text).toMatch(
      new RegExp(`\\| session .*\\| ${sessionIdleDays} idle days, ${sessionAbsoluteDays} days `),
    );
    expect(text).toContain(
      `lasts ${sessionIdleDays} idle days and ${sessionAbsoluteDays} days in all; NIST SP 800-63B`,
    );
    expect([
      freshProofMinutes,
      text.replace(/\s+/g, " ").includes("confirmed your identity within the last ten minutes"),
    ]).toEqual([10, true]);
  });
});

describe("what a caller is counted by", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:1:2:3::", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["2001:db8::3:4:5:6:7", "2001:db8:0:3::/64"],
    ["1::2:3:4:5:6:7", "1:0:2:3::/64"],
    ["::3:4:5:6:7:8", "0:0:3:4::/64"],
    ["not an address", "not an address"],
    ["::ffff:192.0.2.7", "::ffff:192.0.2.7"],
    [null, "unknown"],
  ])("is of the address %s the bucket %s", (ip, bucket) => {
    expect(ipBucket(ip)).toBe(bucket);
  });

  test.each([
    ["192.0.2.7", "192.0.2.0/24"],
    ["::ffff:192.0.2.7", "192.0.2.0/24"],
    ["::FFFF:192.0.2.7", "192.0.2.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
    ["2001::ffff:192.0.2.7", "2001:0:0::/48"],
    [null, null],
  ])("is of a guess from %s the network %s", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  test("is patient for a pair, an address, a network, and for all of them together", () => {
    const patient = {
      firstWaitMs: PEOPLE_LIMITS.signInWaitSeconds * 1_000,
      waitMsMax: PEOPLE_LIMITS.signInWaitSecondsMax * 1_000,
    };
    expect(CODE_BUDGETS).toEqual({
      pair: { free: PEOPLE_LIMITS.signInWrongCodesPerPair, ...patient },
      address: { free: PEOPLE_LIMITS.signInWrongCodesPerAddress, ...patient },
      network: { free: PEOPLE_LIMITS.signInWrongCodesPerNetwork, ...patient },
      service: {
        free: PEOPLE_LIMITS.signInWrongCodesInAll,
        firstWaitMs: PEOPLE_LIMITS.signInWaitInAllSeconds * 1_000,
        waitMsMax: PEOPLE_LIMITS.signInWaitInAllSecondsMax * 1_000,
      },
    });
  });
});

describe("a limit that is reached", () => {
  const limit = { name: "claim", limit: 10, windowSeconds: 3_600 };

  test("says how many, and when one more may be done: once the oldest leaves the window", () => {
    const over = overCountedLimit(limit, later(-3_000_500), NOW, "claims");
    expect(over).toEqual({
      ok: false,
      limit,
      retryAfterSeconds: 600,
      problem: {
        name: "rate_limited",
        sentence: "Rate limit exceeded: 10 claims an hour; try again in 600 s",
      },
    });
  });

  test("never asks for a wait of nothing", () => {
    expect(overLimit(limit, -5, "claims").retryAfterSeconds).toBe(1);
    expect(overLimit(limit, 1.2, "claims").retryAfterSeconds).toBe(2);
    expect(codeMustWait(later(-1), NOW).retryAfterSeconds).toBe(1);
  });

  test("of wrong codes leaves the mail's link as it is", () => {
    expect(codeMustWait(later(90_001), NOW)).toEqual({
      ok: false,
      limit: null,
      retryAfterSeconds: 91,
      problem: {
        name: "rate_limited",
        sentence: "Too many wrong codes: use the link in the mail, or try again in 91 s",
      },
    });
  });
});

describe("what somebody has made", () => {
  test("is shown with its maker", () => {
    const member: Member = {
      userId: "usr_1",
      email: "ada@example.com",
      name: null,
      language: "en",
      temperatureUnit: null,
      role: "owner",
      householdId: "hh_1",
      plan: "pro",
      sessionId: "ses_1",
      provedAt: null,
    };
    expect(makerItem(member)).toEqual({ user_id: "usr_1", email: "ada@example.com", is_member: true });
  });

  test("is refused where the home is full, or its maker has lost the right meanwhile", () => {
    const full = refuse("too_many");
    expect(notMade("full", full)).toBe(full);
    expect(notMade("not_member", full)).toEqual(refuse("changed_meanwhile"));
  });
});
