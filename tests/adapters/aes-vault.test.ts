import { describe, expect, test } from "vitest";
import { aesVault } from "../../lib/kernel/runtime.vendor.ts";

const NEW = "correct-horse-battery-staple-2026";
const OLD = "a-secret-from-last-year-of-32-chars!";
const KEY = "hw_ing_4Kq9vTzL0bYc2WmN8sXrJ1hGfD3uPe5A7QoZ00";
const DEVICE = "dev_7Hs2kQp9";

const vault = aesVault({ current: NEW });
const sealed = await vault.seal("ingest-key", DEVICE, KEY);

const kept = async (secret: string | Uint8Array) =>
  vault.open("puck-secret", "puck_1", await vault.seal("puck-secret", "puck_1", secret));

describe("the vault", () => {
  test("opens what it sealed", async () => {
    expect(await vault.open("ingest-key", DEVICE, sealed)).toMatchObject({ text: KEY, isCurrent: true });
  });

  test("never seals the same text alike", async () => {
    const many = await Promise.all(Array.from({ length: 50 }, () => vault.seal("ingest-key", DEVICE, KEY)));
    expect(new Set(many.map((text) => text.split(".")[2])).size).toBe(50);
  });

  test.each([
    ["nothing", ""],
    ["any script", "ü€😀"],
    ["a byte order mark", "\ufeffmarked"],
    ["the longest text", "x".repeat(262_144)],
  ])("keeps %s", async (_, text) => {
    expect((await kept(text))?.text).toBe(text);
  });

  test("keeps bytes that are no text", async () => {
    const bytes = Uint8Array.from({ length: 128 }, (_, index) => 255 - index);
    expect((await kept(bytes))?.bytes).toEqual(bytes);
  });
});

describe("the vault refuses", () => {
  test("another device's row", async () => {
    expect(await vault.open("ingest-key", "dev_other", sealed)).toBeNull();
    expect(await vault.open("ingest-key", `${DEVICE} `, sealed)).toBeNull();
  });

  test("the same subject's secret of another purpose", async () => {
    expect(await vault.open("puck-secret", DEVICE, sealed)).toBeNull();
    expect(await vault.open("inbound-secret", DEVICE, sealed)).toBeNull();
  });

  test("anything with one character changed", async () => {
    for (let index = 0; index < sealed.length; index += 1) {
      for (const character of ["A", "B", "b", "0", "9", "-", "_", ".", "=", "+", " "]) {
        if (sealed[index] === character) continue;
        const changed = sealed.slice(0, index) + character + sealed.slice(index + 1);
        expect(await vault.open("ingest-key", DEVICE, changed), changed).toBeNull();
      }
    }
  });

  test("a row sealed under a secret that is no longer configured", async () => {
    expect(await aesVault({ current: OLD }).open("ingest-key", DEVICE, sealed)).toBeNull();
  });
});

describe("a change of the secret", () => {
  const rotated = aesVault({ current: NEW, previous: OLD });

  test("leaves older rows readable and says that they want sealing again", async () => {
    const before = await aesVault({ current: OLD }).seal("ingest-key", DEVICE, KEY);
    expect(await rotated.open("ingest-key", DEVICE, before)).toMatchObject({ text: KEY, isCurrent: false });
  });

  test("seals with the new secret from then on", async () => {
    const after = await rotated.seal("ingest-key", DEVICE, KEY);
    expect(await rotated.open("ingest-key", DEVICE, after)).toMatchObject({ text: KEY, isCurrent: true });
    expect(await aesVault({ current: NEW }).open("ingest-key", DEVICE, after)).toMatchObject({ text: KEY });
  });
});
