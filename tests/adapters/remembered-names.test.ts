import { describe, expect, test } from "vitest";
import type { Resolved } from "../../lib/guarded-fetch/doh-resolver.vendor.ts";
import { rememberedNames } from "../../lib/guarded-fetch/remembered-names.vendor.ts";
import { testClock } from "../support/services.ts";

const PUBLIC = "81.2.69.142";

function resolver(...answers: (Resolved | null)[]) {
  const clock = testClock();
  const asked: string[] = [];
  const resolve = rememberedNames(async (host) => {
    asked.push(host);
    return answers[Math.min(asked.length, answers.length) - 1] ?? null;
  }, clock);
  return { clock, asked, resolve };
}

describe("a name", () => {
  test("is asked for once while its records are good, and then again", async () => {
    const { clock, asked, resolve } = resolver(
      { addresses: [PUBLIC], seconds: 60 },
      { addresses: ["10.0.0.1"], seconds: 60 },
    );
    expect([await resolve("a.example"), await resolve("a.example")]).toEqual([[PUBLIC], [PUBLIC]]);
    clock.advance(59_999);
    expect(await resolve("a.example")).toEqual([PUBLIC]);
    expect(asked).toHaveLength(1);
    clock.advance(1);
    expect(await resolve("a.example")).toEqual(["10.0.0.1"]);
  });

  test.each([
    ["of which nobody can tell", null],
    ["without an address", { addresses: [], seconds: 3_600 }],
    ["whose records are good for no time", { addresses: [PUBLIC], seconds: 0 }],
  ])("%s is asked for each time", async (_name, answer) => {
    const { asked, resolve } = resolver(answer);
    expect(await resolve("a.example")).toEqual(answer?.addresses ?? []);
    await resolve("a.example");
    expect(asked).toHaveLength(2);
  });
});
