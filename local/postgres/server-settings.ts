import { totalmem } from "node:os";

const GIGABYTE = 1024 ** 3;
/** A Raspberry Pi with one or two gigabytes, or a container that may take no more. */
const SMALL_BYTES_MAX = 2 * GIGABYTE;
/** Ours at most, and a few for backups and for people. */
const CONNECTIONS_MAX = 40;
/** Tests ask many databases of one server at once. */
const TEST_CONNECTIONS_MAX = 200;

/** Whatever a test stores is gone after it, and small enough for no statistics. */
const OF_TESTS = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "autovacuum=off",
  "min_wal_size=8MB",
];

/** Of the machine, or what its container leaves of it. */
const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem());

/**
 * How the embedded PostgreSQL runs. One home's database is small and read by one process: it gets a modest share of
 * the memory, no helpers for work that it does not have, and a log before its files that fits on a memory card.
 */
export function serverSettings(
  durable: boolean,
  memory: number = memoryBytes(),
  connectionsMax: number = durable ? CONNECTIONS_MAX : TEST_CONNECTIONS_MAX,
): string[] {
  const isSmall = memory <= SMALL_BYTES_MAX;
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "timezone=UTC",
    "log_timezone=UTC",
    "jit=off",
    "log_min_messages=log",
    "log_checkpoints=off",
    `max_connections=${connectionsMax}`,
    `shared_buffers=${isSmall ? "32MB" : "128MB"}`,
    `work_mem=${isSmall ? "2MB" : "4MB"}`,
    `maintenance_work_mem=${isSmall ? "32MB" : "64MB"}`,
    `max_parallel_workers_per_gather=${isSmall ? 0 : 1}`,
    "autovacuum_max_workers=2",
    "max_logical_replication_workers=0",
    "io_method=sync",
    "min_wal_size=48MB",
    "max_wal_size=256MB",
  ];
  if (durable) return settings;
  return [...settings, ...OF_TESTS];
}
