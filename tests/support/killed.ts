import { type Db, dbOf } from "../../lib/kernel/db.queries.ts";

/** More calls than any run makes that is killed. */
const CALLS_MAX = 200;

/** `before`: all but this call was done; `after`: this too, and nobody has heard its answer. */
export interface Kill {
  call: number;
  moment: "before" | "after";
}

/** What a kill can leave behind, each once: after a call as much is done as before the next. */
export function* everyKill(): Generator<Kill> {
  yield { call: 1, moment: "before" };
  for (let call = 1; call < CALLS_MAX; call += 1) yield { call, moment: "after" };
}

/**
 * The database of a function that its platform kills at its nth call, counted from 1; no later call gets
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
