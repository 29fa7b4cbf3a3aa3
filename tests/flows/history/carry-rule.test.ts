import fc from "fast-check";
import { expect, test } from "vitest";
import { deviceStatus, learnedIntervalMs } from "../../../lib/devices/device-status.ts";
import { carryForward } from "../../../lib/history/history-shard.actions.ts";
import { openTestDatabase } from "../../support/database.ts";
import { addHome } from "../../support/fixtures.ts";
import { testServices } from "../../support/services.ts";

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
const ENDS = Date.parse("2026-11-20T10:00:00Z");
const BEGINS = ENDS - QUARTER_MS;

const database = await openTestDatabase();
const home = await addHome(database);
for (const day of ["2026-11-18", "2026-11-19", "2026-11-20"])
  await database.sql`select ensure_snapshot_day(${day})`;

/** A device. `spoke`: a sensor's readings, in milliseconds before the quarter's end; their value is the index. */
type Drawn = {
  enabled: boolean;
  isPull: boolean;
  gaps: number[];
  silentMs: number | null;
  sensors: { spoke: number[]; isFaulty: boolean }[];
};

const seconds = fc.oneof(
  fc.constantFrom(5, 29, 30, 31, 60, 899, 900, 901, 3_600, 28_800, 86_399, 86_400, 86_401, 200_000),
  fc.integer({ min: 5, max: 4_000 }),
);
const usualMs = (gaps: number[]): number | null => learnedIntervalMs({ lastSeenAt: ENDS, gaps });

/** The longest silence after which a device is still online. */
const longestMs = (gaps: number[]): number => Math.max(3 * (usualMs(gaps) ?? QUARTER_MS), 45 * 60_000);

const timeText = (beforeMs: number): string => new Date(ENDS - beforeMs).toISOString();
const newestOf = (times: number[]): number => times.indexOf(Math.min(...times));
const arrayText = (items: (string | number | null)[]): string => `{${items.map((item) => item ?? "NULL")}}`;

async function store(devices: Drawn[]): Promise<void> {
  await database.sql`truncate devices, snapshots, carried_values cascade`;
  const rows = devices.map(({ enabled, isPull, gaps, silentMs, sensors }, index) => ({
    id: `dev_${index}`,
    type: isPull ? "pull" : "push",
    enabled,
    gaps: arrayText(gaps),
    seen: silentMs === null ? null : timeText(silentMs),
    values: arrayText(sensors.map(({ spoke: times }) => (times.length === 0 ? null : newestOf(times)))),
    at: arrayText(
      sensors.map(({ spoke: times }) => (times.length === 0 ? null : timeText(Math.min(...times)))),
    ),
  }));
  await database.sql`
    insert into devices (id, household_id, type, name, space, enabled, recent_gaps, last_seen_at,
    latest_values, latest_at, created_at) select id, ${home}, type, id, 'Cellar', enabled, gaps, seen,
    "values", at, now() from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id text, type text,
    enabled boolean, gaps integer[], seen timestamptz, "values" float8[], at timestamptz[])`;
  const sensors = devices.flatMap((drawn, index) =>
    drawn.sensors.map(({ isFaulty, spoke: times }, place) => ({
      device: `dev_${index}`,
      position: place + 1,
      isFaulty,
      times: arrayText(times.map(timeText)),
    })),
  );
  await database.sql`
    with sensor as ( select * from jsonb_to_recordset(${JSON.stringify(sensors)}::jsonb) as r (device text,
    position smallint, "isFaulty" boolean, times timestamptz[])), made as ( insert into sensors (id,
    device_id, position, key, label, kind, unit, is_state, faulty_at, created_at)
    select device || '_' || position, device, position, 's' || position, '', 'temperature', '°F', false,
    case when "isFaulty" then now() end, now() from sensor)
    select store_snapshot(devices.number, spoke.at, array_fill(null::float8, array[position - 1]) ||
    array[(spoke.place - 1)::float8]) from sensor join devices on devices.id = sensor.device cross
    join lateral unnest(times) with ordinality as spoke (at, place)`;
}

const HELD: Drawn = {
  enabled: true,
  isPull: false,
  gaps: Array(20).fill(900),
  silentMs: QUARTER_MS + 1,
  sensors: [{ spoke: [QUARTER_MS + 1], isFaulty: false }],
};
const spoken = (...spoke: number[]) => ({ sensors: [{ spoke, isFaulty: false }] });
const ALLOWED_MS = longestMs(HELD.gaps);

test("a tick carries the newest value of an online device into a quarter hour that has none", async () => {
  const cases: [what: string, changed: Partial<Drawn>, held: number | null][] = [
    ["spoke before the quarter", {}, 0],
    ["spoke in it", spoken(QUARTER_MS, 2 * QUARTER_MS), null],
    ["spoke after it, and before it", spoken(0, QUARTER_MS + 1), 1],
    ["spoke a day ago", spoken(24 * HOUR_MS), 0],
    ["spoke more than a day ago", spoken(24 * HOUR_MS + 1), null],
    ["has an unplugged probe", { sensors: [{ spoke: [QUARTER_MS + 1], isFaulty: true }] }, null],
    ["is disabled", { enabled: false }, null],
    ["is a feed's", { isPull: true }, null],
    ["was never heard", { silentMs: null }, null],
    ["is late", { silentMs: ALLOWED_MS }, 0],
    ["is offline", { silentMs: ALLOWED_MS + 1 }, null],
  ];
  await store(cases.map(([, changed]) => ({ ...HELD, ...changed })));
  await carryForward(testServices(database).db, new Date(ENDS + 60_000));
  const rows = await database.query<{ id: string; value: number }>(
    `select devices.id, value from carried_values join devices on number = device_number
     where from_bucket = $1 and to_bucket = $1`,
    [BEGINS / QUARTER_MS],
  );
  const heldOf = (index: number) => rows.find(({ id }) => id === `dev_${index}`)?.value ?? null;
  expect(cases.map(([what], index) => [what, heldOf(index)])).toEqual(
    cases.map(([what, , held]) => [what, held]),
  );
});

test("the database tells the silence that makes offline as the pure rules do", async () => {
  const all = fc.sample(fc.array(seconds, { maxLength: 20 }), 1_000);
  const [row] = await database.sql<{ told: number[] }>`
    select array_agg((extract(epoch from offline_after(gaps)) * 1000)::float8 order by place) as told
    from unnest(${all.map(arrayText)}::text[]) with ordinality as drawn (text, place), lateral (select
    text::integer[] as gaps) as read`;
  expect(row?.told).toEqual(all.map(longestMs));
  for (const gaps of all) {
    const silent = (ms: number) =>
      deviceStatus(
        { enabled: true, lastSeenAt: new Date(ENDS - ms), usualIntervalMs: usualMs(gaps) },
        new Date(ENDS),
      );
    expect([silent(longestMs(gaps)), silent(longestMs(gaps) + 1)]).toEqual(["late", "offline"]);
  }
});
