import type { Given } from "../doctor.ts";
import type { Step } from "../step.ts";
import type { Options } from "../targets.ts";
import { waitForClockStep } from "../wait-for-clock.ts";
import { type CloudflarePorts, deployGroup, writeFileStep } from "./steps.ts";

const CLOCK = "clock";

/** A Worker of Cloudflare's free plan that calls the jobs of a service that runs elsewhere. */
export function clockSteps(
  given: Given,
  { wait }: Options,
  { run, print }: Pick<CloudflarePorts, "run" | "print">,
): Step[] {
  const { BASE_URL = "", CRON_SECRET = "" } = given;
  return [
    writeFileStep(given),
    {
      title: `Deploy hearthwatch-${CLOCK}, which calls ${BASE_URL}/api/cron/*`,
      run: async () => {
        await deployGroup(CLOCK, { BASE_URL, CRON_SECRET }, run);
        return "deployed";
      },
    },
    waitForClockStep(given, "clock", { wait }, print),
  ];
}
