import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOfText, hexText } from "../../../lib/kernel/text.ts";

const someBytes = fc.uint8Array({ minLength: 1, maxLength: 64 });

test("bytes written as hex are read back as they were, in either case", () => {
  expect(hexText(Uint8Array.of(0, 10, 255))).toBe("000aff");
  fc.assert(
    fc.property(someBytes, (bytes) => {
      expect(bytesOfText(hexText(bytes))).toEqual(bytes);
      expect(bytesOfText(hexText(bytes).toUpperCase())).toEqual(bytes);
    }),
  );
});
