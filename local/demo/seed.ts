import path from "node:path";
import { Client } from "pg";
import { newSecret } from "../../lib/kernel/secret.ts";
import { aesVault } from "../../lib/kernel/web-crypto.vendor.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import type { LocalSecrets } from "../start/local-secrets.ts";
import { seedCompanion } from "./companion.ts";
import { ADA, CLEO, type DemoDevice, type DemoHome, type DemoMember, seedHistory } from "./demo.ts";
import { type DemoFile, demoFile, earlierDemo, writeDemo } from "./demo-file.ts";
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

const DEMO_AGE_MS = 42 * 86_400_000;

/** The home, its people and its devices with their sensors; what is there already is left as it is. */
async function seedHome(client: Client, home: DemoHome, history: boolean, now: Date): Promise<void> {
  // Nobody has to wait a week for what only homes get that have been there for a while.
  const opened = new Date(now.getTime() - DEMO_AGE_MS);
  await client.query(
    `insert into households (id, name, plan, time_zone, temperature_unit, latitude, longitude, created_at)
     values ($1, $2, $3, $4, 'F', $5, $6, $7) on conflict (id) do nothing`,
    [home.householdId, home.name, home.plan, home.timeZone, home.latitude, home.longitude, opened],
  );
  for (const member of home.members) await seedMember(client, home.householdId, member, now);
  // What has a history has been there for as long.
  const since = history ? new Date(now.getTime() - DEMO_AGE_MS) : now;
  for (const device of home.devices)
    await seedDevice(client, home.householdId, device, { history, now, since });
}

async function seedMember(client: Client, householdId: string, member: DemoMember, now: Date): Promise<void> {
  const { userId, email, role, phone = null, pushToken = null } = member;
  await client.query("insert into users (id, email, created_at) values ($1, $2, $3) on conflict do nothing", [
    userId,
    email,
    now,
  ]);
  await client.query(
    "insert into memberships (household_id, user_id, role, created_at) values ($1, $2, $3, $4) on conflict do nothing",
    [householdId, userId, role, now],
  );
  for (const [channel, address] of [
    ["sms", phone],
    ["push", pushToken],
  ])
    if (address !== null)
      await client.query(
        `insert into contact_points (id, user_id, channel, address, verified_at, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $5, $5) on conflict do nothing`,
        [`ctp_${channel}_${userId}`, userId, channel, address, now],
      );
}

async function seedDevice(
  client: Client,
  householdId: string,
  device: DemoDevice,
  { history, now, since }: { history: boolean; now: Date; since: Date },
): Promise<void> {
  const { rowCount } = await client.query(
    `insert into devices (id, household_id, type, name, space, latest_values, latest_at, created_at)
     values ($1, $2, 'push', $3, $4, array_fill(null::float8, array[$5::integer]),
       array_fill(null::timestamptz, array[$5::integer]), $6) on conflict (id) do nothing`,
    [device.id, householdId, device.name, device.space, device.sensors.length, since],
  );
  if (rowCount === 0) return;
  for (const [index, sensor] of device.sensors.entries()) {
    await client.query(
      `insert into sensors (id, device_id, position, key, label, kind, unit, is_state, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        `${device.id.replace("dev_", "sen_")}_${sensor.key}`,
        device.id,
        index + 1,
        sensor.key,
        sensor.label,
        sensor.kind,
        sensor.unit,
        sensor.isState,
        since,
      ],
    );
  }
  if (history) await seedHistory(client, device, now);
}
