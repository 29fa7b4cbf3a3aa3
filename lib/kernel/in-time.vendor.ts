import type { InTime } from "./ports.ts";

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
