import { Pool } from "pg";
import { statementNames } from "../../local/machine/sql-client.ts";
import { SqlPools } from "../edge/neon/faults.ts";

/** Statements that a connection keeps parsed and planned; a server has a few dozen connections. */
const STATEMENTS_KEPT_MAX = 1_000;
const OWN_MAX = 4;

/** To one database: of its endpoint, and those of a test's own queries. */
export interface Connections {
  connectionString: string;
  pools: SqlPools;
  /** Half of what tests that ask the same again and again would take goes into parsing and planning. */
  nameOf: (text: string) => string | undefined;
  pool: Pool;
  close(): Promise<void>;
}

export function openConnections(connectionString: string): Connections {
  const pools = new SqlPools(connectionString);
  const pool = new Pool({ connectionString, max: OWN_MAX, allowExitOnIdle: true });
  // A connection still saying goodbye when its database is dropped is cut off, which is nobody's error.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
  });
  pool.on("error", () => undefined);
  return {
    connectionString,
    pools,
    nameOf: statementNames(STATEMENTS_KEPT_MAX),
    pool,
    close: async () => {
      await pools.close();
      await pool.end();
    },
  };
}
