// npm run bench ingest: what one ingest costs, beside its two floors, in interleaved rounds
// Measures an ingest and its two floors in one run of interleaved rounds. Ratios can be compared between machines,
// absolute figures can't. npm run bench ingest -- [--seconds 1] [--rounds 5]
import { parseArgs } from "node:util";
import { contenders, EMPTY_FLOOR, STATEMENT_FLOOR, season } from "./ingest-contenders.ts";
import { type CpuByProcess, PROCESSES, startIngestPlatform } from "./ingest-platform.ts";
import { type Load, type Measured, runLoad } from "./load.ts";
import { formatTable, median } from "./table.ts";

const CONCURRENCIES = [16, 1];
const WARM_UP_MS = 1_000;

type Round = Measured & { cpu: CpuByProcess; wal: number };

const { values } = parseArgs({ options: { seconds: { type: "string" }, rounds: { type: "string" } } });
const milliseconds = Number(values.seconds ?? 1) * 1_000;
const rounds = Number(values.rounds ?? 5);
const platform = await startIngestPlatform();
try {
  await season(platform);
  for (const concurrency of CONCURRENCIES) await compare(concurrency);
  const noted = platform.workers.logged.length;
  console.log(`\nLines the functions logged (a limiter out of time would be among them): ${noted}`);
} finally {
  await platform.stop();
}
process.exit();

async function compare(concurrency: number): Promise<void> {
  const { sends, close } = await contenders(platform, concurrency);
  const results = new Map<string, Round[]>(Object.keys(sends).map((name) => [name, []]));
  for (const send of Object.values(sends)) await runLoad({ concurrency, milliseconds: WARM_UP_MS, send });
  for (let round = 0; round < rounds; round += 1)
    for (const [name, send] of Object.entries(sends))
      results.get(name)?.push(await measure({ concurrency, milliseconds, send }));
  await close();
  console.log(`\nConcurrency ${concurrency}, medians of ${rounds} rounds of ${milliseconds / 1_000} s`);
  console.log(tableOf(results));
}

async function measure(load: Load): Promise<Round> {
  const [before, walBefore] = [platform.cpu(), await platform.wal()];
  const measured = await runLoad(load);
  const after = platform.cpu();
  const wal = ((await platform.wal()) - walBefore) / measured.requests;
  const spent = PROCESSES.map((name) => [name, (after[name] - before[name]) / measured.requests]);
  return { ...measured, wal, cpu: { ...after, ...Object.fromEntries(spent) } };
}

function tableOf(results: Map<string, Round[]>): string {
  const of = (name: string, value: (round: Round) => number) => median((results.get(name) ?? []).map(value));
  const serverCpu = ({ cpu }: Round) => cpu.workerd + cpu["sql endpoint"] + cpu.postgres + cpu.redis;
  const ratio = (name: string, floor: string) =>
    (of(name, ({ perSecond }) => perSecond) / of(floor, ({ perSecond }) => perSecond)).toFixed(2);
  const header = [
    "",
    "req/s",
    "min–max",
    "p50 ms",
    "CPU µs/req",
    ...PROCESSES,
    "WAL B",
    "÷ statement",
    "÷ empty",
  ];
  const rows = [...results].map(([name, measured]) => [
    name,
    of(name, ({ perSecond }) => perSecond).toFixed(0),
    ["min" as const, "max" as const]
      .map((edge) => Math[edge](...measured.map(({ perSecond }) => perSecond)).toFixed(0))
      .join("–"),
    of(name, ({ medianMs }) => medianMs).toFixed(2),
    of(name, serverCpu).toFixed(0),
    ...PROCESSES.map((process) => of(name, ({ cpu }) => cpu[process]).toFixed(0)),
    of(name, ({ wal }) => wal).toFixed(0),
    ratio(name, STATEMENT_FLOOR),
    ratio(name, EMPTY_FLOOR),
  ]);
  return formatTable(header, rows);
}
