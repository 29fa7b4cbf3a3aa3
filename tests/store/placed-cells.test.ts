import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { foundCell } from "../../local/cells/found-cell.ts";
import { apiPorts } from "../support/api.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { addDevice, addHome } from "../support/fixtures.ts";
import { CITUS_TEST_URL } from "../support/placed-cell.ts";
import { testClock } from "../support/ports.ts";

type Node = { name: string; port: number };

/** A cell that Citus has placed on a worker: CITUS_TEST_URL names a database on a coordinator of two workers. */
describe.skipIf(CITUS_TEST_URL === undefined)("a cell on a worker", () => {
  let cell: TestDatabase;
  let name: string;
  beforeAll(async () => {
    cell = await openTestDatabase();
    const [row] = await cell.query<{ name: string }>("select current_schema() as name");
    name = row?.name ?? "";
  });
  afterAll(async () => {
    await cell?.close();
  });

  /** The workers that have any of the cell's tables, or with `false` those that have none. */
  const workers = async (isThere: boolean): Promise<Node[]> =>
    await cell.query<Node>(
      `select node_name as name, node_port::integer as port from citus_get_active_worker_nodes()
       where $2 = exists (
         select from citus_shards shard join pg_class on pg_class.oid = shard.table_name
         where relnamespace = $1::regnamespace and (shard.nodename, shard.nodeport) = (node_name, node_port))`,
      [name, isThere],
    );

  test("is found there once more, whole, when it is founded again", async () => {
    await foundCell(CITUS_TEST_URL ?? "", name);
    expect([await workers(true), await workers(false)].map(({ length }) => length)).toEqual([1, 1]);
  });

  test("moves to another worker and back while its devices post, and keeps every post once", async () => {
    // A post that makes its day's table keeps a move from beginning.
    await cell.query("select ensure_days_ahead('2026-11-20T12:00:00Z')");
    const home = await addHome(cell);
    const devices = await Promise.all(Array.from({ length: 4 }, () => addDevice(cell, home)));
    const clock = testClock("2026-11-20T12:00:00Z");
    const app = ingestApp(apiPorts(cell, clock));
    const kept: number[] = [];
    const others: number[] = [];
    let isOver = false;
    const posting = devices.map(async ({ ingestKey }, index) => {
      for (let value = index; !isOver; value += devices.length) {
        const init = { method: "POST", body: JSON.stringify({ level1: value }) };
        const { status } = await app.request(`/api/ingest/${ingestKey}`, init);
        if (status === 200) kept.push(value);
        else others.push(status);
        clock.advance(1_000);
      }
    });
    try {
      for (const _ of ["there", "back"]) {
        await sleep(300);
        const [free] = await workers(false);
        const to = [name, free?.name, free?.port];
        // What a move has left behind on the other worker is in the way of the next.
        await cell.query("call citus_cleanup_orphaned_resources()");
        await cell.query("select citus_schema_move($1::regnamespace, $2::text, $3::integer)", to);
        expect(await workers(true)).toEqual([free]);
      }
      await sleep(300);
    } finally {
      isOver = true;
      await Promise.all(posting);
    }
    const stored = await cell.query<{ value: number }>(
      `select "values"[1]::integer as value from snapshots order by 1`,
    );
    expect(others).toEqual([]);
    expect(stored.map(({ value }) => value)).toEqual(kept.toSorted((a, b) => a - b));
  });
});
