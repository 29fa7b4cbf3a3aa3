import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newNonce, puckSecretBytes } from "../../../lib/pucks/claim.ts";

const secret = fc.uint8Array({ minLength: 16, maxLength: 128 });

describe("a puck's secret", () => {
  test("reads the same in hex, base64 and base64url, padded or not", () => {
    fc.assert(
      fc.property(secret, (bytes) => {
        const buffer = Buffer.from(bytes);
        const hex = buffer.toString("hex");
        const base64 = buffer.toString("base64");
        const texts = [
          hex,
          hex.toUpperCase(),
          base64,
          base64.replace(/=+$/, ""),
          buffer.toString("base64url"),
        ];
        // What happens to read as hex is hex; see the property below.
        for (const text of texts.filter((one) => one === hex || !/^(?:[\da-f]{2})+$/.test(one)))
          expect(puckSecretBytes(text)).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  test.each([
    ["", null],
    ["00".repeat(15), null],
    ["00".repeat(16), 16],
    ["00".repeat(128), 128],
    ["00".repeat(129), null],
    ["0".repeat(33), null],
    ["A".repeat(21), null],
    ["A".repeat(22), null],
    [`${"z".repeat(21)}A`, 16],
    [`${"z".repeat(21)}A=`, null],
    [`${"z".repeat(21)}A==`, 16],
    // Spare bits that are not zero: another spelling of the same bytes.
    [`${"z".repeat(21)}B`, null],
    [`+/${"z".repeat(19)}A`, 16],
    [`-_${"z".repeat(19)}A`, 16],
    [`+_${"z".repeat(19)}A`, null],
    ["é".repeat(32), null],
  ])("%j is %s bytes", (text, bytes) => {
    expect(puckSecretBytes(text)?.length ?? null).toBe(bytes);
  });

  test("never throws, whatever the text", () => {
    fc.assert(fc.property(fc.string(), (text) => puckSecretBytes(text) !== undefined));
  });
});

test("a nonce is 32 bytes in base64url", () => {
  const nonce = newNonce((count) => new Uint8Array(count).fill(255));
  expect(Buffer.from(nonce, "base64url")).toEqual(Buffer.alloc(32, 255));
  expect(nonce).toMatch(/^[\w-]{43}$/);
});
