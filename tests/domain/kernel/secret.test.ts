import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  base62Number,
  base62Text,
  isWellFormedSecret,
  newSecret,
  secretHint,
  secretTypeOf,
} from "../../../lib/kernel/secret.ts";
import { SECRET_TYPES } from "../../../schema/vocabulary.ts";

const sevens = (count: number) => new Uint8Array(count).fill(7);
const SECRET = newSecret("ing", sevens);

describe("a secret", () => {
  test("is its type, 32 random characters and 6 of the CRC-32 of all before them", () => {
    expect(SECRET).toBe("hw_ing_777777777777777777777777777777770zLDSf");
  });

  test("is of the type that it was made for, whatever its characters", () => {
    const type = fc.constantFrom(...Object.values(SECRET_TYPES));
    fc.assert(
      fc.property(type, fc.uint8Array({ minLength: 32, maxLength: 32, max: 247 }), (made, bytes) => {
        const secret = newSecret(made, () => bytes);
        expect(secret.slice(-6)).toBe(base62Number(crc32(secret.slice(0, -6)), 6));
        expect(secretTypeOf(secret)).toBe(made);
        for (const other of Object.values(SECRET_TYPES))
          expect(isWellFormedSecret(other, secret)).toBe(other === made);
      }),
      { numRuns: 20 },
    );
  });

  test.each([
    ["nothing", ""],
    ["a mistyped character", SECRET.replace("77", "78")],
    ["a mistyped checksum", `${SECRET.slice(0, -1)}${SECRET.endsWith("0") ? "1" : "0"}`],
    ["something before it", ` ${SECRET}`],
    ["something after it", `${SECRET}\n`],
    ["an unknown type", SECRET.replace("ing", "xyz")],
    ["another known type", SECRET.replace("ing", "key")],
    ["a character too few", SECRET.slice(0, -1)],
    ["a character too many", `${SECRET}0`],
    ["a sign that is none of its characters", SECRET.replace("77", "7-")],
  ])("is none with %s", (_, text) => {
    expect(secretTypeOf(text)).toBeNull();
    expect(isWellFormedSecret("ing", text)).toBe(false);
  });

  test("is hinted at by its last four characters", () => {
    expect(secretHint("hw_ing_abcdef")).toBe("cdef");
  });
});

test("text in base 62 passes over the bytes that would favour some characters, and asks for more", () => {
  const asked: number[] = [];
  const draws = [Uint8Array.of(248, 255, 0), Uint8Array.of(1, 247, 61)];
  const text = base62Text(3, (count) => {
    asked.push(count);
    return draws.shift() ?? new Uint8Array(count);
  });
  expect(text).toBe("01z");
  expect(asked).toEqual([3, 3]);
});
