import { readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "../../local/postgres/start-postgres.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { prepareData } from "../support/prepared-data.ts";

// Windows' PostgreSQL is reached by its port.
describe.skipIf(process.platform === "win32")("the embedded PostgreSQL", () => {
  let folder: string;
  let dataDir: string;
  let postgres: EmbeddedPostgres;
  const sockets = async () =>
    (await readdir(path.join(dataDir, "postgres"))).filter((name) => name.startsWith(".s.PGSQL."));

  beforeAll(async () => {
    folder = await memoryFolder("hearthwatch-socket-");
    dataDir = path.join(folder, "data");
    await prepareData(dataDir);
    for (const name of [".s.PGSQL.5433", ".s.PGSQL.5433.lock"])
      await writeFile(path.join(dataDir, "postgres", name), "left behind");
    postgres = await startPostgres({ dataDir, durable: false });
  });
  afterAll(async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("is reached by a socket in its folder, and what a server left there before is gone", async () => {
    const address = new URL(postgres.connectionString("postgres"));
    expect(address.searchParams.get("host")).toBe(path.join(dataDir, "postgres"));
    expect((await sockets()).toSorted()).toEqual([
      `.s.PGSQL.${postgres.port}`,
      `.s.PGSQL.${postgres.port}.lock`,
    ]);
    expect(await hostOf(address.href)).toBeNull();
  });

  test("is reached by its port, too, for people's own tools", async () => {
    const address = new URL(postgres.connectionString("postgres"));
    address.searchParams.delete("host");
    expect(await hostOf(address.href)).toBe("127.0.0.1");
  });
});

/** Where PostgreSQL sees itself asked; null at a socket. */
async function hostOf(connectionString: string): Promise<string | null> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query("select host(inet_server_addr()) as host");
  await client.end();
  return rows[0].host;
}
