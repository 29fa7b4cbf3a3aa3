import { type Db, StoreError } from "../../lib/kernel/db.queries.ts";
import {
  type IngestCall,
  type IngestResult,
  storeIngest,
  storeUsual,
} from "../../lib/readings/ingest.queries.ts";
import type { StorePost } from "../../lib/readings/record-readings.actions.ts";

/** Posts in one transaction. */
const BATCH_MAX = 64;
/**
 * Concurrent transactions: while one is written to disk, the next is computed. A transaction costs as much as fifteen
 * of its posts, so the next should be no smaller than the one before.
 */
const BATCHES_MAX = 2;
/**
 * Connections for posts that are stored alone, so that a locked device leaves the others to the rest of the machine.
 * Such a post waits this long at a time, then goes behind the others, so that a leak elsewhere gets its turn.
 */
export const ALONE = { connectionsMax: 4, lockMsMax: 200 };
/** A turn is several attempts of about a second together. All turns last as long as any other statement is retried. */
const TURNS_MAX = 18;
const LOCK_NOT_AVAILABLE = "55P03";
/** More posts than wait at any rate that one machine can sustain. Beyond it a post is stored alone. */
const WAITING_MAX = 1_024;

type Waiting = {
  call: IngestCall;
  resolve(result: IngestResult | Promise<IngestResult>): void;
  reject(error: unknown): void;
};

/** Stores each post on its own. `db` stops waiting for a locked device after a short time. */
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
 * Stores concurrent posts in one transaction. If none is running, all posts of the event loop's turn start at its end;
 * later ones start once as many wait as are in progress, or once a transaction ends. Each post is answered after its
 * own commit. No post waits for another one's device: a post whose device is locked, an unusual one, and all posts of a
 * batch that the database refuses go to `alone`. A post with none beside it takes one ordinary call.
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
    // An idempotency key needs a lookup first.
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
    // One of them is at fault, and only that one should get the error.
    if (error instanceof StoreError && error.failure === "refused") return [];
    throw error;
  }
}

const latin1 = (hash: Uint8Array): string =>
  Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString("latin1");

/** Splits off a batch with one post for each device: a device's second post waits for its first. */
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
