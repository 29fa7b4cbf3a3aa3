import { type ChildProcess, fork } from "node:child_process";
import type { Played } from "./history.ts";

type Campaign = {
  server: string;
  template: string;
  seeds: number[];
  events: number;
  workers: number;
  untilMs: number;
  /** The program of its processes, if it is in another copy of the project. */
  worker?: string;
  isOver?: () => boolean;
};
export type Result = Played & { seed: number };

const WORKER = new URL("worker.ts", import.meta.url);

/** Plays all seeds in several processes, each with its own database. Calls `heard` with each result. */
export async function runCampaign(campaign: Campaign, heard: (result: Result) => void): Promise<void> {
  const left = [...campaign.seeds];
  const next = () =>
    Date.now() < campaign.untilMs && campaign.isOver?.() !== true ? left.shift() : undefined;
  const runs = Array.from({ length: Math.min(campaign.workers, left.length) }, (_, place) =>
    runWorker(campaign, `simulated_${process.pid}_${place}`, next, heard),
  );
  await Promise.all(runs);
}

function runWorker(
  { server, template, events, worker: program }: Campaign,
  database: string,
  next: () => number | undefined,
  heard: (result: Result) => void,
): Promise<void> {
  const worker: ChildProcess = fork(program ?? WORKER, [server, database, template, String(events)]);
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`A worker ended with ${code}`)),
    );
    worker.on("message", (message: Result | { isReady: true }) => {
      if ("seed" in message) heard(message);
      const seed = next();
      if (seed === undefined) worker.disconnect();
      else worker.send(seed);
    });
  });
}
