import path from "node:path";
import { Client } from "pg";
import { newSecret } from "../../lib/kernel/secret.ts";
import { aesVault } from "../../lib/kernel/web-crypto.vendor.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import type { LocalSecrets } from "../start/local-secrets.ts";
import { seedCompanion } from "./companion.ts";
import { ADA, CLEO } from "./demo.ts";
import { type DemoFile, demoFile, earlierDemo, writeDemo } from "./demo-file.ts";
import { seedHome } from "./home.ts";
import { seedKeys } from "./keys.ts";
import { seedSignInLink } from "./sign-in-link.ts";

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

export interface SeedInput {
  connectionString: string;
  baseUrl: string;
  /** The stand-in for the providers that are not configured. */
  sandboxUrl?: string | undefined;
  dataDir: string;
  history: boolean;
  secrets: LocalSecrets;
}

/** Makes the demo homes where they are missing, and writes `demo.json` with all that opens them. */
export async function seedDemo(input: SeedInput): Promise<{ lines: string[] }> {
  const file = path.join(input.dataDir, "demo.json");
  const { baseUrl, sandboxUrl, secrets, connectionString } = input;
  const demo = demoFile({ baseUrl, sandboxUrl, cronSecret: secrets.CRON_SECRET }, await earlierDemo(file));
  const vaults = {
    serverVault: aesVault({ current: secrets.SERVER_SECRET }),
    keyVault: aesVault({ current: secrets.INGEST_KEY_ENCRYPTION_SECRET }),
  };
  const now = new Date();
  const link = newSecret(SECRET_TYPES.signInLink, random);
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await seedHome(client, ADA, input.history, now);
    await seedHome(client, CLEO, input.history, now);
    await seedKeys(client, demo, vaults, now);
    await seedSignInLink(client, ADA.members[0].email, link, now);
    const ada = { householdId: ADA.householdId, userId: ADA.members[0].userId };
    await seedCompanion(client, ada, demo, vaults.serverVault, now);
  } finally {
    await client.end();
  }
  await writeDemo(file, demo);
  return { lines: linesFor(demo, link) };
}

const linesFor = (demo: DemoFile, link: string): string[] => [
  "",
  "Sign in as Ada, who owns the demo's Pro home (the link works once, within a day):",
  `  ${demo.base_url}/sign-in/link/${link}`,
  "Send a reading:",
  `  curl -d '{"temp1":41.5,"humidity1":55}' ${demo.base_url}/api/ingest/${demo.push_device.ingest_key}`,
  "See it (in a browser too):",
  `  ${demo.base_url}/api/share/${demo.share_token}/latest`,
  "",
];
