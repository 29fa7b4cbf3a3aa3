import { expect, test } from "vitest";
import { INGEST_PROBLEMS, MACHINE_PROBLEMS, PROBLEMS } from "../../schema/problems.ts";
import { bundles as readBundles } from "./bundles.ts";

/**
 * KB (1,024 bytes) of gzip that the edge loads for a group. It guards against accidents such as Twilio's whole package,
 * at 392 KB, and isn't a goal.
 */
const BUDGET_KB: Record<string, number> = {
  // The limit of Cloudflare's free plan.
  account: 420,
  companion: 170,
  cron: 640,
  inbound: 150,
  // zod/mini for the variables is 12 KB of it. A language's words are one file, whether or not they are used.
  ingest: 230,
  pages: 490,
  public: 230,
  share: 155,
  // Contains everything that a home can do, for keys and sessions; 50 KB of it read the bodies that a key posts.
  v1: 375,
};

const bundles = readBundles();

test("every function stays within its budget of bytes", () => {
  const over = bundles
    .map(({ worker, gzipBytes }) => ({
      worker,
      kb: Math.ceil(gzipBytes / 1_024),
      max: BUDGET_KB[worker] ?? 0,
    }))
    .filter(({ kb, max }) => kb > max);
  expect(over).toEqual([]);
});

test.each(["cron", "inbound", "ingest", "public", "share"])(
  "the %s function has words for all that it can refuse",
  (group) => {
    const { text = "" } = bundles.find(({ worker }) => worker === group) ?? {};
    const named = Object.keys(PROBLEMS).filter((name) => text.includes(`"${name}"`));
    expect(named).toContain("store_failed");
    const words = group === "ingest" ? INGEST_PROBLEMS : MACHINE_PROBLEMS;
    expect(named.filter((name) => !Object.hasOwn(words, name))).toEqual([]);
  },
);
