import type { Given } from "./doctor.ts";

/** Where Neon's regions of AWS are on Vercel. */
const VERCEL_REGIONS: Readonly<Record<string, string>> = {
  "us-east-1": "iad1",
  "us-east-2": "cle1",
  "us-west-2": "pdx1",
  "eu-central-1": "fra1",
  "eu-west-2": "lhr1",
  "ap-southeast-1": "sin1",
  "ap-southeast-2": "syd1",
  "sa-east-1": "gru1",
};

/**
 * The region of AWS that the database stands in, as its address says: whoever has chosen it there has chosen it for the functions
 * too. Null where the address says none.
 */
export function databaseRegion({ DATABASE_URL: url = "" }: Given): string | null {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return /\.([a-z]{2}-[a-z]+-\d)\.aws\.neon\.tech$/.exec(host)?.[1] ?? null;
}

/** Vercel's own region beside the database; null where none is known. */
export const vercelRegion = (given: Given): string | null =>
  VERCEL_REGIONS[databaseRegion(given) ?? ""] ?? null;
