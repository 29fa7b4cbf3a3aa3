import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { decodeText } from "./decode-body.ts";
import { entriesOf, isJsonObject, memberOf } from "./json.ts";
import { topicWord } from "./parts/leaves.ts";
import { measureOf, stateOf } from "./parts/measures.ts";
import { readSaid, readStateWord } from "./parts/said-number.ts";

const isStructure = (value: unknown): boolean => typeof value === "object" && value !== null;

/** Without a topic that says what is measured, a bare `21.4` or `online` says nothing. */
const NOT_A_STRUCTURE =
  'No usable reading in payload: send a JSON object such as {"temp1":70.5}, a bare number or word names no sensor';

/** Whether the last word of a topic says what is measured: `N/b827eb/temperature/24/Temperature`. */
const isAbout = (topic: unknown, value: unknown): boolean => {
  if (typeof topic !== "string" || topic.length > TOPIC_CHARACTERS_MAX) return false;
  const word = topicWord(topic);
  if (measureOf(word) !== null && readSaid(value)?.isState === false) return true;
  return stateOf(word) !== null && readStateWord(value)?.isState === true;
};

const TOPIC_CHARACTERS_MAX = 256;

const fromBare = (topic: unknown, value: unknown): Outcome<unknown> =>
  isAbout(topic, value) ? done({ topic, payload: value }) : refuse("unusable_payload", NOT_A_STRUCTURE);

/** `{"value":4.2}` is about its topic; every other object names what it holds itself. */
const withTopic = (topic: unknown, payload: unknown): unknown => {
  if (!isJsonObject(payload) || !Object.hasOwn(payload, "value")) return payload;
  const isBare = entriesOf(payload).every(([name]) => BARE.has(name));
  return isBare && isAbout(topic, payload.value) ? { topic, ...payload } : payload;
};

const BARE = new Set(["value", "min", "max", "unit"]);

/**
 * What a bridged MQTT message holds: `message` where it is an object (or an array), else `payload`, whose
 * text is parsed under the same limits as a body. The topic is asked only about a value without a name.
 */
export const unwrapEnvelope = (body: unknown): Outcome<unknown> => {
  if (!isJsonObject(body)) {
    return refuse("unusable_payload", "Send a JSON object with payload or message");
  }
  const topic = memberOf(body, "topic");
  const message = memberOf(body, "message");
  if (isStructure(message)) return done(withTopic(topic, message));
  const payload = memberOf(body, "payload");
  if (isStructure(payload)) return done(withTopic(topic, payload));
  if (typeof payload === "string" && /^\ufeff?[\t\n\r ]*[[{]/.test(payload)) {
    const decoded = decodeText(payload);
    return decoded.ok ? done(withTopic(topic, decoded.value)) : decoded;
  }
  if (payload !== undefined && payload !== null) return fromBare(topic, payload);
  return refuse("unusable_payload", "No payload or message: send one of them with the readings");
};
