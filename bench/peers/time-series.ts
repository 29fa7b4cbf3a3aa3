import path from "node:path";
import { freePort } from "../../local/processes/free-port.ts";
import { poster } from "../load.ts";
import {
  type Entry,
  type Found,
  findProgram,
  folderBytes,
  lineOf,
  type Peer,
  type Post,
  postOf,
  startProgram,
} from "./peer.ts";

type Place = { folder: string; concurrency: number; devices: number };

/** A program that is posted text and keeps it in a folder. */
interface Kind {
  name: string;
  program: string;
  debianPackage: string;
  isDurable: boolean;
  args(folder: string, port: number): string[];
  env?(folder: string, port: number, otherPort: number): Record<string, string>;
  readyPath: string;
  /** Posted once, before the first reading. */
  begin?: string;
  request(post: Post): { path: string; body: string };
}

const INFLUXDB: Kind = {
  name: "InfluxDB 1",
  program: "influxd",
  debianPackage: "influxdb",
  isDurable: true,
  args: () => ["run"],
  env: (folder, port, otherPort) => ({
    INFLUXDB_REPORTING_DISABLED: "true",
    INFLUXDB_MONITOR_STORE_ENABLED: "false",
    INFLUXDB_BIND_ADDRESS: `127.0.0.1:${otherPort}`,
    INFLUXDB_HTTP_BIND_ADDRESS: `127.0.0.1:${port}`,
    INFLUXDB_HTTP_LOG_ENABLED: "false",
    INFLUXDB_META_DIR: path.join(folder, "meta"),
    INFLUXDB_DATA_DIR: path.join(folder, "data"),
    INFLUXDB_DATA_WAL_DIR: path.join(folder, "wal"),
    INFLUXDB_DATA_QUERY_LOG_ENABLED: "false",
    // What has come to rest is compressed before it is weighed.
    INFLUXDB_DATA_CACHE_SNAPSHOT_WRITE_COLD_DURATION: "5s",
  }),
  readyPath: "/ping",
  begin: "/query?q=CREATE%20DATABASE%20bench",
  request: (post) => ({ path: "/write?db=bench", body: lineOf(post) }),
};

const VICTORIA: Kind = {
  name: "VictoriaMetrics",
  program: "victoria-metrics",
  debianPackage: "victoria-metrics",
  isDurable: false,
  args: (folder, port) => [
    `-storageDataPath=${folder}`,
    `-httpListenAddr=127.0.0.1:${port}`,
    "-loggerLevel=ERROR",
  ],
  readyPath: "/health",
  request: (post) => ({ path: "/write", body: lineOf(post) }),
};

const PUSHGATEWAY: Kind = {
  name: "Prometheus' Pushgateway (last values)",
  program: "prometheus-pushgateway",
  debianPackage: "prometheus-pushgateway",
  isDurable: false,
  args: (folder, port) => [
    `--web.listen-address=127.0.0.1:${port}`,
    `--persistence.file=${path.join(folder, "values")}`,
    "--persistence.interval=5s",
    // It would read all groups at each push.
    "--push.disable-consistency-check",
    "--log.level=error",
  ],
  readyPath: "/-/ready",
  request: ({ device, temp1, humidity1, door1 }) => ({
    path: `/metrics/job/home/instance/${device}`,
    body: `temp1 ${temp1}\nhumidity1 ${humidity1}\ndoor1 ${Number(door1)}\n`,
  }),
};

export const TIME_SERIES = [INFLUXDB, VICTORIA, PUSHGATEWAY];

export async function startTimeSeries(kind: Kind, place: Place): Promise<Entry> {
  const found: Found = await findProgram(kind.program, kind.debianPackage);
  if ("skipped" in found) return { name: kind.name, ...found };
  return startFound(kind, found.at, place);
}

async function startFound(kind: Kind, at: string, { folder, concurrency, devices }: Place): Promise<Peer> {
  const [port, otherPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const program = await startProgram(at, kind.args(folder, port), {
    env: kind.env?.(folder, port, otherPort) ?? {},
    ready: origin + kind.readyPath,
  });
  const { post, close } = poster(origin, concurrency, "text/plain");
  if (kind.begin !== undefined) await post(kind.begin, "");
  return {
    name: kind.name,
    isDurable: kind.isDurable,
    judges: "nothing",
    pids: [program.pid],
    send: (index) => {
      const { path: to, body } = kind.request(postOf(index, devices));
      return post(to, body);
    },
    held: () => folderBytes(folder),
    stop: async () => {
      close();
      await program.stop();
    },
  };
}
