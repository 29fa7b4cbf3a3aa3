import { Pool } from "pg";
import { statementNames } from "../../local/machine/sql-client.ts";
import { SqlPools } from "../edge/neon/faults.ts";

/** Statements that a connection keeps parsed and planned; a server has a few dozen connections. */
const STATEMENTS_KEPT_MAX = 1_000;
const OWN_MAX = 4;

/** The connections to one database: the endpoint's, and those for a test's own queries. */
export interface Connections {
  connectionString: string;
  pools: SqlPools;
  /** Names statements to keep: otherwise parsing and planning takes half the time of tests that repeat themselves. */
  nameOf: (text: string) => string | undefined;
  pool: Pool;
  close(): Promise<void>;
}

export function openConnections(connectionString: string): Connections {
  const pools = new SqlPools(connectionString);
  const pool = new Pool({ connectionString, max: OWN_MAX, allowExitOnIdle: true });
  // A closing connection is cut off when its database is dropped, which isn't an error.
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
