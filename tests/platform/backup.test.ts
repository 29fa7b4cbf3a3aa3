import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp } from "../../local/backup/back-up.ts";
import { putBack } from "../../local/backup/put-back.ts";
import { type EmbeddedPostgres, startPostgres } from "../../local/postgres/start-postgres.ts";
import { memoryFolder } from "../support/memory-folder.ts";

let folder: string;
let dataDir: string;
let postgres: EmbeddedPostgres | undefined;

beforeAll(async () => {
  folder = await memoryFolder("hearthwatch-backup-");
  dataDir = path.join(folder, "data");
  postgres = await startPostgres({ dataDir, durable: false });
  await writeFile(path.join(dataDir, "secrets.json"), '{"SERVER_SECRET":"kept"}', { mode: 0o600 });
});
afterAll(async () => {
  await postgres?.stop();
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
  if (postgres === undefined) throw new Error("PostgreSQL did not start");
  await ask(postgres, "create table readings (id int primary key)");
  await ask(postgres, "insert into readings select generate_series(1, 5000)");
  let writing = true;
  const writer = (async () => {
    for (let id = 10_000; writing; id += 1)
      await ask(postgres as EmbeddedPostgres, `insert into readings values (${id})`);
  })();
  const copy = path.join(folder, "copy");
  expect(await backUp(dataDir, copy)).toEqual({ running: true });
  writing = false;
  await writer;
  await expect(backUp(dataDir, copy)).rejects.toThrow("exists already");

  const again = path.join(folder, "again");
  await putBack(copy, again);
  const restored = await startPostgres({ dataDir: again, durable: false });
  try {
    const [counted] = await ask(restored, "select count(*)::int as rows from readings where id <= 5000");
    expect(counted).toEqual({ rows: 5_000 });
  } finally {
    await restored.stop();
  }
  await expect(putBack(copy, again)).rejects.toThrow("is not empty");
});

test("a folder without a database is refused in one sentence", async () => {
  const empty = path.join(folder, "empty");
  await mkdir(empty);
  await expect(backUp(empty, path.join(folder, "other"))).rejects.toThrow("There is no database in");
  await expect(putBack(empty, path.join(folder, "other"))).rejects.toThrow(
    "is no copy that npm run backup made",
  );
});
