import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { decodeText } from "./decode-body.ts";
import { isJsonObject, memberOf } from "./json.ts";

const isStructure = (value: unknown): boolean => typeof value === "object" && value !== null;

/** The topic only informs, it can't name a sensor: a bare `21.4` or `online` says nothing. */
const NOT_A_STRUCTURE =
  'No usable reading in payload: send a JSON object such as {"temp1":70.5}, a bare number or word names no sensor';

const fromText = (payload: string): Outcome<unknown> =>
  /^\ufeff?[\t\n\r ]*[[{]/.test(payload) ? decodeText(payload) : refuse("unusable_payload", NOT_A_STRUCTURE);

/**
 * What a bridged MQTT message holds: `message` where it is an object (or an array), else `payload`, whose
 * text is parsed under the same limits as a body.
 */
export const unwrapEnvelope = (body: unknown): Outcome<unknown> => {
  if (!isJsonObject(body)) {
    return refuse("unusable_payload", "Send a JSON object with payload or message");
  }
  const message = memberOf(body, "message");
  if (isStructure(message)) return done(message);
  const payload = memberOf(body, "payload");
  if (isStructure(payload)) return done(payload);
  if (typeof payload === "string") return fromText(payload);
  if (payload !== undefined && payload !== null) return refuse("unusable_payload", NOT_A_STRUCTURE);
  return refuse("unusable_payload", "No payload or message: send one of them with the readings");
};
