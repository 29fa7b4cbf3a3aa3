import { type Db, dbOf } from "../../lib/kernel/db.queries.ts";

/** More calls than any run makes that is killed. */
const CALLS_MAX = 200;

/** `before`: all calls but this one were done. `after`: this one, too, but nobody got its answer. */
export interface Kill {
  call: number;
  moment: "before" | "after";
}

/** Yields every possible state after a kill once: after a call equals before the next one. */
export function* everyKill(): Generator<Kill> {
  yield { call: 1, moment: "before" };
  for (let call = 1; call < CALLS_MAX; call += 1) yield { call, moment: "after" };
}

/**
 * Returns the database of a function whose platform kills it at its nth call, counted from 1. No later call gets
 * through.
 */
export function killedAt(db: Db, { call, moment }: Kill): { db: Db; isKilled: () => boolean } {
  let made = 0;
  let isDead = false;
  const die = (): never => {
    isDead = true;
    throw new Error("killed");
  };
  const mortal = dbOf(async (kind, work) => {
    made += 1;
    const isLast = made === call;
    if (isDead || (isLast && moment === "before")) return die();
    const result = await db(kind, work);
    return isDead || isLast ? die() : result;
  });
  return { db: mortal, isKilled: () => isDead };
}
