import type { Recorded } from "../../schema/wire/ingest.ts";
import { noteUnplugged } from "../alerts/commit-changes.queries.ts";
import { findFactsOfKey, ingestFactsAsMeant } from "../alerts/facts.queries.ts";
import { judgeIngest } from "../alerts/judge-post.actions.ts";
import type { Db } from "../kernel/db.queries.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices, CronServices } from "../kernel/services.actions.ts";
import { byteaText } from "../kernel/statements.queries.ts";
import { rememberedOf } from "../kernel/text.ts";
import { MINUTE_MS } from "../kernel/time.ts";
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

/** What was sent, in the unit that it was taken for: for a bare number that is its sensor's. */
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

/** Stores one post; resolved is what is on the disk. */
export type StorePost = (call: IngestCall) => Promise<IngestResult>;

/** `isExplained`: the answer says what each reading was understood as, for one more call. */
type Ingest = {
  keyHash: Uint8Array;
  idempotencyKey: string | null;
  body: unknown;
  isExplained?: boolean;
};

/** The device's answer, and if somebody has to be notified. */
export type Recording = { answer: Recorded; isToTell: boolean };

/** Stores a body's readings and judges them; acknowledged is what has been judged. */
export async function recordReadings(
  services: CoreServices & { storePost?: StorePost | undefined },
  ingest: Ingest,
): Promise<Outcome<Recording>> {
  const now = services.clock();
  const payload = readPayload(ingest.body, { now });
  if (!payload.ok) {
    // A lone probe at -127 °C is refused, as it measured nothing; that it is unplugged is remembered.
    const keys = unpluggedIn(ingest.body, { now });
    if (keys.length > 0) await noteUnplugged(services.db, ingest.keyHash, keys, now);
    return payload;
  }
  const store: StorePost = services.storePost ?? ((call) => storeIngest(services.db, call));
  const result = await store({
    keyHash: ingest.keyHash,
    // Another body under the same key is another post: a key that stands fixed in a sketch hides no leak.
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
      // The request that stored it may not have lived to judge it; what is judged already moves nothing.
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

/** An instance whose clock is wrong judges by the database's, as the readings are stored. */
const byDatabaseClock = (services: CoreServices, aheadSeconds: number): CoreServices =>
  aheadSeconds === 0
    ? services
    : { ...services, clock: () => new Date(services.clock().getTime() - aheadSeconds * 1_000) };

const mismatchSentence = (result: { key: string; unit: string | null; sensor_unit: string | null }): string =>
  `No usable reading: the sensor "${result.key}" is ${result.sensor_unit === null ? "a number" : `measured in ${result.sensor_unit}`}, ` +
  `the body gives it ${result.unit === null ? "an on/off state" : `a value in ${result.unit}`}`;

/**
 * Counts on from a number that chance gives each instance, within PostgreSQL's integer. An id has to differ only from those of
 * the device's other requests of the same millisecond, or of the last hour where a clock is wrong.
 */
const requestIds = rememberedOf(({ random }: Pick<CoreServices, "random">) => {
  let last = random(4).reduce((id, byte) => (id << 8) | byte, 0);
  return () => {
    last = (last + 1) | 0;
    return last;
  };
});

/** `isNews`: it was refused, or has made sensors. */
type NotedArrival = Omit<Arrival, "at" | "size"> & { isNews: boolean };

/**
 * Remembers a body for the pages of its device. Answers the work that is left for after the answer; null where there is
 * none.
 */
export type NoteBody = (keyHash: Uint8Array, arrival: NotedArrival) => Promise<void> | null;

type Pending = { hash: string; arrival: Arrival };

/**
 * One for each instance. Bodies are kept in its memory and written together, in the background and at most once in
 * some seconds, so that neither a body nor a flood of refused ones costs a call of its own. A body that is
 * understood as before is noted only sometimes. An instance that ends early, or gets more than it may keep, forgets
 * some: this is a log for setting up a device, and incomplete.
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
    // A large one is shown by its start alone: a flood must not fill the memory.
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
