import { expect, test } from "vitest";
import { groupsOf, readWranglerConfig } from "../../deploy/wrangler-toml.ts";
import { speak } from "../support/processes.ts";

const dryRun = async (...words: string[]) => {
  const spoken = speak(["deploy/deploy.ts", ...words, "--dry-run"], { BASE_URL: "https://home.ada.example" });
  return { code: await spoken.exited, said: spoken.output() };
};

test("a dry run to Cloudflare names every function and every step, and ends well without any account", async () => {
  const { code, said } = await dryRun("cloudflare");
  expect(code, said).toBe(0);
  for (const [, { name }] of groupsOf(await readWranglerConfig()))
    expect(said).toContain(`Deploy ${name} with DATABASE_URL`);
  for (const words of [
    "DATABASE_URL is not set.",
    "Generate SERVER_SECRET",
    "migrations",
    "Create the queue",
    "Check https://home.ada.example",
  ])
    expect(said).toContain(words);
});

test.each([["vercel", "Deploy the built output to production"]])(
  "a dry run to %s ends well",
  async (target, words) => {
    const { code, said } = await dryRun(target);
    expect(code, said).toBe(0);
    expect(said).toContain(words);
  },
);

test.each([["deploy"], ["doctor"]])(
  "npm run %s -- --help tells the words and is no failure",
  async (verb) => {
    const words = verb === "doctor" ? ["doctor"] : [];
    const spoken = speak(["deploy/deploy.ts", ...words, "--help"], {});
    expect(await spoken.exited).toBe(0);
    expect(spoken.output()).toContain("Usage: npm run deploy");
  },
);
