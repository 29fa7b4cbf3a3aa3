import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { addDevice } from "../support/fixtures.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { isOnPath } from "../support/programs.ts";
import { serveHouse } from "../support/served-house.ts";
import { spawnProgram } from "../support/spawned.ts";

const PYTHON = `
import sys
from influxdb import InfluxDBClient
client = InfluxDBClient("127.0.0.1", int(sys.argv[1]), "any", sys.argv[2], "home")
client.ping()
if {"name": "home"} not in client.get_list_database():
    client.create_database("home")
point = {"measurement": "room", "tags": {"room": "hall"}, "fields": {"temp_c": 6.5}}
assert client.write_points([point])
`;

/** Client version 1 of InfluxDB, as Debian packages it: `influxdb-client` and `python3-influxdb`. */
const hasCli = isOnPath("influx");
const hasPython = isOnPath("python3") && (await exitOf("python3", ["-c", "import influxdb"])).code === 0;
if (!hasCli) console.warn("SKIPPED: needs influx (Debian: influxdb-client)");
if (!hasPython) console.warn("SKIPPED: needs python3-influxdb");

const house = await serveHouse();
const device = await addDevice(house.database, house.home);
const folder = await memoryFolder("hearthwatch-influx-");
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function exitOf(program: string, args: string[]): Promise<{ code: number | null; said: string }> {
  const env = { PYTHONPATH: process.env.PYTHONPATH ?? "" };
  const spawned = spawnProgram(program, args, { cwd: "/tmp", env });
  return { code: await spawned.exited, said: spawned.output() };
}

const port = () => new URL(house.url).port;
const keys = () =>
  house.database.sql`select key, unit from sensors where device_id = ${device.id} order by key`;

test.skipIf(!hasCli)("Debian's influx writes and lists databases", async () => {
  const signedIn = ["-host", "127.0.0.1", "-port", port(), "-username", "any", "-password", device.ingestKey];
  const inserted = ["-database", "home", "-execute", "INSERT room,room=attic temp_c=4.4"];
  expect(await exitOf("influx", [...signedIn, ...inserted])).toEqual({ code: 0, said: "" });
  const listed = await exitOf("influx", [...signedIn, "-execute", "SHOW DATABASES"]);
  expect([listed.code, listed.said]).toEqual([0, expect.stringContaining("hearthwatch")]);
  expect(await keys()).toContainEqual({ key: "room_attic_temp_c", unit: "°C" });
});

test.skipIf(!hasPython)("python-influxdb makes its database and writes", async () => {
  const script = path.join(folder, "write.py");
  await writeFile(script, PYTHON);
  expect(await exitOf("python3", [script, port(), device.ingestKey])).toEqual({ code: 0, said: "" });
  expect(await keys()).toContainEqual({ key: "room_hall_temp_c", unit: "°C" });
});
