import type { Db } from "../kernel/db.queries.ts";
import type { Clock } from "../kernel/ports.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { type ReceivedByKey, storeReceived } from "./ingest.queries.ts";
import { READING_LIMITS } from "./limits.ts";
import { type Arrival, receivedBody } from "./received-body/received-body.ts";

type NoteBodyPorts = { db: Db; clock: Clock; pause: (ms: number) => Promise<void> };

/** `isNews`: it was refused, or has made sensors. */
type NotedArrival = Omit<Arrival, "at" | "size"> & { isNews: boolean };

/**
 * Remembers a body for the pages of its device. Answers the work that is left for after the answer; null where there is
 * none.
 */
export type NoteBody = (ingestKey: string, arrival: NotedArrival) => Promise<void> | null;

type Pending = { ingestKey: string; arrival: Arrival };

/**
 * One for each instance. Bodies are kept in its memory and written together, in the background and at most once in some
 * seconds, so that neither a body nor a flood of refused ones costs a call of its own. What was understood as before is
 * noted now and then. An instance that ends early, or hears more than it may keep, forgets some: it is a log for whoever
 * sets a device up, no record.
 */
export function bodyNotes({ db, clock, pause }: NoteBodyPorts): NoteBody {
  let pending: Pending[] = [];
  let isWriting = false;
  let wroteAt = Number.NEGATIVE_INFINITY;
  const acceptedAt = new Map<string, number>();

  const isDue = (ingestKey: string, { isNews, status }: NotedArrival, now: number): boolean => {
    if (status >= 400) return true;
    const before = acceptedAt.get(ingestKey);
    const isRecent = before !== undefined && now - before < READING_LIMITS.receivedAgainMinutes * MINUTE_MS;
    const isOneTooMany = before === undefined && acceptedAt.size >= READING_LIMITS.receivedDevicesMax;
    if ((isRecent || isOneTooMany) && !isNews) return false;
    if (!isOneTooMany) acceptedAt.set(ingestKey, now);
    return true;
  };

  const write = async (): Promise<void> => {
    try {
      await pause(Math.max(0, wroteAt + READING_LIMITS.receivedWriteMs - clock().getTime()));
      const written = pending;
      pending = [];
      wroteAt = clock().getTime();
      await storeReceived(db, byKey(written));
    } finally {
      isWriting = false;
    }
  };

  return (ingestKey, noted) => {
    const at = clock();
    if (pending.length >= READING_LIMITS.receivedPendingMax || !isDue(ingestKey, noted, at.getTime()))
      return null;
    const { isNews: _, ...arrival } = noted;
    // A large one is shown by its start alone: a flood must not fill the memory.
    const bytes = arrival.bytes.slice(0, READING_LIMITS.receivedBytesMax);
    const size = arrival.bytes.byteLength;
    pending.push({ ingestKey, arrival: { ...arrival, bytes, size, at } });
    if (isWriting) return null;
    isWriting = true;
    return write();
  };
}

function byKey(pending: readonly Pending[]): ReceivedByKey[] {
  const keys = new Map<string, Arrival[]>();
  for (const { ingestKey, arrival } of pending)
    keys.set(ingestKey, [arrival, ...(keys.get(ingestKey) ?? [])]);
  return [...keys].map(([ingestKey, arrivals]) => ({
    ingestKey,
    bodies: arrivals.slice(0, READING_LIMITS.receivedBodiesMax).map(receivedBody),
  }));
}
