import { Client, Pool } from "pg";
import { createDatabase } from "../../local/postgres/cluster.ts";
import { freePort } from "../../local/processes/free-port.ts";
import { addDevices, type BenchDevice, DEVICES_A_HOME } from "../bench-database.ts";
import { ingestStatement, type Statement, statementSender } from "../ingest-contenders.ts";
import { type IngestPlatform, SENSORS, startIngestPlatform } from "../ingest-platform.ts";
import { poster } from "../load.ts";
import { databaseOf, postmasterOf, startMachine } from "../machine-process.ts";
import { type Peer, postOf } from "./peer.ts";

type Place = { folder: string; concurrency: number; devices: number };

export const OURS = { node: "Hearthwatch, one machine", edge: "Hearthwatch, the edge's runtime" };
export const FLOORS = { statement: "our statement alone, over pg", table: "PostgreSQL, a bare table" };

/** `npm start -- --production`. */
export async function startOnMachine({ folder, concurrency, devices }: Place): Promise<Peer> {
  const port = await freePort();
  const machine = await startMachine(folder, port);
  const connectionString = await databaseOf(folder);
  const known = await seededDevices(connectionString, devices);
  const { send, close } = postsTo(`http://127.0.0.1:${port}`, known, concurrency);
  return {
    name: OURS.node,
    isDurable: true,
    judges: "rooms",
    pids: [machine.pid],
    postmaster: await postmasterOf(folder),
    send,
    held: () => databaseBytes(connectionString),
    stop: async () => {
      close();
      await machine.stop();
    },
  };
}

/**
 * Without the local SQL endpoint, which production does not have. Beside it two floors: its statement in the same database,
 * whose devices are known by then, and a bare table on the same server.
 */
export async function startOnEdge({ concurrency, devices }: Place): Promise<Peer[]> {
  const platform = await startIngestPlatform(devices);
  const { send, close } = postsTo(platform.workers.url("ingest"), platform.devices, concurrency);
  const edge: Peer = {
    name: OURS.edge,
    isDurable: true,
    judges: "rooms",
    pids: [platform.workers.pid, platform.server.postmasterPid],
    postmaster: platform.server.postmasterPid,
    send,
    held: async () => null,
    stop: async () => {
      close();
      await platform.stop();
    },
  };
  return [
    edge,
    await statementFloor(platform, concurrency),
    await tableFloor(platform, devices, concurrency),
  ];
}

function postsTo(origin: string, known: BenchDevice[], concurrency: number) {
  const { post, close } = poster(origin, concurrency);
  const send = (index: number) => {
    const { device: _, ...body } = postOf(index, known.length);
    return post(`/api/ingest/${known[index % known.length]?.ingestKey}`, JSON.stringify(body));
  };
  return { send, close };
}

async function statementFloor(platform: IngestPlatform, concurrency: number): Promise<Peer> {
  const { server, connectionString, devices } = platform;
  const statements: Statement[] = [];
  for (const [index, { ingestKey }] of devices.entries()) {
    const { device: _, ...body } = postOf(index, devices.length);
    statements.push(await ingestStatement(ingestKey, body));
  }
  const pool = poolOf(connectionString, concurrency);
  const send = statementSender(statements, pool);
  return floor(FLOORS.statement, server, { pool, send, held: async () => null });
}

async function tableFloor({ server }: IngestPlatform, devices: number, concurrency: number): Promise<Peer> {
  await createDatabase(server.connectionString("postgres"), "bare");
  const connectionString = server.connectionString("bare");
  const pool = poolOf(connectionString, concurrency);
  await pool.query(`create table readings (device text, key text, at timestamptz, value float8,
    primary key (device, key, at))`);
  const text = `insert into readings select $1, key, clock_timestamp(), value
    from unnest($2::text[], $3::float8[]) r (key, value)`;
  const send = async (index: number) => {
    const { device, temp1, humidity1, door1 } = postOf(index, devices);
    const values = [device, ["temp1", "humidity1", "door1"], [temp1, humidity1, Number(door1)]];
    await pool.query({ name: "insert", text, values });
  };
  return floor(FLOORS.table, server, { pool, send, held: () => databaseBytes(connectionString) });
}

const poolOf = (connectionString: string, max: number): Pool =>
  new Pool({ connectionString, max, idleTimeoutMillis: 0 });

const floor = (
  name: string,
  server: IngestPlatform["server"],
  own: Pick<Peer, "send" | "held"> & { pool: Pool },
): Peer => ({
  name,
  isDurable: true,
  judges: "nothing",
  pids: [server.postmasterPid],
  postmaster: server.postmasterPid,
  send: own.send,
  held: own.held,
  stop: () => own.pool.end(),
});

async function seededDevices(connectionString: string, count: number): Promise<BenchDevice[]> {
  return withClient(connectionString, (client) => addDevices(client, count, SENSORS, DEVICES_A_HOME));
}

const databaseBytes = (connectionString: string): Promise<number> =>
  withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      "select pg_database_size(current_database()) as bytes",
    );
    return Number(rows[0]?.bytes);
  });

async function withClient<Result>(
  connectionString: string,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
