import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { backUp } from "../../local/backup/back-up.ts";
import { putBack } from "../../local/backup/put-back.ts";
import { openSource } from "../../local/backup/source.ts";
import { scheduledBackups } from "../../local/machine/backup-schedule.ts";
import { createDatabase } from "../../local/postgres/cluster.ts";
import { migrateDatabase } from "../../local/postgres/migrate.ts";
import { type EmbeddedPostgres, startPostgres } from "../../local/postgres/start-postgres.ts";
import { lockDataFolder } from "../../local/start/data-lock.ts";
import { anotherUser } from "../support/another-user.ts";
import { openJobs } from "../support/jobs.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { prepareData } from "../support/prepared-data.ts";
import { PROJECT_FOLDER } from "../support/processes.ts";

const WRITES_APART_MS = 20;
const another = anotherUser();

const folder = await memoryFolder("hearthwatch-backup-");
const dataDir = path.join(folder, "data");
await prepareData(dataDir);
const postgres = await startPostgres({ dataDir, durable: false });
await writeFile(path.join(dataDir, "secrets.json"), '{"SERVER_SECRET":"kept"}', { mode: 0o600 });
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

async function ask(server: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: server.connectionString("postgres") });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test("a backup of a running database holds every row that was committed before it, and starts elsewhere", async () => {
  await ask(postgres, "create table readings (id int primary key)");
  await ask(postgres, "insert into readings select generate_series(1, 5000)");
  let writing = true;
  const writer = (async () => {
    for (let id = 10_000; writing; id += 1) {
      await ask(postgres, `insert into readings values (${id})`);
      await sleep(WRITES_APART_MS);
    }
  })();
  const copy = path.join(folder, "copy");
  await mkdir(`${copy}.partial`);
  await writeFile(path.join(`${copy}.partial`, "left-behind"), "by a backup that was cut off");
  const unlock = await lockDataFolder(dataDir, 0);
  expect(await backUp(dataDir, copy)).toMatchObject({ running: true });
  await unlock();
  writing = false;
  await writer;
  await expect(backUp(dataDir, copy)).rejects.toThrow("already exists");

  expect((await readdir(copy)).filter((file) => /lock|\.log$/.test(file))).toEqual([]);

  const again = path.join(folder, "again");
  // A backup made as root also needs a label that belongs to PostgreSQL's account: putBack starts the copy.
  expect(await putBack(copy, again)).toMatchObject({
    contents: "0 devices, 0 recent readings",
    manifest: { version: "0.1.0" },
  });
  const restored = await startPostgres({ dataDir: again, durable: false });
  try {
    const [counted] = await ask(restored, "select count(*)::int as rows from readings where id <= 5000");
    expect(counted).toEqual({ rows: 5_000 });
  } finally {
    await restored.stop();
  }
  await expect(putBack(copy, again)).rejects.toThrow("is not empty");
});

const secrets = "secrets.json";
const DAMAGED = [secrets, "manifest.json"];
const DAMAGES: [string, (copy: string) => Promise<void>, string][] = [
  ["lacks a file", (copy) => rm(path.join(copy, secrets)), "secrets.json is missing"],
  ["has a file cut short", (copy) => truncate(path.join(copy, secrets), 3), "secrets.json has 3 of "],
  [
    "has a file of the same length with other bytes",
    (copy) => writeFile(path.join(copy, secrets), '{"SERVER_SECRET":"lost"}'),
    "secrets.json has changed",
  ],
  ["was cut off before its end", (copy) => rm(path.join(copy, "manifest.json")), "has no manifest.json"],
  [
    "has a manifest that is cut off",
    (copy) => truncate(path.join(copy, "manifest.json"), 100),
    "its manifest.json is damaged",
  ],
  ["is of a newer program", (copy) => lies(copy, { schema: Date.now() * 2 }), "is newer than this version"],
];

async function lies(copy: string, more: object): Promise<void> {
  const file = path.join(copy, "manifest.json");
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), ...more }));
}

test.each(DAMAGES)("a backup that %s is not put back", async (name, damage, sentence) => {
  const copy = path.join(folder, "copy");
  const kept = await Promise.all(DAMAGED.map((file) => readFile(path.join(copy, file))));
  await damage(copy);
  const target = path.join(folder, `from ${name}`);
  await expect(putBack(copy, target)).rejects.toThrow(sentence);
  await expect(stat(target)).rejects.toThrow("ENOENT");
  for (const [at, file] of DAMAGED.entries()) await writeFile(path.join(copy, file), kept[at] ?? "");
});

test("a database that a newer program has upgraded is not opened by an older one", async () => {
  await createDatabase(postgres.connectionString("postgres"), "newer");
  const newer = postgres.connectionString("newer");
  await migrateDatabase(newer);
  await migrateDatabase(newer);
  const client = new Client({ connectionString: newer });
  await client.connect();
  await client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the next release', $1)",
    [Date.now() * 2],
  );
  await client.end();
  await expect(migrateDatabase(newer)).rejects.toThrow(
    "The database was upgraded by a newer version of Hearthwatch",
  );
});

test("a folder without a database is refused in one sentence", async () => {
  const empty = path.join(folder, "empty");
  await mkdir(empty);
  await expect(backUp(empty, path.join(folder, "other"))).rejects.toThrow("There is no database in");
  const file = path.join(folder, "file");
  await writeFile(file, "a backup that somebody packed");
  for (const other of [empty, file])
    await expect(putBack(other, path.join(folder, "other"))).rejects.toThrow("is no whole backup");
});

test.skipIf(another === null)("an unreadable backup is refused with the reason", async () => {
  const env = { ...process.env, BASE_URL: "", DATA_DIR: path.join(folder, "of another") };
  const args = [path.join(PROJECT_FOLDER, "local/backup/restore.ts"), path.join(folder, "copy")];
  const { status, stderr } = spawnSync(process.execPath, args, { ...another, env, encoding: "utf8" });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/ cannot be read \(EACCES\); run .+ owner\.\n$/),
  ]);
});

test("a backup that fails gives back the room that it took", async () => {
  const [password, copy] = [path.join(dataDir, "postgres.password"), path.join(folder, "not made")];
  await rename(password, `${password}.away`);
  await expect(backUp(dataDir, copy)).rejects.toThrow("ENOENT");
  await rename(`${password}.away`, password);
  await expect(stat(`${copy}.partial`)).rejects.toThrow("ENOENT");
});

test("files whose database stands still are kept as they are while they are copied", async () => {
  const stopped = path.join(folder, "stopped");
  await mkdir(path.join(stopped, "postgres"), { recursive: true });
  const { running, close } = await openSource(stopped, path.join(stopped, "postgres"));
  expect(running).toBeNull();
  await expect(lockDataFolder(stopped, 0)).rejects.toThrow("already runs");
  await close();
  await (await lockDataFolder(stopped, 0))();
});

test("a scheduled backup is made when it is due, the newest are kept, and a failure is an incident", async () => {
  const backupDir = path.join(folder, "scheduled");
  const house = await openJobs("2026-11-22T03:15:00.000Z");
  const lines: string[] = [];
  const dayMs = 24 * 3_600_000;
  const lookAt = async (day: number, from = dataDir) => {
    const backups = await scheduledBackups({ dataDir: from, backupDir, backupsKept: 1 });
    const clock = () => new Date(Date.UTC(2026, 10, 22, 3, 15) + day * dayMs);
    const services = { ...house.services, clock, wake: async () => undefined };
    await backups?.start(services, (line) => void lines.push(line)).stop();
    return backups?.last()?.at.toISOString();
  };
  expect(await lookAt(0)).toBe("2026-11-22T03:15:00.000Z");
  expect(await lookAt(0.9)).toBe("2026-11-22T03:15:00.000Z");
  await mkdir(path.join(backupDir, "hearthwatch-2026-11-22T22-00-00Z.partial"));
  expect(await lookAt(1)).toBe("2026-11-23T03:15:00.000Z");
  expect(await readdir(backupDir)).toEqual(["hearthwatch-2026-11-23T03-15-00Z"]);
  expect(await lookAt(2, path.join(folder, "no such folder"))).toBe("2026-11-23T03:15:00.000Z");
  expect(lines.join()).toContain("The scheduled backup fails: There is no database in");
  const open = "select subject from incidents where closed_at is null";
  expect(await house.database.query(open)).toEqual([{ subject: "backup" }]);
  await lookAt(3);
  expect(await house.database.query(open)).toEqual([]);
});
