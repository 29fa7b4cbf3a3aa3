import type { Random } from "../ports.ts";

const POLL_MS_MIN = 3;
/**
 * Each caller that waits beside adds this much to the longest pause: looking costs time that the turns need.
 */
const POLL_MS_EACH = 2;
const POLL_MS_MAX = 40;

/**
 * Lets `most` callers of this instance go on at a time, so that a burst does not time out in a queue of its
 * own making. Each waits by its own timer: in an edge runtime one request must not wake another. Answers what
 * to call at the end, or null when the wait took `waitMs` or `isPointless` became true.
 */
export function waitForTurn(most: number, random: Random) {
  let taken = 0;
  let waiting = 0;
  const done = () => {
    taken -= 1;
  };
  const pauseMs = () =>
    POLL_MS_MIN + ((random(1)[0] ?? 0) / 255) * Math.min(POLL_MS_EACH * waiting, POLL_MS_MAX);
  return async (waitMs: number, isPointless: () => boolean): Promise<(() => void) | null> => {
    waiting += 1;
    try {
      for (let waited = 0; taken >= most; ) {
        if (waited >= waitMs || isPointless()) return null;
        const ms = pauseMs();
        await new Promise((resolve) => setTimeout(resolve, ms));
        waited += ms;
      }
      taken += 1;
      return done;
    } finally {
      waiting -= 1;
    }
  };
}
