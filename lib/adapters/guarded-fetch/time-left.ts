/** Thrown by what took too long. */
export class OutOfTime extends Error {
  override name = "OutOfTime" as const;
}

/** Runs `work` with a signal; where it does not settle in time it is aborted, and not waited for. */
export async function within<T>(
  ms: number,
  outer: AbortSignal | null,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const giveUp = () => abort.abort(new OutOfTime());
  const timer = setTimeout(giveUp, ms);
  outer?.addEventListener("abort", giveUp, { once: true });
  if (outer?.aborted) giveUp();
  try {
    return await unlessAborted(work(abort.signal), abort.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", giveUp);
  }
}

/** Works also for what does not listen to a signal, as a resolver; its later failure is nobody's business. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  if (signal.aborted) throw signal.reason;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
