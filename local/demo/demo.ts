import type { Client } from "pg";
import { DAY_MS } from "../../lib/kernel/time.ts";

const STEP_MS = 15 * 60_000;
const DEMO_HISTORY_DAYS = 10;
const BATTERY_DAYS = 42;

export const PULL_FEED_ID = "feed_demo";
export const PULL_DEVICE_ID = "dev_demoFeed";

/**
 * A sensor of the demo and how it behaves; `at` gives its value in its unit at a time in epoch milliseconds.
 */
export type DemoSensor = {
  key: string;
  label: string;
  kind: string;
  unit: string | null;
  isState: boolean;
  at: (ms: number) => number;
};

/** Percent now, and by how much it has fallen a day. */
type DemoBattery = { pct: number; fallsPerDay: number };

/** A daily swing around `mean`, with a little of the noise that a real probe has. */
export const daily =
  (mean: number, swing: number, decimals = 1) =>
  (ms: number) => {
    const phase = ((ms % DAY_MS) / DAY_MS) * 2 * Math.PI;
    const noise = Math.sin(ms / 1.7e6) * 0.2 + Math.sin(ms / 4.1e5) * 0.1;
    return Number((mean - swing * Math.cos(phase - 0.6) + noise).toFixed(decimals));
  };

/** True for `minutes` at the given hour (UTC) of every day. */
export const dailyFor = (hour: number, minutes: number) => (ms: number) => {
  const minuteOfDay = (ms % DAY_MS) / 60_000;
  return minuteOfDay >= hour * 60 && minuteOfDay < hour * 60 + minutes ? 1 : 0;
};

export const never = () => 0;

export type DemoHistory = { id: string; sensors: readonly DemoSensor[]; battery: DemoBattery };

/**
 * Fills the last ten days of a device whose sensors stand in this order, its latest values and its battery's
 * weeks.
 */
export async function seedHistory(
  client: Client,
  { id: deviceId, sensors, battery }: DemoHistory,
  now: Date,
): Promise<void> {
  const last = Math.floor(now.getTime() / STEP_MS) * STEP_MS;
  const moments = Array.from(
    { length: (DEMO_HISTORY_DAYS * DAY_MS) / STEP_MS },
    (_, index) => last - ((DEMO_HISTORY_DAYS * DAY_MS) / STEP_MS - 1 - index) * STEP_MS,
  );
  const rows = moments.map((ms) => ({
    at: new Date(ms).toISOString(),
    values: sensors.map((sensor) => sensor.at(ms)),
  }));
  const newest = rows.at(-1);
  await client.query(
    `select ensure_snapshot_day(day::date) from generate_series($1::date, $2::date, interval '1 day') as day`,
    [rows[0]?.at, newest?.at],
  );
  await client.query(
    `insert into snapshots (device_number, recorded_at, "values")
     select d.number, (row->>'at')::timestamptz, array(select jsonb_array_elements_text(row->'values')::float8)
     from devices d, jsonb_array_elements($2::jsonb) as row where d.id = $1
     on conflict do nothing`,
    [deviceId, JSON.stringify(rows)],
  );
  await client.query(
    `update devices set latest_values = $2, latest_at = array_fill($3::timestamptz, array[$4::integer]),
       last_seen_at = $3, battery_pct = $5, rssi = -61 where id = $1 and last_seen_at is null`,
    [deviceId, newest?.values, newest?.at, sensors.length, battery.pct],
  );
  await seedBattery(client, deviceId, battery, now);
}

/** Rounds to whole percents, as most devices do. */
async function seedBattery(
  client: Client,
  deviceId: string,
  { pct, fallsPerDay }: DemoBattery,
  now: Date,
): Promise<void> {
  await client.query(
    `insert into battery_days (device_number, day, pct)
     select number, ($2::timestamptz at time zone 'UTC')::date - ago, least(100, round($3::float8 + $4::float8 * ago))
     from devices, generate_series(0, $5::integer - 1) as ago where id = $1
     on conflict do nothing`,
    [deviceId, now, pct, fallsPerDay, BATTERY_DAYS],
  );
}

/** What the demo consists of. Ids are fixed, so that a second start finds what the first one made. */
export type DemoDevice = DemoHistory & { name: string; space: string };

const temperature = (key: string, label: string, mean: number, swing: number): DemoSensor => ({
  key,
  label,
  kind: "temperature",
  unit: "°F",
  isState: false,
  at: daily(mean, swing),
});

const humidity = (key: string, label: string, mean: number): DemoSensor => ({
  key,
  label,
  kind: "humidity",
  unit: "%",
  isState: false,
  at: daily(mean, 4),
});

const state = (
  key: string,
  label: string,
  kind: "door" | "flood",
  at: (ms: number) => number,
): DemoSensor => ({
  key,
  label,
  kind,
  unit: null,
  isState: true,
  at,
});

export type DemoMember = {
  userId: string;
  email: string;
  role: "owner" | "manager" | "member" | "viewer";
  /** The sandbox takes text messages and pushes of the demo, for nobody has this number or app. */
  phone?: string;
  pushToken?: string;
};

export type DemoHome = {
  householdId: string;
  name: string;
  plan: "free" | "pro";
  timeZone: string;
  latitude: number;
  longitude: number;
  members: readonly DemoMember[];
  devices: readonly DemoDevice[];
  shareScope: "live" | "metrics";
};

const member = (name: string, role: DemoMember["role"]): DemoMember => ({
  userId: `usr_demo${name}`,
  email: `${name.toLowerCase()}@hearthwatch.example`,
  role,
});

export const ADA = {
  householdId: "hh_demoAda",
  name: "Ada's home",
  plan: "pro",
  timeZone: "America/Chicago",
  latitude: 44.98,
  longitude: -93.27,
  members: [
    { ...member("Ada", "owner"), phone: "+15555550123", pushToken: "demo-push-token-of-ada" },
    member("Mona", "manager"),
    member("Max", "member"),
    member("Ben", "viewer"),
  ],
  shareScope: "metrics",
  devices: [
    {
      id: "dev_demoCellar",
      name: "Cellar node",
      space: "Cellar",
      battery: { pct: 88, fallsPerDay: 0.28 },
      sensors: [
        temperature("temp1", "Pipe at the north wall", 51, 2),
        humidity("humidity1", "Cellar humidity", 52),
        state("flood1", "Sump", "flood", never),
      ],
    },
    {
      id: "dev_demoGarage",
      name: "Garage node",
      space: "Garage",
      battery: { pct: 64, fallsPerDay: 0.85 },
      sensors: [
        temperature("temp1", "Garage", 46, 5),
        state("door1", "Garage door", "door", dailyFor(7, 30)),
      ],
    },
  ],
} as const satisfies DemoHome;

export const CLEO = {
  householdId: "hh_demoCleo",
  name: "Cleo's home",
  plan: "free",
  timeZone: "Europe/Berlin",
  latitude: 52.52,
  longitude: 13.4,
  members: [member("Cleo", "owner")],
  shareScope: "live",
  devices: [
    {
      id: "dev_demoKitchen",
      name: "Kitchen node",
      space: "Kitchen",
      battery: { pct: 91, fallsPerDay: 0.2 },
      sensors: [temperature("temp1", "Kitchen", 68, 3), humidity("humidity1", "Kitchen humidity", 45)],
    },
  ],
} as const satisfies DemoHome;
