import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newNonce, puckSecretBytes } from "../../../lib/pucks/claim.ts";
import { readLines } from "../../support/json-lines.ts";

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
        // Skips base64 that is valid hex by chance, since it is decoded as hex.
        for (const text of texts.filter((one) => one === hex || !/^(?:[\da-f]{2})+$/.test(one)))
          expect(puckSecretBytes(text)).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  test.each(readLines<[string, number | null]>(new URL("puck-secrets.jsonl", import.meta.url)))(
    "%j is %s bytes",
    (text, bytes) => {
      expect(puckSecretBytes(text)?.length ?? null).toBe(bytes);
    },
  );

  test("never throws, whatever the text", () => {
    fc.assert(fc.property(fc.string(), (text) => puckSecretBytes(text) !== undefined));
  });
});

test("a nonce is 32 bytes in base64url", () => {
  const nonce = newNonce((count) => new Uint8Array(count).fill(255));
  expect(Buffer.from(nonce, "base64url")).toEqual(Buffer.alloc(32, 255));
  expect(nonce).toMatch(/^[\w-]{43}$/);
});
