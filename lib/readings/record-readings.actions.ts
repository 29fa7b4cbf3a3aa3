import type { Recorded } from "../../schema/wire/ingest.ts";
import { noteUnplugged } from "../alerts/commit-changes.queries.ts";
import { findFactsOfKey, ingestFactsAsMeant } from "../alerts/facts.queries.ts";
import { judgeIngest } from "../alerts/judge-post.actions.ts";
import type { Db } from "../kernel/db.queries.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices, CronServices } from "../kernel/services.actions.ts";
import { byteaText } from "../kernel/statements.queries.ts";
import { rememberedOf } from "../kernel/text.ts";
import { byDatabaseClock, MINUTE_MS } from "../kernel/time.ts";
import {
  findUnitsOfKey,
  type IngestCall,
  type IngestResult,
  type ReceivedByKey,
  storeIngest,
  storeReceived,
} from "./ingest.queries.ts";
import { READING_LIMITS } from "./limits.ts";
import { readPayload, unpluggedIn } from "./read-payload.ts";
import type { ParsedPayload } from "./reading.ts";
import { type Arrival, type ReadSensor, readSensor, receivedBody } from "./received-body/received-body.ts";

/** Describes the readings as they were understood; a bare number has the unit of its sensor. */
async function explainReadings(
  db: Db,
  keyHash: Uint8Array,
  { readings }: ParsedPayload,
): Promise<ReadSensor[]> {
  const units = await findUnitsOfKey(db, keyHash);
  return readings.map((reading) => {
    const sensor = readSensor(reading);
    const known = reading.followsDeviceUnit ? units.get(reading.key) : undefined;
    return known === undefined ? sensor : { ...sensor, unit: known.unit, assumed: known.isAssumed };
  });
}

/** Stores one post; resolves once the post is on disk. */
export type StorePost = (call: IngestCall) => Promise<IngestResult>;

/** `isExplained`: the answer also describes how each reading was understood, which costs one more call. */
type Ingest = {
  keyHash: Uint8Array;
  idempotencyKey: string | null;
  body: unknown;
  isExplained?: boolean;
};

/** The answer to the device, and whether there is a notification to send. */
export type Recording = { answer: Recorded; isToTell: boolean };

/** Stores and evaluates a body's readings. An answer means that both are done. */
export async function recordReadings(
  services: CoreServices & { storePost?: StorePost | undefined },
  ingest: Ingest,
): Promise<Outcome<Recording>> {
  const now = services.clock();
  const payload = readPayload(ingest.body, { now });
  if (!payload.ok) {
    // A lone probe at -127 °C measured nothing: the body is refused, but we record the unplugged probe.
    const keys = unpluggedIn(ingest.body, { now });
    if (keys.length > 0) await noteUnplugged(services.db, ingest.keyHash, keys, now);
    return payload;
  }
  const store: StorePost = services.storePost ?? ((call) => storeIngest(services.db, call));
  const result = await store({
    keyHash: ingest.keyHash,
    // A different body under the same key is a different post: a key hard-coded in a sketch must not hide a leak.
    idempotencyKey:
      ingest.idempotencyKey === null ? null : `${ingest.idempotencyKey}\n${JSON.stringify(ingest.body)}`,
    requestId: requestIds(services)(),
    now,
    payload: payload.value,
  });
  const answered = await answer(services, ingest.keyHash, payload.value, result);
  if (ingest.isExplained !== true || !answered.ok) return answered;
  const sensors = await explainReadings(services.db, ingest.keyHash, payload.value);
  return done({ ...answered.value, answer: { ...answered.value.answer, sensors } });
}

async function answer(
  services: CoreServices,
  keyHash: Uint8Array,
  { readings: sent }: ParsedPayload,
  result: IngestResult,
): Promise<Outcome<Recording>> {
  switch (result.outcome) {
    case "stored": {
      const { outcome: _, readings, repeated, facts: moved, ahead_by: aheadSeconds = 0, ...counts } = result;
      // The request that stored the post may have died before evaluating it. Evaluating twice changes nothing.
      const facts = repeated
        ? await findFactsOfKey(services.db, keyHash)
        : moved && ingestFactsAsMeant(moved);
      const isToTell = facts != null && (await judgeIngest(byDatabaseClock(services, aheadSeconds), facts));
      const body: Recorded = { ok: true, readings: readings ?? sent.length, ...counts };
      return done({ answer: body, isToTell });
    }
    case "unknown_key":
      return refuse("bad_device_key");
    case "too_many_sensors":
      return refuse("too_many_sensors");
    case "unit_mismatch":
      return refuse("unusable_payload", mismatchSentence(result));
    default:
      return result satisfies never;
  }
}

const mismatchSentence = (result: { key: string; unit: string | null; sensor_unit: string | null }): string =>
  `No usable reading: the sensor "${result.key}" is ${result.sensor_unit === null ? "a number" : `measured in ${result.sensor_unit}`}, ` +
  `the body gives it ${result.unit === null ? "an on/off state" : `a value in ${result.unit}`}`;

/**
 * Counts up from a random start in each instance, as a PostgreSQL integer. An id must differ only from the device's
 * other requests in the same millisecond, or in the last hour if a clock is wrong.
 */
const requestIds = rememberedOf(({ random }: Pick<CoreServices, "random">) => {
  let last = random(4).reduce((id, byte) => (id << 8) | byte, 0);
  return () => {
    last = (last + 1) | 0;
    return last;
  };
});

/** `isNews`: the body was refused or created sensors. */
type NotedArrival = Omit<Arrival, "at" | "size"> & { isNews: boolean };

/** Notes a body for its device's page. Returns the work to do after the answer, or null if there is none. */
export type NoteBody = (keyHash: Uint8Array, arrival: NotedArrival) => Promise<void> | null;

type Pending = { hash: string; arrival: Arrival };

/**
 * Returns the function that notes bodies; call once per instance. Bodies stay in memory and are written together, in
 * the background, at most once per `receivedWriteMs`: neither a body nor a flood of refused ones costs a call of its
 * own. An accepted body is noted only sometimes. An instance that ends early, or is full, loses some: the log helps to
 * set up a device and needn't be complete.
 */
export function bodyNotes({ db, clock, pause }: CoreServices & Pick<CronServices, "pause">): NoteBody {
  let pending: Pending[] = [];
  let isWriting = false;
  let wroteAt = Number.NEGATIVE_INFINITY;
  const acceptedAt = new Map<string, number>();

  const isDue = (hash: string, { isNews, status }: NotedArrival, now: number): boolean => {
    if (status >= 400) return true;
    const before = acceptedAt.get(hash);
    const isRecent = before !== undefined && now - before < READING_LIMITS.receivedAgainMinutes * MINUTE_MS;
    const isOneTooMany = before === undefined && acceptedAt.size >= READING_LIMITS.receivedDevicesMax;
    if ((isRecent || isOneTooMany) && !isNews) return false;
    if (!isOneTooMany) acceptedAt.set(hash, now);
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

  return (keyHash, noted) => {
    const at = clock();
    const hash = byteaText(keyHash);
    if (pending.length >= READING_LIMITS.receivedPendingMax || !isDue(hash, noted, at.getTime())) return null;
    const { isNews: _, ...arrival } = noted;
    // Only the start of a large body is kept, so that a flood can't fill the memory.
    const bytes = arrival.bytes.slice(0, READING_LIMITS.receivedBytesMax);
    const size = arrival.bytes.byteLength;
    pending.push({ hash, arrival: { ...arrival, bytes, size, at } });
    if (isWriting) return null;
    isWriting = true;
    return write();
  };
}

const byKey = (pending: readonly Pending[]): ReceivedByKey[] =>
  Array.from(
    Map.groupBy(pending, ({ hash }) => hash),
    ([hash, own]) => {
      const newest = own.toReversed().slice(0, READING_LIMITS.receivedBodiesMax);
      return { hash, bodies: newest.map(({ arrival }) => receivedBody(arrival)) };
    },
  );
