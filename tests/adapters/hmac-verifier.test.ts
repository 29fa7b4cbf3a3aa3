import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { verifyHmac } from "../../lib/kernel/web-crypto.vendor.ts";
import { readSignature, signedContent } from "../../lib/sharing/inbound/signature.ts";

const SECRET = "a secret of Ada's own making";
const NOW = new Date("2026-03-01T08:00:00Z");
const SECONDS = NOW.getTime() / 1_000;
const BODY = Buffer.from('{"action":"vacation","hours":48}');

const mac = (content: string | Uint8Array, secret: string | Uint8Array = SECRET) =>
  createHmac("sha256", secret).update(content).digest();
const timed = (seconds: number, body: Uint8Array) => Buffer.concat([Buffer.from(`${seconds}.`), body]);

/** The whole way of a request: read the headers, decide the bytes, verify. */
async function accepts(signature: string, body: Uint8Array, secret = SECRET, headers = {}): Promise<boolean> {
  const read = readSignature(new Headers({ "X-Service-Signature": signature, ...headers }), NOW);
  return read.ok && verifyHmac(secret, signedContent(read.timestamp, body), read.signatures);
}

const BODY_MAC = mac(BODY).toString("hex");
const TIMED_MAC = mac(timed(SECONDS, BODY)).toString("hex");

describe("a signed inbound call", () => {
  test.each([
    BODY_MAC,
    `sha256=${BODY_MAC.toUpperCase()}`,
    mac(BODY).toString("base64"),
    mac(BODY).toString("base64url"),
    `sha256=${mac("another body").toString("hex")}, sha256=${BODY_MAC}`,
    `t=${SECONDS},v1=${TIMED_MAC}`,
    `t=${SECONDS},v1=${BODY_MAC},v1=${TIMED_MAC}`,
  ])("is accepted: %s", async (signature) => {
    expect(await accepts(signature, BODY)).toBe(true);
  });

  test("is accepted with its time in a header", async () => {
    expect(await accepts(TIMED_MAC, BODY, SECRET, { "X-Service-Timestamp": String(SECONDS) })).toBe(true);
  });

  test.each([
    ["whose time was dropped", `v1=${TIMED_MAC}`],
    ["of which only the body is signed though it has a time", `t=${SECONDS},v1=${BODY_MAC}`],
    ["with another time", `t=${SECONDS + 1},v1=${TIMED_MAC}`],
    ["signed with another secret", mac(BODY, "Ben's secret").toString("hex")],
    ["with the secret as its signature", SECRET],
  ])("is refused: one %s", async (_what, signature) => {
    expect(await accepts(signature, BODY)).toBe(false);
  });

  test("is refused where its body was written anew", async () => {
    expect(await accepts(BODY_MAC, Buffer.from('{"action": "vacation", "hours": 48}'))).toBe(false);
  });

  test("is refused where a header adds a time that nobody signed", async () => {
    expect(await accepts(BODY_MAC, BODY, SECRET, { "X-Service-Timestamp": String(SECONDS) })).toBe(false);
  });

  test("of any bytes may be signed, no bytes included", async () => {
    for (const body of [new Uint8Array(), Uint8Array.from([0xc3, 0x28, 0x00])]) {
      expect(await accepts(mac(body).toString("hex"), body)).toBe(true);
    }
  });
});

describe("the verifier", () => {
  test("takes a secret as bytes too, as a puck's is", async () => {
    const secret = Uint8Array.from([0xff, 0x00, 0x80, 0x10]);
    expect(await verifyHmac(secret, BODY, [mac(BODY, secret)])).toBe(true);
  });

  test("verifies nothing under an empty secret", async () => {
    expect(await verifyHmac("", BODY, [mac(BODY, "")])).toBe(false);
  });

  test("verifies nothing without a signature, with one of another length, or with more than five", async () => {
    const right = mac(BODY);
    expect(await verifyHmac(SECRET, BODY, [])).toBe(false);
    expect(
      await verifyHmac(SECRET, BODY, [
        right.subarray(0, 31),
        new Uint8Array(),
        Buffer.concat([right, right]),
      ]),
    ).toBe(false);
    expect(
      await verifyHmac(
        SECRET,
        BODY,
        Array.from({ length: 6 }, () => right),
      ),
    ).toBe(false);
  });

  test("accepts none of 10,000 calls with one bit flipped", { timeout: 20_000 }, async () => {
    const signature = mac(timed(SECONDS, BODY));
    const parts = { signature, body: BODY, time: Buffer.from(String(SECONDS)) };
    const names = ["signature", "body", "time"] as const;
    const calls = Array.from({ length: 10_000 }, (_, index) => {
      const name = names[index % 3] ?? "body";
      const flipped = { ...parts, [name]: withRandomBitFlipped(parts[name]) };
      return accepts(
        `t=${flipped.time.toString("latin1")},v1=${flipped.signature.toString("hex")}`,
        flipped.body,
      );
    });
    expect((await Promise.all(calls)).filter((accepted) => accepted)).toHaveLength(0);
    expect(await accepts(`t=${SECONDS},v1=${signature.toString("hex")}`, BODY)).toBe(true);
  });
});

function withRandomBitFlipped(bytes: Buffer): Buffer {
  const flipped = Buffer.from(bytes);
  const bit = Math.floor(Math.random() * bytes.length * 8);
  flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return flipped;
}
