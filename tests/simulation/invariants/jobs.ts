import type { JobBegin } from "../world/model.ts";
import { type Invariant, judgeEach } from "./invariant.ts";

const LEASE_MS = 300_000;
/** Two runs of this job do no harm. */
const MAY_OVERLAP = "dispatch";

/** The clock never begins a tick again that was reported as run, and two runs of a job never overlap. */
export const jobsRunOnce: Invariant = {
  name: "jobs once a tick",
  check: ({ model }) => {
    const ended = new Map<string, number>();
    const last = new Map<string, JobBegin>();
    return judgeEach(model.begins, (begin) => {
      if (begin.trigger !== "clock" || begin.job === MAY_OVERLAP) return null;
      const key = `${begin.job}@${begin.tickMs}`;
      if ((ended.get(key) ?? Number.POSITIVE_INFINITY) <= begin.atMs)
        return `${key} was begun again after it had run`;
      if (begin.heardAs === "ran") ended.set(key, begin.endedAtMs ?? begin.atMs);
      const before = last.get(begin.job);
      last.set(begin.job, begin);
      if (before === undefined) return null;
      const isUnderWay = before.endedAtMs === null || before.endedAtMs > begin.atMs;
      const isLeased = begin.atMs - before.atMs < LEASE_MS;
      return isUnderWay && isLeased ? `${key} was begun while another run of the job was under way` : null;
    });
  },
};
