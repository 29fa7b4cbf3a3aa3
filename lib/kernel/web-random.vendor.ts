import type { Random } from "./ports.ts";

const POOL_BYTES = 1_024;
/** What is drawn at once; more is asked for by itself. */
const POOLED_BYTES_MAX = 64;

const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;

/** A request draws a few bytes several times, and each call of the platform costs more than its bytes. */
export const webRandom: Random = (count) => {
  if (count > POOLED_BYTES_MAX) return crypto.getRandomValues(new Uint8Array(count));
  if (used + count > POOL_BYTES) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const drawn = pool.slice(used, used + count);
  // What is handed out stays nowhere else.
  pool.fill(0, used, used + count);
  used += count;
  return drawn;
};
