import { readPayload } from "../domain/ingest/read-payload.ts";
import { done, type Outcome, refuse } from "../domain/outcome.ts";
import type { Random } from "../ports.ts";
import { findFactsOfKey } from "../store/alerts/ingest-facts.ts";
import { type IngestResult, storeIngest } from "../store/ingest.ts";
import type { JudgePorts } from "./alerts/commit-judgement.ts";
import { judgeIngest } from "./alerts/judge-ingest.ts";

export type RecordReadingsPorts = JudgePorts;

export type Ingest = { ingestKey: string; idempotencyKey: string | null; body: unknown };

/** The spec's ingest success body. */
export type Recorded = { ok: true; readings: number; sensors_created: number };

/** What the device is answered, and whether somebody has to be told of something. */
export type Recording = { answer: Recorded; isToTell: boolean };

/** Stores a body's readings and judges them; acknowledged is what has been judged. */
export async function recordReadings(
  ports: RecordReadingsPorts,
  ingest: Ingest,
): Promise<Outcome<Recording>> {
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
  return answer(ports, ingest.ingestKey, result);
}

async function answer(
  ports: JudgePorts,
  ingestKey: string,
  result: IngestResult,
): Promise<Outcome<Recording>> {
  switch (result.outcome) {
    case "stored": {
      // Whoever stored it first may not have lived to judge it; what is judged already moves nothing.
      const facts = result.facts ?? (await findFactsOfKey(ports.db, ingestKey));
      const isToTell = facts !== null && (await judgeIngest(ports, facts));
      const { readings, sensorsCreated } = result;
      return done({ answer: { ok: true, readings, sensors_created: sensorsCreated }, isToTell });
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

const mismatchSentence = (result: { key: string; unit: string | null; sensorUnit: string }): string =>
  `No usable reading: the sensor "${result.key}" is measured in ${result.sensorUnit}, ` +
  `the body gives it ${result.unit === null ? "an on/off state" : `a value in ${result.unit}`}`;

/** 63 random bits: fits PostgreSQL's signed bigint. */
const requestId = (random: Random): bigint =>
  random(8).reduce((id, byte) => (id << 8n) | BigInt(byte), 0n) & 0x7fff_ffff_ffff_ffffn;
