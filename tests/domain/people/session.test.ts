import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ipBucket, networkOf } from "../../../lib/kernel/network.ts";
import { PEOPLE_LIMITS } from "../../../lib/people/limits.ts";
import { newSignInCode, sameCode } from "../../../lib/people/sign-in.ts";
import { readLines } from "../../support/json-lines.ts";

test("a session is documented with its two times, its fresh proof and why it is so long", () => {
  const read = (page: string) => readFileSync(join(import.meta.dirname, "../../../docs", page), "utf8");
  const text = read("threat-model.md");
  const { sessionIdleDays, sessionAbsoluteDays, freshProofMinutes } = PEOPLE_LIMITS;
  expect(text).toMatch(
    new RegExp(`\\| session .*\\| ${sessionIdleDays} idle days, ${sessionAbsoluteDays} days `),
  );
  expect(text).toContain(
    `lasts ${sessionIdleDays} idle days and ${sessionAbsoluteDays} days in all; NIST SP 800-63B`,
  );
  expect([
    freshProofMinutes,
    read("security.md").includes("confirmed its address within the last ten minutes"),
  ]).toEqual([10, true]);
});

describe("a caller is counted", () => {
  test.each(readLines<[string | null, string]>(new URL("ip-buckets.jsonl", import.meta.url)))(
    "of the address %s in the bucket %s",
    (ip, bucket) => {
      expect(ipBucket(ip)).toBe(bucket);
    },
  );

  test.each([
    ["192.0.2.7", "192.0.2.0/24"],
    ["::ffff:192.0.2.7", "192.0.2.0/24"],
    ["::FFFF:192.0.2.7", "192.0.2.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
    ["2001::ffff:192.0.2.7", "2001:0:0::/48"],
    [null, null],
  ])("for a guess from %s in the network %s", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

const drawing = (...draws: number[][]) => {
  const rest = draws.map((bytes) => Uint8Array.from(bytes));
  return () => rest.shift() ?? Uint8Array.of(0, 0, 0, 0);
};

describe("a sign-in code", () => {
  test("has six digits, the small ones too", () => {
    expect(newSignInCode(drawing([0, 0, 0, 7]))).toBe("000007");
    expect(newSignInCode(drawing([0, 15, 66, 63]))).toBe("999999");
  });

  test("is drawn again where four bytes would favour the low codes", () => {
    // 4,294,000,000 is the largest multiple of the number of codes in four bytes: draws from it on are unfair.
    expect(newSignInCode(drawing([0xff, 0xf1, 0x3d, 0x80], [0, 0, 0, 1]))).toBe("000001");
    expect(newSignInCode(drawing([0xff, 0xf1, 0x3d, 0x7f], [0, 0, 0, 1]))).toBe("999999");
  });

  test("is the same only where every character is", () => {
    expect(sameCode("123456", "123456")).toBe(true);
    for (const other of ["123457", "023456", "12345", "1234567", "", "１23456"])
      expect(sameCode(other, "123456")).toBe(false);
  });
});
