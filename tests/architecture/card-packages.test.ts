import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** The packages that the product is built on. */
const CARD = [
  "hono",
  "@neondatabase/serverless",
  "drizzle-orm",
  "zod",
  "@upstash/ratelimit",
  "@upstash/redis",
  "resend",
  "twilio",
  "firebase-admin",
];

const sources = globSync("{lib,functions}/**/*.{ts,tsx}", { cwd: ROOT }).map((file) =>
  readFileSync(join(ROOT, file), "utf8"),
);
const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

test.each(CARD)("%s is a dependency that lib or functions import", (name) => {
  expect(Object.keys(dependencies)).toContain(name);
  expect(sources.some((text) => new RegExp(`from "${name}(/[^"]+)?"`).test(text))).toBe(true);
});
