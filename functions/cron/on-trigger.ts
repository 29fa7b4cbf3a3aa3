import { jobOfCron } from "../../lib/jobs/jobs.ts";
import { type RunJobPorts, runJob } from "../../lib/jobs/run-job.actions.ts";

/** Runs the job that a trigger of wrangler.toml stands for. */
export const onTrigger =
  (ports: RunJobPorts) =>
  async ({ cron, scheduledTime }: { cron: string; scheduledTime: number }): Promise<void> => {
    const job = jobOfCron(cron);
    if (job === null) throw new Error(`No job has the trigger "${cron}"`);
    await runJob(ports, job, { trigger: "clock", at: new Date(scheduledTime) });
  };
