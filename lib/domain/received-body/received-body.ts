import { LIMITS } from "../../../schema/limits.ts";
import type { SensorKind } from "../../../schema/vocabulary.ts";
import { decodeSent } from "../ingest/decode-body.ts";
import { unwrapEnvelope } from "../ingest/mqtt-envelope.ts";
import { readPayload } from "../ingest/read-payload.ts";
import type { ParsedReading } from "../ingest/reading.ts";
import { refuse } from "../outcome.ts";
import { isSecretName, maskedBody, maskedText } from "./masked-text.ts";

/** One thing that was read in a body. A state is 1 or 0 and has no unit. */
export type ReadSensor = {
  key: string;
  kind: SensorKind;
  value: number;
  unit: string | null;
  /** Nobody has said its unit. */
  assumed: boolean;
};

/** A body as a device's page shows it, and as it is stored. */
export type ReceivedBody = {
  /** ISO 8601. */
  at: string;
  bytes: number;
  /** Its text, without secrets, cut off. */
  text: string;
  /** Of the answer. */
  status: number;
  /** The answer's sentence, as the device heard it; null where it was accepted. */
  error: string | null;
  /** What was read, the first of it; `readings` counts all. Empty and null where too little of the body was kept. */
  sensors: ReadSensor[];
  readings: number | null;
};

export const readSensor = ({ key, kind, value, unit, unitAssumed }: ParsedReading): ReadSensor => ({
  key,
  kind,
  value,
  unit,
  assumed: unitAssumed === true,
});

/** A body as it arrived, and its answer. */
export type Arrival = {
  at: Date;
  /** All of it, or its start. */
  bytes: Uint8Array;
  size: number;
  /** Came through the MQTT bridge, in an envelope. */
  isBridged: boolean;
  status: number;
  error: string | null;
};

/** What was made of a body: read once more, where somebody wants to know. */
export function receivedBody({ at, bytes, size, isBridged, status, error }: Arrival): ReceivedBody {
  const common = { at: at.toISOString(), bytes: size, status, error };
  const isWhole = bytes.byteLength === size;
  const decoded = isWhole ? decodeSent(bytes, "form") : refuse("body_too_large");
  if (!decoded.ok) {
    const text = maskedText(new TextDecoder().decode(bytes));
    return { ...common, text, sensors: [], readings: isWhole ? 0 : null };
  }
  const inner = isBridged ? unwrapEnvelope(decoded.value) : decoded;
  const payload = inner.ok ? readPayload(inner.value, { now: at }) : inner;
  const readings = payload.ok ? payload.value.readings : [];
  return {
    ...common,
    text: maskedBody(decoded.value),
    sensors: readings
      .filter(({ key }) => !isSecretName(key))
      .slice(0, LIMITS.receivedSensorsMax)
      .map(readSensor),
    readings: readings.length,
  };
}
