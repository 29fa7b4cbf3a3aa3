import { jobOfCron } from "../../lib/jobs/jobs.ts";

type Bindings = { BASE_URL?: string; CRON_SECRET?: string };

/**
 * A clock for a service whose platform has none that fires often enough: each trigger calls the job's own
 * route. The route runs a tick once, so that two clocks do no harm.
 */
export default {
  async scheduled({ cron }: { cron: string }, { BASE_URL, CRON_SECRET }: Bindings): Promise<void> {
    const job = jobOfCron(cron);
    if (job === null) throw new Error(`No job has the trigger "${cron}"`);
    const answer = await fetch(new URL(`/api/cron/${job}`, BASE_URL), {
      headers: { Authorization: `Bearer ${CRON_SECRET}` },
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`${job} answered ${answer.status}`);
  },
};
