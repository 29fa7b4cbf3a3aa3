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
test("a signed inbound call of any bytes may be signed, no bytes included", async () => {
  for (const body of [new Uint8Array(), Uint8Array.from([0xc3, 0x28, 0x00])]) {
    expect(await accepts(mac(body).toString("hex"), body)).toBe(true);
  }
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

  test("accepts no call with a bit flipped, whichever it is", async () => {
    const signature = mac(timed(SECONDS, BODY));
    const parts = { signature, body: BODY, time: Buffer.from(String(SECONDS)) };
    const flips = (["signature", "body", "time"] as const).flatMap((name) =>
      Array.from({ length: parts[name].length * 8 }, (_, bit) => ({
        ...parts,
        [name]: flipped(parts[name], bit),
      })),
    );
    const call = ({ signature, body, time }: typeof parts) =>
      accepts(`t=${time.toString("latin1")},v1=${signature.toString("hex")}`, body);
    expect((await Promise.all(flips.map(call))).filter((accepted) => accepted)).toEqual([]);
    expect(await call(parts)).toBe(true);
  });
});

function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return copy;
}
