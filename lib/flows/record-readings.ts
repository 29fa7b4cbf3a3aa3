import { readPayload } from "../domain/ingest/read-payload.ts";
import { done, type Outcome, refuse } from "../domain/outcome.ts";
import type { Clock, Random } from "../ports.ts";
import type { Db } from "../store/db.ts";
import { type IngestResult, storeIngest } from "../store/ingest.ts";

export type RecordReadingsPorts = { db: Db; clock: Clock; random: Random };

export type Ingest = { ingestKey: string; idempotencyKey: string | null; body: unknown };

/** The spec's ingest success body. */
export type Recorded = { ok: true; readings: number; sensors_created: number };

export async function recordReadings(ports: RecordReadingsPorts, ingest: Ingest): Promise<Outcome<Recorded>> {
  const now = ports.clock();
  const payload = readPayload(ingest.body, { now });
  if (!payload.ok) return payload;
  const result = await storeIngest(ports.db, {
    ingestKey: ingest.ingestKey,
    idempotencyKey: ingest.idempotencyKey,
    requestId: requestId(ports.random),
    now,
    payload: payload.value,
  });
  return answer(result);
}

function answer(result: IngestResult): Outcome<Recorded> {
  switch (result.outcome) {
    case "stored":
      return done({ ok: true, readings: result.readings, sensors_created: result.sensorsCreated });
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

const mismatchSentence = (result: { key: string; unit: string | null; sensorUnit: string }): string =>
  `No usable reading: the sensor "${result.key}" is measured in ${result.sensorUnit}, ` +
  `the body gives it ${result.unit === null ? "an on/off state" : `a value in ${result.unit}`}`;

/** 63 random bits: fits PostgreSQL's signed bigint. */
const requestId = (random: Random): bigint =>
  random(8).reduce((id, byte) => (id << 8n) | BigInt(byte), 0n) & 0x7fff_ffff_ffff_ffffn;
