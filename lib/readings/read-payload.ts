import { LIMITS } from "../../schema/limits.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { readStranger } from "./foreign/read-stranger.ts";
import { readHealth } from "./health.ts";
import { entriesOf, isJsonObject, type JsonObject, objectElements } from "./json.ts";
import { mergePayloads } from "./judge-reading.ts";
import type { ReadContext } from "./payload-style.ts";
import type { ParsedPayload } from "./reading.ts";
import { SENDERS } from "./senders/all.ts";
import { byMark, senderOf } from "./senders/find.ts";
import { cleanLabel } from "./sensor-keys.ts";
import { isSpecifiedTemperature } from "./specified-temperature.ts";
import { FOREIGN_STYLES, NATIVE_STYLES } from "./styles.ts";

const KEYS_SHOWN_MAX = 5;
const KEY_CHARACTERS_MAX = 24;

/** A few names to recognise a body by, cleaned and cut short; what they hold is never shown. */
const listed = (names: string[]): string => {
  const shown = names
    .slice(0, KEYS_SHOWN_MAX)
    .map((name) => cleanLabel(name.slice(0, KEY_CHARACTERS_MAX), '""'))
    .join(", ");
  return names.length > KEYS_SHOWN_MAX ? `${shown} and ${names.length - KEYS_SHOWN_MAX} more` : shown;
};

const describeArray = (body: unknown[]): string => {
  if (body.length === 0) return "saw an empty array";
  const first = body.find(isJsonObject);
  const names = first ? `, the first with ${listed(Object.keys(first)) || "no keys"}` : "";
  return `saw an array of ${body.length}${names}; none holds a measurement`;
};

const describeObject = (body: JsonObject): string => {
  const keys = Object.keys(body);
  if (keys.length === 0) return "saw an empty object";
  if (keys.length > 1)
    return `saw an object with keys ${listed(keys)}; none holds a measurement${tooLarge(body)}`;
  const inner = Object.values(body).find(isJsonObject);
  const inside = inner === undefined ? "" : `, in it ${listed(Object.keys(inner)) || "nothing"}`;
  return `saw an object with key ${listed(keys)}${inside}; it holds no measurement${tooLarge(body)}`;
};

const LARGEST = LIMITS.readingMagnitudeMax.toExponential().replace("+", "");

/** Nothing says of a number that is a number why it is none here. */
const tooLarge = (body: JsonObject): string =>
  Object.values(body).some(
    (value) =>
      (typeof value === "number" || typeof value === "string") &&
      Math.abs(Number(value)) > LIMITS.readingMagnitudeMax,
  )
    ? `: a number is at most ${LARGEST}`
    : "";

/** Where this service says what a body may be, and has recipes. */
const RECIPES = "/docs/devices";

/** The sentence of a 400 where nothing in a body could be used: what was seen, by names. */
export const describeUnusable = (body: unknown, { faultyKeys }: ParsedPayload): string => {
  if (faultyKeys.length > 0)
    return `No usable reading: the probe of ${listed(faultyKeys)} is unplugged (-127 °C)`;
  if (Array.isArray(body)) return `No usable reading: ${describeArray(body)}. Recipes: ${RECIPES}`;
  if (isJsonObject(body)) return `No usable reading: ${describeObject(body)}. Recipes: ${RECIPES}`;
  const seen = body === null ? "null" : `a bare ${typeof body}`;
  return `No usable reading: saw ${seen}; send a JSON object. Recipes: ${RECIPES}`;
};

/** Typed, classic and flat together: `{"temp1":40,"sensors":[…]}` gives both. */
const readNative = (body: unknown, context: ReadContext): Outcome<ParsedPayload> => {
  const payloads: ParsedPayload[] = [];
  for (const style of NATIVE_STYLES) {
    if (!style.claims(body)) continue;
    const outcome = style.read(body, context);
    if (!outcome.ok) return outcome;
    payloads.push(outcome.value);
  }
  return mergePayloads(payloads);
};

/** The first foreign style that claims the body and finds a reading or health in it, or forbids its use. */
const readForeign = (body: unknown, context: ReadContext): Outcome<ParsedPayload> => {
  for (const style of FOREIGN_STYLES) {
    if (!style.claims(body)) continue;
    const outcome = style.read(body, context);
    if (!outcome.ok || outcome.value.readings.length > 0) return outcome;
    // A pack that says nothing is no stranger's list.
    if (style.name === "senml") return outcome;
    if (Object.keys(outcome.value.health).length > 0 || outcome.value.faultyKeys.length > 0) return outcome;
  }
  return readStranger(body);
};

const SENDER_MARKS = byMark(SENDERS);

/** A number or switch that no name explains is a sensor only where nothing else of the body is understood. */
const isUnderstood = ({ readings }: ParsedPayload): boolean =>
  readings.some(({ kind }) => kind !== "generic");

/** What a typed sensor says of itself holds, also where it says that it is generic. */
const hasTypedSensors = (body: unknown): boolean =>
  isJsonObject(body) && objectElements(body.sensors).some(({ key }) => typeof key === "string");

const understoodIn = ({ readings }: ParsedPayload): number =>
  readings.filter(({ kind }) => kind !== "generic").length;

/** Whether more than flat keys may be in it: the specification's own nested shapes are read with them. */
const hasThings = (body: unknown): boolean =>
  isJsonObject(body) &&
  !isJsonObject(body.temp) &&
  !hasTypedSensors(body) &&
  entriesOf(body).some(([, value]) => typeof value === "object" && value !== null);

/** What is nested may be the measurements, and what stands beside it the sender's own states. */
const readDeeper = (body: unknown, native: ParsedPayload): Outcome<ParsedPayload> => {
  // The specification's own firmware says all that it measures at the top.
  const isOwn = native.readings.some(({ key }) => isSpecifiedTemperature(key));
  const stranger = !isOwn && hasThings(body) ? readStranger(body) : done(native);
  return stranger.ok && understoodIn(stranger.value) > understoodIn(native) ? stranger : done(native);
};

const readStyles = (body: unknown, context: ReadContext): Outcome<ParsedPayload> => {
  const native = readNative(body, context);
  if (!native.ok) return native;
  if (isUnderstood(native.value)) return readDeeper(body, native.value);
  if (native.value.readings.length > 0 && hasTypedSensors(body)) return native;
  const foreign = readForeign(body, context);
  if (!foreign.ok) return foreign;
  if (foreign.value.readings.length === 0 && native.value.readings.length > 0) return native;
  if (native.value.faultyKeys.length === 0) return foreign;
  const faultyKeys = [...new Set([...native.value.faultyKeys, ...foreign.value.faultyKeys])];
  return done({ ...foreign.value, faultyKeys });
};

/**
 * The readings and the health of a body in any payload style. Health alone is a heartbeat: ok with no
 * readings. Readings carry a time of their own only from SenML and Telegraf, and only where it is near enough
 * to `now`.
 */
export const readPayload = (body: unknown, context: ReadContext): Outcome<ParsedPayload> => {
  const sender = senderOf(body, SENDER_MARKS);
  const outcome = sender === null ? readStyles(body, context) : sender.read(body, context);
  if (!outcome.ok) return outcome;
  const { readings, faultyKeys, lagSeconds } = outcome.value;
  // What a known sender calls battery or rssi may be something else.
  const health = { ...outcome.value.health, ...(sender === null ? readHealth(body) : {}) };
  if (readings.length === 0 && Object.keys(health).length === 0) {
    return refuse("unusable_payload", describeUnusable(body, outcome.value));
  }
  return done({ readings, health, faultyKeys, ...(lagSeconds === undefined ? {} : { lagSeconds }) });
};

/** The keys of a refused body whose probes say that they are unplugged: its only news. */
export const unpluggedIn = (body: unknown, context: ReadContext): string[] => {
  const outcome = (senderOf(body, SENDER_MARKS)?.read ?? readStyles)(body, context);
  return outcome.ok ? outcome.value.faultyKeys : [];
};
