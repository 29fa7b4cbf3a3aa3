import { chmod, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { newSecret, secretHint } from "../lib/domain/secret.ts";
import { byteaText, secretHash } from "../lib/store/secret-hash.ts";
import { SECRET_TYPES } from "../schema/vocabulary.ts";
import { ADA, type DemoDevice } from "./demo.ts";
import { seedHistory } from "./demo-history.ts";

export interface SeedInput {
  connectionString: string;
  baseUrl: string;
  dataDir: string;
  history: boolean;
}

/** What `demo.json` holds: the demo's addresses and secrets, for people and for scripts. */
type DemoFile = {
  base_url: string;
  household_id: string;
  push_device: { id: string; ingest_key: string };
  share_token: string;
};

/**
 * Makes the demo home where it is missing and writes `demo.json`. Secrets are kept from the file of an earlier
 * start; where it is gone, the same home gets new ones.
 */
export async function seedDemo({
  connectionString,
  baseUrl,
  dataDir,
  history,
}: SeedInput): Promise<{ lines: string[] }> {
  const file = path.join(dataDir, "demo.json");
  const demo = demoFile(baseUrl, await earlierDemo(file));
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await seedAda(client, demo, history);
  } finally {
    await client.end();
  }
  await writeFile(file, `${JSON.stringify(demo, null, 2)}\n`);
  await chmod(file, 0o600);
  return { lines: linesFor(demo) };
}

async function earlierDemo(file: string): Promise<Partial<DemoFile>> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Partial<DemoFile>;
  } catch {
    // None yet, or unreadable: the home gets new secrets, nothing else depends on it.
    return {};
  }
}

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

const demoFile = (baseUrl: string, earlier: Partial<DemoFile>): DemoFile => ({
  base_url: baseUrl,
  household_id: ADA.householdId,
  push_device: {
    id: ADA.devices[0].id,
    ingest_key: earlier.push_device?.ingest_key ?? newSecret(SECRET_TYPES.ingestKey, random),
  },
  share_token: earlier.share_token ?? newSecret(SECRET_TYPES.shareToken, random),
});

async function seedAda(client: Client, demo: DemoFile, history: boolean): Promise<void> {
  const now = new Date();
  await client.query(
    `insert into households (id, name, plan, created_at) values ($1, $2, 'pro', $3) on conflict (id) do nothing`,
    [ADA.householdId, ADA.name, now],
  );
  for (const device of ADA.devices) await seedDevice(client, device, history, now);
  await client.query("update devices set ingest_key_hash = $2, ingest_key_hint = $3 where id = $1", [
    demo.push_device.id,
    byteaText(await secretHash(demo.push_device.ingest_key)),
    secretHint(demo.push_device.ingest_key),
  ]);
  await client.query(
    `insert into share_links (id, household_id, name, scope, token_hash, token_hint, created_at)
     values ($1, $2, $3, 'history', $4, $5, $6)
     on conflict (id) do update set token_hash = excluded.token_hash, token_hint = excluded.token_hint`,
    [
      ADA.shareLinkId,
      ADA.householdId,
      ADA.name,
      byteaText(await secretHash(demo.share_token)),
      secretHint(demo.share_token),
      now,
    ],
  );
}

async function seedDevice(client: Client, device: DemoDevice, history: boolean, now: Date): Promise<void> {
  const { rowCount } = await client.query(
    `insert into devices (id, household_id, type, name, space, latest_values, latest_at, created_at)
     values ($1, $2, 'push', $3, $4, array_fill(null::float8, array[$5::integer]),
       array_fill(null::timestamptz, array[$5::integer]), $6) on conflict (id) do nothing`,
    [device.id, ADA.householdId, device.name, device.space, device.sensors.length, now],
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
        now,
      ],
    );
  }
  if (history) await seedHistory(client, device.id, device.sensors, now);
}

const linesFor = (demo: DemoFile): string[] => [
  "",
  "Send a reading:",
  `  curl -d '{"temp1":41.5,"humidity1":55}' ${demo.base_url}/api/ingest/${demo.push_device.ingest_key}`,
  "See it (in a browser too):",
  `  ${demo.base_url}/api/share/${demo.share_token}/latest`,
  "",
];
