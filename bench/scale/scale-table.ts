const SIZES = [10_000, 100_000, 1_000_000];

const whole = (value: number): string => Math.round(value).toLocaleString("en");
const short = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value));

const ROWS: [string, (capacity: Capacity) => string][] = [
  ["posts a second", ({ postsPerSecond }) => whole(postsPerSecond)],
  ["cores of Postgres", ({ cores }) => short(cores)],
  ["WAL, MB a second", ({ walMegabytesPerSecond }) => short(walMegabytesPerSecond)],
  ["readings of open days, GB", ({ openGigabytes }) => short(openGigabytes)],
  ["sealed readings, GB a year", ({ sealedGigabytesAYear }) => short(sealedGigabytesAYear)],
  ["quarter hours and hours, GB a year", ({ tierGigabytesAYear }) => short(tierGigabytesAYear)],
  ["Workers' requests, $ a month", ({ dollars }) => whole(dollars.requests)],
  ["Workers' CPU, $ a month", ({ dollars }) => whole(dollars.cpu)],
  ["Neon's compute, $ a month", ({ dollars }) => whole(dollars.compute)],
  ["Neon's storage after a year, $ a month", ({ dollars }) => whole(dollars.storage)],
];

/** The table of docs/scale.md, in Markdown. */
export function scaleTable(): string {
  const capacities = SIZES.map(capacityFor);
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(["devices, each posting once a minute", ...SIZES.map(whole)]),
    line(["---", ...SIZES.map(() => "---:")]),
    ...ROWS.map(([name, cell]) => line([name, ...capacities.map(cell)])),
  ].join("\n");
}

export function scaleFigures(): string {
  const { requests, cpu, compute } = dollarsAMillion();
  return [
    ...Object.values(MEASURED).map(
      ({ value, unit, bench }) => `- ${value} ${unit} (\`npm run bench ${bench}\`)`,
    ),
    `- One core of Postgres takes ${whole(postsPerCore())} posts a second.`,
    `- A million ingests cost $${requests.toFixed(2)} of requests, $${cpu.toFixed(2)} of worker CPU and $${compute.toFixed(2)} of compute.`,
  ].join("\n");
}

/**
 * What one part of the service was measured to need. `bench` names the measurement that prints the figure.
 */
interface Figure {
  value: number;
  unit: string;
  bench: string;
}

/** Medians of 2026-11-21 and 22, and of 28 for compacted history, on two shared cores, one device with three sensors a post. */
export const MEASURED = {
  postgresMicros: { value: 492, unit: "µs of Postgres CPU an ingest", bench: "ingest" },
  workerMicros: { value: 881, unit: "µs of worker CPU an ingest", bench: "ingest" },
  walBytes: { value: 608, unit: "B of WAL an ingest", bench: "ingest" },
  hotBytes: { value: 44.9, unit: "B a reading, open days", bench: "history" },
  sealedBytes: { value: 2.07, unit: "B a reading, sealed days", bench: "history" },
  quarterBytes: { value: 3.85, unit: "B a quarter hour of a sensor", bench: "storage" },
  hourBytes: { value: 9.05, unit: "B an hour of a sensor", bench: "storage" },
  tickMicros: { value: 369, unit: "µs of Postgres CPU a feed and tick", bench: "tick" },
} as const satisfies Record<string, Figure>;

/** List prices in US dollars, read on 2026-11-22: Cloudflare Workers Paid and Neon's plan Launch. */
const PRICES = {
  requestsMillion: 0.3,
  cpuMillisecondsMillion: 0.02,
  computeUnitHour: 0.106,
  storageGigabyteMonth: 0.35,
} as const;

const POSTS_A_DEVICE_AND_SECOND = 1 / 60;
const SENSORS = 3;
/** More and the next burst waits. */
const CORE_SHARE_MAX = 0.7;
const OPEN_DAYS = 7;
const QUARTERS_A_DAY = 96;
const HOURS_A_DAY = 24;
const SECONDS_A_DAY = 86_400;
const HOURS_A_MONTH = 730;
const DAYS_A_MONTH = 30;
const GIGABYTE = 1e9;
const MICROS_A_SECOND = 1e6;
const MILLION = 1e6;

export interface Capacity {
  devices: number;
  postsPerSecond: number;
  /** Cores of Postgres, each used to `CORE_SHARE_MAX` at most. */
  cores: number;
  walMegabytesPerSecond: number;
  openGigabytes: number;
  sealedGigabytesAYear: number;
  /** Quarter hours and hours, before any is dropped by a plan's retention. */
  tierGigabytesAYear: number;
  /** A month, of ingest alone. */
  dollars: { requests: number; cpu: number; compute: number; storage: number };
}

/** What so many devices need that post three sensors once a minute. */
function capacityFor(devices: number): Capacity {
  const postsPerSecond = devices * POSTS_A_DEVICE_AND_SECOND;
  const readingsADay = postsPerSecond * SENSORS * SECONDS_A_DAY;
  const cores = (postsPerSecond * MEASURED.postgresMicros.value) / MICROS_A_SECOND / CORE_SHARE_MAX;
  const openGigabytes = (readingsADay * OPEN_DAYS * MEASURED.hotBytes.value) / GIGABYTE;
  const sealedGigabytesAYear = (readingsADay * 365 * MEASURED.sealedBytes.value) / GIGABYTE;
  const bucketBytesADay =
    QUARTERS_A_DAY * MEASURED.quarterBytes.value + HOURS_A_DAY * MEASURED.hourBytes.value;
  const tierGigabytesAYear = (devices * SENSORS * bucketBytesADay * 365) / GIGABYTE;
  const storedGigabytes = openGigabytes + sealedGigabytesAYear + tierGigabytesAYear;
  const posts = postsPerSecond * SECONDS_A_DAY * DAYS_A_MONTH;
  return {
    devices,
    postsPerSecond,
    cores,
    walMegabytesPerSecond: (postsPerSecond * MEASURED.walBytes.value) / MILLION,
    openGigabytes,
    sealedGigabytesAYear,
    tierGigabytesAYear,
    dollars: {
      requests: (posts / MILLION) * PRICES.requestsMillion,
      cpu: ((posts * MEASURED.workerMicros.value) / 1_000 / MILLION) * PRICES.cpuMillisecondsMillion,
      compute: Math.max(cores, 0.25) * HOURS_A_MONTH * PRICES.computeUnitHour,
      storage: storedGigabytes * PRICES.storageGigabyteMonth,
    },
  };
}

/** Posts a second that one core of Postgres takes with room for a burst. */
export const postsPerCore = (): number => (MICROS_A_SECOND / MEASURED.postgresMicros.value) * CORE_SHARE_MAX;

/** A million ingests in US dollars, by part. */
export function dollarsAMillion(): { requests: number; cpu: number; compute: number } {
  const coreHours = (MILLION * MEASURED.postgresMicros.value) / MICROS_A_SECOND / CORE_SHARE_MAX / 3_600;
  return {
    requests: PRICES.requestsMillion,
    cpu: (MEASURED.workerMicros.value / 1_000) * PRICES.cpuMillisecondsMillion,
    compute: coreHours * PRICES.computeUnitHour,
  };
}
