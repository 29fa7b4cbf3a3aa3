import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { EXPORT_PLACES, exportedTables } from "../../lib/export/places.ts";
import { PersonExport } from "../../schema/wire/account/sign-in.ts";
import { addContactPoint } from "../support/contacts.ts";
import { addAlert, addDevice, addMember, signIn } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";

/** Makes all sessions count as just confirmed. */
const proveAll = () => house.database.sql`update sessions set proved_at = ${house.clock()}`;

const texts = (zip: Uint8Array): Map<string, string> =>
  new Map(Object.entries(unzipSync(zip)).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]));

const house = await openHouse();
const device = await addDevice(house.database, house.home, { name: 'Cellar "node" é/..', space: "Cellar" });
// A new device may send a buffer of readings that are up to 90 days old.
const recorded_at = new Date(house.clock().getTime() - 89 * 86_400_000).toISOString();
for (const temp1 of [68, 67, [{ temp1: 66 }, { temp1: 40, recorded_at }]]) {
  const init = { method: "POST", body: JSON.stringify(typeof temp1 === "number" ? { temp1 } : temp1) };
  expect((await house.apps.ingest.request(`/api/ingest/${device.ingestKey}`, init)).status).toBe(200);
  house.clock.advance(60_000);
}
await addAlert(house.database, house.home);
await proveAll();

describe("the export of a home", () => {
  test("has a place for every table of the schema, or a reason", async () => {
    const tables = await house.database.sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition`;
    expect(Object.keys(EXPORT_PLACES).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  test("finds every table that names a home or a person, but for those with a reason", async () => {
    const columns = await house.database.sql<{ table: string; column: string }>`
      select c.relname as "table", a.attname as "column" from pg_class c join pg_attribute a
      on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;
    const naming = (names: string[]) =>
      columns.filter(({ column }) => names.includes(column)).map(({ table }) => table);
    const left = (whose: "home" | "person", names: string[]) =>
      naming(names).filter((table) => {
        const place = EXPORT_PLACES[table];
        if (place === undefined || "because" in place || "readings" in place) return place === undefined;
        return place[whose] === undefined;
      });
    // Sessions belong to people, not to a home.
    expect(new Set(left("home", ["household_id", "device_id", "device_number"]))).toEqual(
      new Set(["sessions", "companion_sessions"]),
    );
    expect(left("person", ["user_id", "email", "recipient", "actor_id"])).toEqual([]);
  });

  test("is one archive: a file for each kind of thing, and each device's readings as CSV", async () => {
    const answer = await house.call("GET", "/api/v1/household/export.zip", { cookie: house.cookie });
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
    const files = texts(new Uint8Array(await answer.arrayBuffer()));
    const tables = exportedTables("home").map(({ table }) => `data/${table}.json`);
    expect([...files.keys()]).toEqual(expect.arrayContaining(["README.txt", ...tables]));
    expect(JSON.parse(files.get("data/alerts.json") ?? "")).toHaveLength(1);
    expect(JSON.parse(files.get("data/sensors.json") ?? "")).toMatchObject([{ key: "temp1" }]);
    const readings = files.get(`readings/Cellar node e ${device.id}.csv`) ?? "";
    expect(readings.trim().split("\n")).toHaveLength(5);
    expect(files.has(`readings/Cellar node e ${device.id} days.csv`)).toBe(true);
  });

  test("holds nothing that opens anything, and nothing of another home", async () => {
    const answer = await house.call("GET", "/api/v1/household/export.zip", { cookie: house.cookie });
    const all = [...texts(new Uint8Array(await answer.arrayBuffer())).values()].join("\n");
    expect(all).not.toMatch(/"(\w*_hash|sealed_\w+|callout_ingest_key)"/);
    expect(all).not.toContain(device.ingestKey);
    const others = await house.database.sql<{ id: string }>`
      select id from households where id <> ${house.home}`;
    expect(others.length).toBeGreaterThan(0);
    for (const { id } of others) expect(all).not.toContain(id);
  });

  test("is read page by page, each row once", async () => {
    await house.database.sql`
      insert into activity (household_id, at, actor_type, action)
      select ${house.home}, now(), 'system', 'sensors_changed' from generate_series(1, 1203)`;
    const [{ n } = { n: 0 }] = await house.database.sql<{ n: number }>`
      select count(*)::integer as n from activity where household_id = ${house.home}`;
    const answer = await house.call("GET", "/api/v1/household/export.zip", { cookie: house.cookie });
    const rows = JSON.parse(
      texts(new Uint8Array(await answer.arrayBuffer())).get("data/activity.json") ?? "",
    ) as { id: number }[];
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(n);
  });
});

test("the export of a person is every member's: what is kept about them, and of nobody else", async () => {
  const dora = await addMember(house.database, house.home, "viewer", "dora@example.com");
  const cookie = await signIn(house.database, dora, house.clock());
  await proveAll();
  // Anybody may type a number to which another home writes, too.
  const number = "+14155550142";
  await addContactPoint(house.database, dora.userId, "sms", number, { isVerified: false });
  for (const [id, of] of Object.entries({ msg_ofherhome: house.home, msg_nextdoor: house.otherHome }))
    await house.database.sql`
      insert into outbox (id, household_id, channel, recipient, dedupe_key, kind, sealed_message, next_attempt_at, created_at)
      values (${id}, ${of}, 'sms', ${number}, ${id}, 'alert', '', now(), now())`;
  const answer = await house.call("GET", "/api/account/user/export", { cookie });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  const { data: kept } = PersonExport.parse(JSON.parse(text));
  expect(Object.keys(kept)).toEqual(exportedTables("person").map(({ table }) => table));
  expect(kept.users).toMatchObject([{ email: "dora@example.com" }]);
  expect(kept.memberships).toMatchObject([{ household_id: house.home, role: "viewer" }]);
  expect(kept.sessions).toHaveLength(1);
  expect(kept.outbox).toMatchObject([{ id: "msg_ofherhome" }]);
  expect(text).not.toContain(house.ada.email);
  expect(text).not.toMatch(/"(\w*_hash|sealed_\w+)"/);
});
