const LOOKED_AT_EVERY_MS = 20;

/** The most that this process's heap has held, in bytes; what is not collected yet counts too. */
export function watchHeap(): { stop(): number } {
  let most = process.memoryUsage().heapUsed;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed);
  }, LOOKED_AT_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}
