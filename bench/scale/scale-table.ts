import { type Capacity, capacityFor, dollarsAMillion, MEASURED, postsPerCore } from "./capacity.ts";

const SIZES = [10_000, 100_000, 1_000_000];

const whole = (value: number): string => Math.round(value).toLocaleString("en");
const short = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value));

const ROWS: [string, (capacity: Capacity) => string][] = [
  ["posts a second", ({ postsPerSecond }) => whole(postsPerSecond)],
  ["cores of Postgres", ({ cores }) => short(cores)],
  ["WAL, MB a second", ({ walMegabytesPerSecond }) => short(walMegabytesPerSecond)],
  ["readings of open days, GB", ({ openGigabytes }) => short(openGigabytes)],
  ["sealed readings, GB a year", ({ sealedGigabytesAYear }) => short(sealedGigabytesAYear)],
  ["buckets of the open month, GB", ({ openTierGigabytes }) => short(openTierGigabytes)],
  ["sealed buckets, GB a year", ({ tierGigabytesAYear }) => short(tierGigabytesAYear)],
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
