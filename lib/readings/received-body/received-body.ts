import type { SensorKind } from "../../../schema/vocabulary.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { decodeSent } from "../decode-body.ts";
import { decodeText, isJsonObject, isStructure, memberOf, noNumbersIn } from "../json.ts";
import { READING_LIMITS } from "../limits.ts";
import { readPayload } from "../read-payload.ts";
import type { ParsedReading } from "../reading.ts";

/** The error for a bare `21.4` or `online`: a sensor's key is a key of the JSON. */
const NOT_A_STRUCTURE =
  'No usable reading in payload: send a JSON object such as {"temp1":70.5}, a bare number or word names no sensor';

const MASK = "•••";

/** Names of credentials. */
const SECRET_NAME = /pass|pwd|psk|secret|token|auth|credential|api_?key|^key$|signature/i;

/** Long runs without a space are keys, tokens or certificates; readings and names are shorter. */
const SECRET_TEXT = /[A-Za-z0-9+/_=-]{24,}/g;

/** `PASSKEY=…` in a form or query, `"password": "…` in JSON that is broken. */
const NAMED_SECRET =
  /((?:pass\w{0,40}|pwd|psk|secret|token|auth\w{0,40}|credential\w{0,40}|api_?key|key|signature)["']?\s{0,8}[:=]\s{0,8}["']?)[^\s"'&,}]+/gi;

const [NESTING_MAX, SHOWN_MAX] = [8, READING_LIMITS.receivedBodyCharactersMax];

/**
 * Returns the content of a bridged MQTT message: `message` if it is an object or array, else `payload`, whose text is
 * parsed under a body's limits. The topic names no sensor.
 */
export const unwrapEnvelope = (body: unknown): Outcome<unknown> => {
  if (!isJsonObject(body)) return refuse("unusable_payload", "Send a JSON object with payload or message");
  const [message, payload] = ["message", "payload"].map((name) => memberOf(body, name));
  const content = [message, payload].find(isStructure);
  if (content !== undefined) return done(content);
  if (payload === undefined || payload === null)
    return refuse("unusable_payload", "No payload or message: send one of them with the readings");
  return typeof payload === "string" && /^\ufeff?[\t\n\r ]*[[{]/.test(payload)
    ? decodeText(payload)
    : refuse("unusable_payload", NOT_A_STRUCTURE);
};

/** Returns a parsed body as text, with credentials masked, cut to what a page shows. */
const maskedBody = (body: unknown): string => cut(JSON.stringify(masked(body, 0)) ?? "");

/** Like `maskedBody`, for text that could not be parsed. */
const maskedText = (text: string): string =>
  cut(
    text
      .slice(0, 2 * SHOWN_MAX)
      .replace(NAMED_SECRET, `$1${MASK}`)
      .replace(SECRET_TEXT, MASK),
  );

function masked(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.replace(SECRET_TEXT, MASK);
  if (depth >= NESTING_MAX && typeof value === "object" && value !== null) return "…";
  if (Array.isArray(value)) return value.map((each) => masked(each, depth + 1));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name.replace(SECRET_TEXT, MASK),
      SECRET_NAME.test(name) && typeof each !== "boolean" ? MASK : masked(each, depth + 1),
    ]),
  );
}

const cut = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);

/** A reading found in a body. A state is 1 or 0 and has no unit. */
export type ReadSensor = {
  key: string;
  kind: SensorKind;
  value: number;
  unit: string | null;
  /** True if nothing named its unit. */
  assumed: boolean;
};

/** A body as a device's page shows it, and as it is stored. */
export type ReceivedBody = {
  /** ISO 8601. */
  at: string;
  bytes: number;
  /** The body's text with credentials masked, cut to a maximum length. */
  text: string;
  /** The HTTP status of the answer. */
  status: number;
  /** The error sentence sent to the device; null if the body was accepted. */
  error: string | null;
  /** The first readings found; `readings` counts all. Empty and null if too little of the body was kept. */
  sensors: ReadSensor[];
  readings: number | null;
  /** How many values aren't valid JSON numbers, such as `nan`, and were read as null; absent if none. */
  notNumbers?: number;
};

/** Describes a reading for a page; an open door is always 1, whichever value its sender uses. */
export const readSensor = ({ key, kind, value, unit, unitAssumed, trueMeans }: ParsedReading) => ({
  key,
  kind,
  value: kind === "door" && trueMeans === "closed" ? 1 - value : value,
  unit,
  assumed: unitAssumed === true,
});

/** A received body and its answer. */
export type Arrival = {
  at: Date;
  /** The whole body, or only its start. */
  bytes: Uint8Array;
  size: number;
  /** True if the body is the envelope of an MQTT bridge. */
  isBridged: boolean;
  status: number;
  error: string | null;
};

/** Parses a received body again, to show on the device's page what was read. */
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
  const notNumbers = noNumbersIn(bytes);
  return {
    ...common,
    ...(notNumbers === 0 ? {} : { notNumbers }),
    text: maskedBody(decoded.value),
    sensors: readings
      // A number under a credential's name is read as usual, but not shown.
      .filter(({ key }) => !SECRET_NAME.test(key))
      .slice(0, READING_LIMITS.receivedSensorsMax)
      .map(readSensor),
    readings: readings.length,
  };
}
