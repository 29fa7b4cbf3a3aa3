import { createHmac, hkdfSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { linkKeys, verifyHmac } from "../../lib/kernel/runtime.vendor.ts";
import { linkTokens } from "../../lib/outbox/links/signers.vendor.ts";
import { readSignature, signedContent } from "../../lib/sharing/inbound/signature.ts";

const SECRET = "a secret of Ada's own making";
const NOW = new Date("2026-03-01T08:00:00Z");
const SECONDS = NOW.getTime() / 1_000;
const BODY = Buffer.from('{"action":"vacation","hours":48}');

const mac = (content: string | Uint8Array, secret: string | Uint8Array = SECRET) =>
  createHmac("sha256", secret).update(content).digest();
const timed = (seconds: number, body: Uint8Array) => Buffer.concat([Buffer.from(`${seconds}.`), body]);

/** Verifies a request in all its steps: read the headers, decide the bytes, verify. */
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
    const ofOtherLengths = [right.subarray(0, 31), new Uint8Array(), Buffer.concat([right, right])];
    for (const none of [[], ofOtherLengths, Array<Buffer>(6).fill(right)])
      expect(await verifyHmac(SECRET, BODY, none)).toBe(false);
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

const current = "a secret of the server, made by chance";
const TEXT = "alert_1.user_2.1770000000";

const macBy = (hash: string) => {
  const key = new Uint8Array(hkdfSync("sha256", current, "ack-link/v1", "hmac-sha-256", 32));
  return new Uint8Array(createHmac(hash, key).update(TEXT).digest());
};

describe("a key of links", () => {
  test("takes HMAC-SHA-256 alone", async () => {
    const keys = linkKeys("ack-link/v1", { current });
    expect(await keys.sign(TEXT)).toEqual(macBy("sha256"));
    expect(await keys.isOurs(TEXT, macBy("sha256"))).toBe(true);
    for (const hash of ["md5", "sha1", "sha512"]) expect(await keys.isOurs(TEXT, macBy(hash))).toBe(false);
    expect(await keys.isOurs(TEXT, new Uint8Array())).toBe(false);
  });

  test("takes no token that was changed or signed by another server", async () => {
    const claim = { householdId: "home_1", email: "ada+é@example.com" };
    const ours = linkTokens({ current });
    const token = await ours.sign("decline", claim);
    expect(await ours.verify("decline", token)).toEqual(claim);
    const foreign = linkTokens({ current: "a secret of another server, by chance" });
    const changed = [
      "",
      token.slice(0, -1),
      `${token}x`,
      `x/${token}`,
      `${token.slice(0, -1)}_`,
      token.slice(0, token.lastIndexOf(".")),
      token.replace("home_1", "home_2"),
      token.replace(/.$/, (last) => (last === "A" ? "E" : "A")),
      await foreign.sign("decline", claim),
    ];
    for (const one of changed) expect([one, await ours.verify("decline", one)]).toEqual([one, null]);
    const after = linkTokens({ current: "the next secret of this server, longer", previous: current });
    expect(await after.verify("decline", token)).toEqual(claim);
  });

  test("signs for one kind of link alone", async () => {
    const mac = await linkKeys("ack-link/v1", { current }).sign(TEXT);
    expect(await linkKeys("ack-link/v1", { current }).isOurs(TEXT, mac)).toBe(true);
    expect(await linkKeys("unsubscribe-link/v1", { current }).isOurs(TEXT, mac)).toBe(false);
  });
});
