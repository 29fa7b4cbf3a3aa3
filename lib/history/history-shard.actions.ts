import type { Counts } from "../jobs/jobs.ts";
import { inTurn } from "../jobs/run-ticks.actions.ts";
import type { DeviceRange } from "./device-range.ts";
import { type HistoryPorts, rollUp } from "./roll-up.actions.ts";
import { sealDays } from "./seal-days.actions.ts";
import { sealMonths } from "./seal-months.actions.ts";

/**
 * Rolls up and seals some devices beside others that do so with theirs. Twice at once it does no harm: what was read and has
 * changed since is left.
 */
export const historyShard = (ports: HistoryPorts, devices: DeviceRange): Promise<Counts> =>
  inTurn({
    "roll-up": async () => ({ rolled_up: (await rollUp(ports, devices)).devices }),
    sealing: async () => ({ sealed: (await sealDays(ports, { devices, isForAll: false })).devices }),
    "sealing months": async () => ({
      sealed_months: (await sealMonths(ports, { devices, isForAll: false })).months,
    }),
  });
