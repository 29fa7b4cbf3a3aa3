import type { Clock } from "../kernel/ports.ts";
import type { Outage } from "./judge-status.ts";

/** What one instance knows of a dependency, from its own calls. */
type OutageWatch = {
  answered(): void;
  /** A call that began then was not answered. */
  silent(begunAt: Date): void;
  /** Since when no call has been answered; null while they are. */
  silentSince(): Date | null;
  /** An outage that has ended, for the one who keeps it: nobody else gets it, unless it is given back. */
  takeEnded(): Outage | null;
  giveBack(outage: Outage): void;
};

/**
 * An outage is what calls show: from the beginning of the first that was not answered to the end of the last, with none
 * answered in between. Shorter ones than `outageMs` are forgotten.
 */
export function watchOutages(clock: Clock, outageMs: number): OutageWatch {
  let since: Date | null = null;
  let lastSilentMs = 0;
  let ended: Outage | null = null;
  return {
    answered: () => {
      if (since === null) return;
      if (lastSilentMs - since.getTime() >= outageMs) ended = { since, until: clock() };
      since = null;
    },
    silent: (begunAt) => {
      since ??= begunAt;
      lastSilentMs = clock().getTime();
    },
    silentSince: () => since,
    takeEnded: () => {
      const taken = ended;
      ended = null;
      return taken;
    },
    giveBack: (outage) => {
      ended ??= outage;
    },
  };
}
