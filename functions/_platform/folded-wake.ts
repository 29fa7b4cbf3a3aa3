import type { Clock, Wake } from "../../lib/kernel/ports.ts";

/** A wake-up that has been under way for longer is not waited for: it may have been cut off. */
const FOLDS_MS = 10_000;

/**
 * One wake-up of an instance at a time, however many posts ask for one: who asks meanwhile has the one that is
 * under way make another call when it ends, so that what was queued after its first look is sent too.
 */
export function foldedWake(wake: Wake, clock: Clock): Wake {
  let current: { sinceMs: number; isAskedAgain: boolean } | null = null;
  return async () => {
    const nowMs = clock().getTime();
    if (current !== null && nowMs - current.sinceMs < FOLDS_MS) {
      current.isAskedAgain = true;
      return;
    }
    const own = { sinceMs: nowMs, isAskedAgain: false };
    current = own;
    let failure: { error: unknown } | null;
    do {
      own.isAskedAgain = false;
      failure = await wake().then(
        () => null,
        (error: unknown) => ({ error }),
      );
    } while (own.isAskedAgain);
    if (current === own) current = null;
    if (failure !== null) throw failure.error;
  };
}
