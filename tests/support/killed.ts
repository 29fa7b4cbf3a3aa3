import type { Db } from "../../lib/kernel/db.queries.ts";

/** `before`: all but this call was done; `after`: this too, and nobody has heard its answer. */
export const KILL_MOMENTS = ["before", "after"] as const;
type KillMoment = (typeof KILL_MOMENTS)[number];

/**
 * The database of a function that its platform kills at its nth call, counted from 1; no later call gets
 * through.
 */
export function killedAt(db: Db, call: number, moment: KillMoment): { db: Db; isKilled: () => boolean } {
  let made = 0;
  let isDead = false;
  const die = (): never => {
    isDead = true;
    throw new Error("killed");
  };
  const mortal: Db = async (kind, work) => {
    made += 1;
    const isLast = made === call;
    if (isDead || (isLast && moment === "before")) return die();
    const result = await db(kind, work);
    return isDead || isLast ? die() : result;
  };
  return { db: mortal, isKilled: () => isDead };
}
