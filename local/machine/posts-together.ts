import { type Db, StoreError } from "../../lib/kernel/db.queries.ts";
import {
  type IngestCall,
  type IngestResult,
  storeIngest,
  storeUsual,
} from "../../lib/readings/ingest.queries.ts";
import type { StorePost } from "../../lib/readings/record-readings.actions.ts";

/** Posts of one transaction. */
const BATCH_MAX = 64;
/**
 * Transactions at once: while one is written to the disk, the next is computed. Each costs as much as fifteen posts in it, so that
 * the next is to be no smaller than the one before.
 */
const BATCHES_MAX = 2;
/**
 * Connections of the posts that are stored by themselves: whatever holds their devices, the rest of the machine has its own. Such a
 * post waits so long at a time and then goes behind the others, so that a leak elsewhere has its turn.
 */
export const ALONE = { connectionsMax: 4, lockMsMax: 200 };
/** Each is some attempts of about a second in all: together as long as a statement that waits is tried. */
const TURNS_MAX = 18;
const LOCK_NOT_AVAILABLE = "55P03";
/** More than wait in a second at any pace that one machine keeps: beyond it a post goes by itself, as it would alone. */
const WAITING_MAX = 1_024;

type Waiting = {
  call: IngestCall;
  resolve(result: IngestResult | Promise<IngestResult>): void;
  reject(error: unknown): void;
};

/** Stores each post by itself; `db` gives up waiting for a device that somebody holds. */
export const postsAlone =
  (db: Db): StorePost =>
  async (call) => {
    for (let turn = 1; ; turn += 1) {
      try {
        return await storeIngest(db, call);
      } catch (error) {
        const isHeld = error instanceof StoreError && error.code === LOCK_NOT_AVAILABLE;
        if (!isHeld || turn >= TURNS_MAX) throw error;
      }
    }
  };

/**
 * Stores together what comes together: with nothing under way, all posts of the event loop's turn begin at its end; others once as many
 * wait as are under way, or once a transaction is done. Each is answered after the commit of its own. No post waits for another
 * one's device: such, and all that is unusual, is stored by `alone`, as are all posts of a batch that the database refuses. With nothing
 * beside it a post goes by one call, whatever it is.
 */
export function postsTogether(db: Db, alone: StorePost): StorePost {
  let waiting: Waiting[] = [];
  let batches = 0;
  let underWay = 0;
  let isDue = false;

  const storeBatch = async (batch: Waiting[]): Promise<void> => {
    const [first] = batch;
    const isLone = underWay === 1;
    try {
      if (isLone && first !== undefined) return first.resolve(await storeIngest(db, first.call));
      const results = await usualOf(db, batch);
      for (const [place, { call, resolve }] of batch.entries()) resolve(results[place] ?? alone(call));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      batches -= 1;
      underWay -= batch.length;
      begin();
    }
  };
  const begin = (): void => {
    isDue = false;
    while (batches < BATCHES_MAX && waiting.length > 0 && waiting.length >= underWay) {
      const { batch, rest } = ofDifferentDevices(waiting);
      waiting = rest;
      batches += 1;
      underWay += batch.length;
      void storeBatch(batch);
    }
  };
  return (call) => {
    // What may have been stored before is looked up by its key.
    if (call.idempotencyKey !== null || waiting.length >= WAITING_MAX) return alone(call);
    return new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (isDue || batches >= BATCHES_MAX) return;
      isDue = true;
      setImmediate(begin);
    });
  };
}

async function usualOf(db: Db, batch: Waiting[]): Promise<(IngestResult | null)[]> {
  try {
    return await storeUsual(
      db,
      batch.map(({ call }) => call),
    );
  } catch (error) {
    // One of them is at fault: it alone is to hear of it.
    if (error instanceof StoreError && error.failure === "refused") return [];
    throw error;
  }
}

const latin1 = (hash: Uint8Array): string =>
  Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString("latin1");

/** A device's second post waits for its first. */
function ofDifferentDevices(waiting: readonly Waiting[]): { batch: Waiting[]; rest: Waiting[] } {
  const [batch, rest]: [Waiting[], Waiting[]] = [[], []];
  const keys = new Set<string>();
  for (const post of waiting) {
    const key = latin1(post.call.keyHash);
    if (batch.length >= BATCH_MAX || keys.has(key)) rest.push(post);
    else batch.push(post);
    keys.add(key);
  }
  return { batch, rest };
}
