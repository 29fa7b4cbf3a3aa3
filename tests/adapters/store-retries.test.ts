import { describe, expect, test } from "vitest";
import { databaseOver, neonQueries, STORE_LIMITS } from "../../lib/kernel/db.queries.ts";

/** Runs work that fails with the code this many times and then succeeds; returns its result and the pauses. */
async function run(kind: "repeatable" | "once", code: string, fails: number) {
  const pauses: number[] = [];
  let tried = 0;
  const queries = neonQueries("postgresql://somebody:something@nowhere.invalid/none");
  const db = databaseOver(queries, { pause: async (ms) => void pauses.push(ms) });
  const work = async () => {
    tried += 1;
    if (tried <= fails) throw Object.assign(new Error("It failed"), { code });
    return "answered";
  };
  const outcome = await db(kind, work).catch(({ failure }: { failure: string }) => failure);
  return { outcome, tried, pauses };
}

describe("work that may run once", () => {
  test("is not repeated where nobody knows whether it ran", async () => {
    expect(await run("once", "ECONNRESET", 1)).toEqual({ outcome: "unknown", tried: 1, pauses: [] });
  });

  test.each(["57P03", "40P01"])("is repeated where it surely did not (%s)", async (code) => {
    expect(await run("once", code, 1)).toMatchObject({ outcome: "answered", tried: 2 });
  });
});

describe("work that may run twice", () => {
  test("is repeated after an unknown outcome, after longer and longer pauses", async () => {
    const base = STORE_LIMITS.storeRetryBaseMs;
    expect(await run("repeatable", "ECONNRESET", 2)).toEqual({
      outcome: "answered",
      tried: 3,
      pauses: [base, 3 * base],
    });
  });

  test("is given up after its attempts", async () => {
    const { outcome, tried } = await run("repeatable", "57P01", 100);
    expect([outcome, tried]).toEqual(["unknown", STORE_LIMITS.storeAttemptsMax]);
  });

  test("is not repeated where the statement itself is at fault", async () => {
    expect(await run("repeatable", "23505", 1)).toMatchObject({ outcome: "refused", tried: 1 });
  });
});
