import { describe, expect, test } from "vitest";
import { digestBytes } from "../../../lib/kernel/text.ts";
import {
  readSignature,
  type SignatureRefusal,
  signedContent,
} from "../../../lib/sharing/inbound/signature.ts";

const NOW = new Date("2026-03-01T08:00:00.700Z");
const SECONDS = 1_772_352_000;

const BYTES = Uint8Array.from({ length: 32 }, (_, index) => (index * 37 + 251) & 0xff);
const HEX = Buffer.from(BYTES).toString("hex");
const BASE64 = Buffer.from(BYTES).toString("base64");
const BASE64_URL = Buffer.from(BYTES).toString("base64url");

const read = (headers: Record<string, string>) => readSignature(new Headers(headers), NOW);
const readValue = (value: string) => read({ "X-Service-Signature": value });
const refusal = (headers: Record<string, string>) => {
  const result = read(headers);
  return result.ok ? "ok" : result.reason;
};

describe("a signature header", () => {
  test.each([
    HEX,
    HEX.toUpperCase(),
    BASE64,
    BASE64.replace("=", ""),
    BASE64_URL,
    `${BASE64_URL}=`,
    `sha256=${HEX}`,
    `v1=${HEX}`,
    `sha256=${BASE64}`,
    `v1=${BASE64_URL}`,
    ` ${HEX} `,
    `v0=abc, v1=${HEX}`,
  ])("is read in any usual writing: %s", (value) => {
    expect(readValue(value)).toEqual({ ok: true, signatures: [BYTES], timestamp: null });
  });

  test.each(["X-Service-Signature", "x-service-signature", "X-SensorBay-Signature", "X-SB-Signature"])(
    "may be called %s",
    (name) => {
      expect(read({ [name]: HEX }).ok).toBe(true);
    },
  );

  test("may have other names where they are configured", () => {
    const names = { signature: ["X-New", "X-Former-A"], timestamp: "X-When" };
    const headers = new Headers({ "X-Former-A": HEX, "X-When": String(SECONDS) });
    expect(readSignature(headers, NOW, names)).toEqual({ ok: true, signatures: [BYTES], timestamp: SECONDS });
    expect(readSignature(new Headers({ "X-Service-Signature": HEX }), NOW, names).ok).toBe(false);
  });

  test.each([" ", ",", ", ", " ,"])("may hold five signatures, parted by %j, but not six", (separator) => {
    const five = readValue(Array.from({ length: 5 }, () => `v1=${HEX}`).join(separator));
    expect(five.ok && five.signatures).toHaveLength(5);
    expect(readValue(Array.from({ length: 6 }, () => HEX).join(separator)).ok).toBe(false);
  });

  test("may have 1,024 characters", () => {
    expect(readValue(HEX.padStart(1_024, ",")).ok).toBe(true);
    expect(refusal({ "X-Service-Signature": HEX.padStart(1_025, ",") })).toBe("too_long");
  });

  test.each<[SignatureRefusal, Record<string, string>]>([
    ["missing", {}],
    ["missing", { "X-Service-Timestamp": String(SECONDS) }],
    ["ambiguous", { "X-Service-Signature": HEX, "X-SB-Signature": HEX }],
    ["ambiguous", { "X-Service-Signature": HEX, "X-SensorBay-Signature": "" }],
    ["too_long", { "X-Service-Signature": `${HEX} ${"a".repeat(1_000)}` }],
    ["malformed", { "X-Service-Signature": "" }],
    ["malformed", { "X-Service-Signature": "," }],
    ["malformed", { "X-Service-Signature": "sha256=" }],
    ["malformed", { "X-Service-Signature": `sha1=${HEX.slice(0, 40)}` }],
    ["malformed", { "X-Service-Signature": `sha512=${HEX}` }],
    ["malformed", { "X-Service-Signature": `t=${SECONDS}` }],
    ["malformed", { "X-Service-Signature": HEX.slice(1) }],
    ["malformed", { "X-Service-Signature": `${HEX}00` }],
    ["malformed", { "X-Service-Signature": `0x${HEX}` }],
    ["malformed", { "X-Service-Signature": `${HEX.slice(0, 9)}v1=${HEX.slice(9)}` }],
    ["malformed", { "X-Service-Signature": "whsec_of_the_house" }],
  ])("is refused as %s: %j", (reason, headers) => {
    expect(refusal(headers)).toBe(reason);
  });
});

describe("a signed time", () => {
  test.each<[string, Record<string, string>]>([
    ["in the signature header", { "X-Service-Signature": `t=${SECONDS},v1=${HEX}` }],
    ["after the signature", { "X-Service-Signature": `v1=${HEX} t=${SECONDS}` }],
    ["in its own header", { "X-Service-Signature": HEX, "X-Service-Timestamp": String(SECONDS) }],
    ["in both", { "X-Service-Signature": `t=${SECONDS},v1=${HEX}`, "X-Service-Timestamp": ` ${SECONDS} ` }],
  ])("is found %s", (_where, headers) => {
    expect(read(headers)).toEqual({ ok: true, signatures: [BYTES], timestamp: SECONDS });
  });

  test.each([
    [-86_400, "expired"],
    [-301, "expired"],
    [-300, "ok"],
    [0, "ok"],
    [300, "ok"],
    [301, "expired"],
  ])("that is %d seconds off is %s", (offset, is) => {
    const time = String(SECONDS + offset);
    expect(refusal({ "X-Service-Signature": `t=${time},v1=${HEX}` })).toBe(is);
    expect(refusal({ "X-Service-Signature": HEX, "X-Service-Timestamp": time })).toBe(is);
  });

  test.each([
    ...["", "abc", "NaN", "Infinity", "1.77e9", "0x69A3", `${SECONDS}x`, `${SECONDS}.0`],
    ...["0", "x", "+", "-"].map((before) => `${before}${SECONDS}`),
  ])("is refused unless it is plain whole seconds: %j", (time) => {
    expect(refusal({ "X-Service-Signature": `t=${time},v1=${HEX}` })).toBe("bad_timestamp");
    expect(refusal({ "X-Service-Signature": HEX, "X-Service-Timestamp": time })).toBe("bad_timestamp");
  });

  test("in milliseconds is no time of ours", () => {
    expect(readValue(`t=${SECONDS}000,v1=${HEX}`).ok).toBe(false);
  });

  test("said twice must be the same", () => {
    expect(refusal({ "X-Service-Signature": `t=${SECONDS},t=${SECONDS + 1},v1=${HEX}` })).toBe(
      "bad_timestamp",
    );
    const later = { "X-Service-Timestamp": String(SECONDS + 1) };
    expect(refusal({ "X-Service-Signature": `t=${SECONDS},v1=${HEX}`, ...later })).toBe("bad_timestamp");
  });
});

describe("the signed content", () => {
  const body = new Uint8Array([0xff, 0x00, 0x7b]);

  test("is the raw body, or the time, a point and the raw body", () => {
    expect(signedContent(null, body)).toEqual(body);
    expect(signedContent(1_772, body)).toEqual(
      new Uint8Array([0x31, 0x37, 0x37, 0x32, 0x2e, 0xff, 0x00, 0x7b]),
    );
  });
});

describe("a digest's text", () => {
  test("has no second spelling of the same bytes in base64", () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const read = [...alphabet].filter((last) => digestBytes(BASE64_URL.slice(0, -1) + last) !== null);
    expect(read).toHaveLength(16);
    expect(new Set(read.map((last) => digestBytes(BASE64_URL.slice(0, -1) + last)?.at(-1))).size).toBe(16);
  });

  test("does not mix the two base64 alphabets", () => {
    expect(digestBytes(`+-${"A".repeat(41)}`)).toBeNull();
    expect(digestBytes(`/_${"A".repeat(41)}`)).toBeNull();
  });
});
