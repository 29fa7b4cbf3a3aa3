import type { Clock, InTime, Report } from "./ports.ts";

/** `work` goes on by itself where it takes longer; what it fails with then is nobody's. */
export const inTime: InTime = async (work, ms) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
};

/** Writes one JSON object a line, with its time in UTC, to the platform's log. */
export const logReport =
  (clock: Clock): Report =>
  (event) =>
    console[event.level](JSON.stringify({ time: clock(), ...event }));

/** @throws Error when `work` takes longer; what it started goes on, unheard */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const answered = await inTime(
    work.then((value) => ({ value })),
    ms,
  );
  if (answered === null) throw new Error(`No answer within ${ms} ms`);
  return answered.value;
}
