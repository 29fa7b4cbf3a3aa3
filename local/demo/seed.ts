import path from "node:path";
import { and, eq, isNull, sql } from "drizzle-orm";
import { aesVault, webRandom } from "../../lib/kernel/runtime.vendor.ts";
import { newSecret } from "../../lib/kernel/secret.ts";
import { DAY_MS } from "../../lib/kernel/time.ts";
import { contactPoints } from "../../schema/tables/contact.ts";
import { devices, sensors } from "../../schema/tables/device.ts";
import { households, memberships, users } from "../../schema/tables/household.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import type { LocalSecrets } from "../start/local-secrets.ts";
import { ADA, CLEO, type DemoDevice, type DemoHome, type DemoMember } from "./demo.ts";
import { type DemoFile, demoFile, earlierDemo, writeDemo } from "./demo-file.ts";
import { putKeys } from "./keys.ts";
import { type DemoRows, putSignInLink, withRows } from "./rows.ts";

const STEP_MS = 15 * 60_000;
const HISTORY_DAYS = 10;
/** Old enough for features that only homes of some age have. */
const DEMO_AGE_DAYS = 42;

interface SeedInput {
  connectionString: string;
  baseUrl: string;
  /** The stand-in for providers that aren't configured. */
  sandboxUrl?: string | undefined;
  dataDir: string;
  history: boolean;
  secrets: LocalSecrets;
}

/** Creates the demo homes if they are missing, and writes `demo.json` with all their secrets. */
export async function seedDemo(input: SeedInput, now = new Date()) {
  const file = path.join(input.dataDir, "demo.json");
  const { baseUrl, sandboxUrl, secrets, connectionString, history } = input;
  const demo = demoFile({ baseUrl, sandboxUrl, cronSecret: secrets.CRON_SECRET }, await earlierDemo(file));
  const vaults = {
    serverVault: aesVault({ current: secrets.SERVER_SECRET }),
    keyVault: aesVault({ current: secrets.INGEST_KEY_ENCRYPTION_SECRET }),
  };
  const link = newSecret(SECRET_TYPES.signInLink, webRandom);
  await withRows(connectionString, async (rows) => {
    for (const home of [ADA, CLEO]) await addHome(rows, home, history, now);
    await putKeys(rows, demo, vaults, now);
    await putSignInLink(rows, ADA.members[0].email, link, now);
  });
  await writeDemo(file, demo);
  return { lines: linesFor(demo, link), demo };
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

/** Adds a home, its people, devices and sensors. Leaves existing ones unchanged. */
async function addHome(rows: DemoRows, home: DemoHome, history: boolean, now: Date): Promise<void> {
  const opened = new Date(now.getTime() - DEMO_AGE_DAYS * DAY_MS);
  const { householdId: id, name, plan, timeZone, latitude, longitude } = home;
  await rows
    .insert(households)
    .values({ id, name, plan, timeZone, latitude, longitude, temperatureUnit: "F", createdAt: opened })
    .onConflictDoNothing();
  for (const member of home.members) await addMember(rows, id, member, now);
  for (const device of home.devices) {
    // A device with a history is as old as that.
    const heard = history ? new Date(now.getTime() - HISTORY_DAYS * DAY_MS) : now;
    const isNew = await addDevice(rows, id, device, { added: history ? opened : now, heard });
    if (isNew && history) await addHistory(rows, device, now);
  }
}

async function addMember(rows: DemoRows, householdId: string, member: DemoMember, now: Date): Promise<void> {
  const { userId, email, name, role, phone, pushToken } = member;
  await rows.insert(users).values({ id: userId, email, name, createdAt: now }).onConflictDoNothing();
  await rows.insert(memberships).values({ householdId, userId, role, createdAt: now }).onConflictDoNothing();
  const contacts = [
    { channel: "sms", address: phone },
    { channel: "push", address: pushToken },
  ] as const;
  for (const { channel, address } of contacts) {
    if (address === undefined) continue;
    const id = `ctp_${channel}_${userId}`;
    const times = { verifiedAt: now, createdAt: now, updatedAt: now };
    await rows
      .insert(contactPoints)
      .values({ id, userId, channel, address, ...times })
      .onConflictDoNothing();
  }
}

/** Returns false if the device already exists. */
async function addDevice(
  rows: DemoRows,
  householdId: string,
  device: DemoDevice,
  { added, heard }: { added: Date; heard: Date },
): Promise<boolean> {
  const { id, name, space } = device;
  const { length } = device.sensors;
  const made = await rows
    .insert(devices)
    .values({
      id,
      householdId,
      type: "push",
      name,
      space,
      createdAt: added,
      latestValues: sql`array_fill(null::float8, array[${length}::integer])`,
      latestAt: sql`array_fill(null::timestamptz, array[${length}::integer])`,
    })
    .onConflictDoNothing()
    .returning({ id: devices.id });
  if (made.length === 0) return false;
  await rows.insert(sensors).values(
    device.sensors.map(({ at: _, ...sensor }, index) => ({
      ...sensor,
      id: `${id.replace("dev_", "sen_")}_${sensor.key}`,
      deviceId: id,
      position: index + 1,
      createdAt: heard,
    })),
  );
  return true;
}

/** Fills the last days of a device, with its latest values and its battery. */
async function addHistory(rows: DemoRows, { id, sensors: all, battery }: DemoDevice, now: Date) {
  const last = Math.floor(now.getTime() / STEP_MS) * STEP_MS;
  const steps = (HISTORY_DAYS * DAY_MS) / STEP_MS;
  const snapshots = Array.from({ length: steps }, (_, index) => {
    const ms = last - (steps - 1 - index) * STEP_MS;
    return { at: new Date(ms).toISOString(), values: all.map((sensor) => sensor.at(ms)) };
  });
  const newest = snapshots.at(-1);
  await rows.execute(sql`
    select ensure_snapshot_day(day::date)
    from generate_series(${snapshots[0]?.at}::date, ${newest?.at}::date, interval '1 day') as day`);
  await rows.execute(sql`
    insert into snapshots (device_number, recorded_at, "values")
    select device.number, (snapshot->>'at')::timestamptz,
      array(select jsonb_array_elements_text(snapshot->'values')::float8)
    from devices device, jsonb_array_elements(${JSON.stringify(snapshots)}::jsonb) as snapshot
    where device.id = ${id} on conflict do nothing`);
  const at = new Date(last);
  const chargedPct = Math.min(100, Math.round(battery.pct + battery.fallsPerDay * DEMO_AGE_DAYS));
  await rows
    .update(devices)
    .set({
      latestValues: newest?.values ?? [],
      latestAt: all.map(() => at),
      lastSeenAt: at,
      batteryPct: battery.pct,
      rssi: -61,
      chargedPct,
      chargedAt: new Date(now.getTime() - ((chargedPct - battery.pct) / battery.fallsPerDay) * DAY_MS),
    })
    .where(and(eq(devices.id, id), isNull(devices.lastSeenAt)));
}
