/** Runs `work`, which handles its own failures, again and again, one run at a time; a stop waits for the one under way. */
export function repeat(everyMs: number, work: () => Promise<void>): { tick(): void; stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const tick = () => {
    running ??= work().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(tick, everyMs);
  const stop = async () => {
    clearInterval(timer);
    await running;
  };
  return { tick, stop };
}
