import type { Job } from "../../../lib/jobs/jobs.ts";
import { type Jobs, WORK } from "../../../lib/jobs/registry.actions.ts";
import { type JobAsk, runJob } from "../../../lib/jobs/run-job.actions.ts";
import type { Weather } from "../stage/faults.ts";
import { Instance } from "../stage/instance.ts";
import type { JobBegin } from "../world/model.ts";
import { portsOf } from "../world/ports.ts";
import type { Scene, World } from "../world/world.ts";

/** Runs a job in its own instance, which may be killed before the end. */
export async function beginJob(scene: Scene, weather: Weather, job: Job, ask: JobAsk): Promise<void> {
  const { world } = scene;
  const instance = new Instance(world.stage, weather);
  const services = portsOf(instance, scene);
  const begun: JobBegin[] = [];
  await instance.run(async () => {
    try {
      const ran = await runJob(services, job, ask, watchedJobs(world, begun));
      for (const begin of begun) if (begin.job === job && ran.kind === "ran") begin.heardAs = "ran";
    } catch {
      // The ledger records it, and the clock calls again.
    }
  });
}

/** The product's jobs, with a record of every begin and end. */
const watchedJobs = ({ model, stage }: World, begun: JobBegin[]): Jobs =>
  Object.fromEntries(
    Object.entries(WORK).map(([job, work]): [string, Jobs[Job]] => [
      job,
      async (services, tick, trigger) => {
        const begin: JobBegin = {
          job,
          trigger,
          tickMs: tick.getTime(),
          atMs: stage.nowMs,
          endedAtMs: null,
          heardAs: null,
        };
        model.begins.push(begin);
        begun.push(begin);
        try {
          return await work(services, tick, trigger);
        } finally {
          begin.endedAtMs = stage.nowMs;
        }
      },
    ]),
  ) as Jobs;
