import { LIMITS } from "../../schema/limits.ts";
import { DEADBAND_REVISION } from "../alerts/deadband/deadband.ts";
import { TRUST_LIMITS } from "../alerts/settings.ts";
import { ALERT_DEFAULTS, PLACEMENT_DEFAULTS } from "../devices/alert-settings.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { bytesOfText, fnv1a, lately } from "../kernel/text.ts";
import { labelOf } from "./foreign/names.ts";
import { walk } from "./foreign/walk.ts";
import { decodeText, entriesOf, isJsonObject, isStructure, type JsonObject, textOf } from "./json.ts";
import { mergePayloads } from "./judge-reading.ts";
import { READING_LIMITS } from "./limits.ts";
import { ownParts, ownShape, withoutLoose } from "./own-shapes.ts";
import type { Part, Sender } from "./parts/manner.ts";
import { partHealth, readParts } from "./parts/read-parts.ts";
import type { ParsedPayload, ParsedReading, ReadContext } from "./reading.ts";
import { readSent, sendersOf } from "./senders/all.ts";
import { isSenml, readSenml } from "./senml.ts";
import { cleanLabel, snake } from "./sensor-keys.ts";
import { saysLeak } from "./sensor-kinds.ts";
import { momentSaid, RECORDED_AT, settledMoments } from "./values.ts";

/** No device sends as many top-level members. */
const MEMBERS_MAX = 2_048;

/** The starts of `{"`, `{ `, a brace with a line break, and `[{` in base64. */
const BASE64_JSON = /^(?:ey[A-DI-L]|ew[o-r]|W3[s-v])[\w+/-]*={0,2}$/;
const JSON_START = /^\s{0,8}[[{]/;

/** `{power:120,temp:18.4}`, which emoncms accepts. */
const UNQUOTED = /([{,]\s{0,4})([a-z_]\w{0,63}):/gi;

const UNUSABLE = "unusable_payload";

/**
 * Reads a body of unknown shape as far as names, units and nesting explain it. Temperatures without any hint of a unit
 * are taken as °C, which nearly all machine interfaces use, and marked as assumed.
 */
const readStranger = (body: unknown, now: Date): Outcome<ParsedPayload> => {
  const outcome = readParts(walk(body, {}, { key: "", label: labelOf(body) }), now);
  if (!outcome.ok || outcome.value.readings.length > 0) return outcome;
  // A lone battery deep inside may be anything's; only one at the top counts.
  const { battery_pct, battery, batt, rssi } = isJsonObject(body) ? body : {};
  return done({ ...outcome.value, health: partHealth({ battery_pct, battery, batt, rssi }) });
};

const jsonOf = lately((text: string): unknown => {
  const bytes = BASE64_JSON.test(text) ? bytesOfText(text) : null;
  const json = JSON_START.test(text) ? text : bytes && textOf(bytes);
  if (json === null) return null;
  const exact = decodeText(json);
  const quoted = json.replace(UNQUOTED, '$1"$2":');
  const decoded = exact.ok || quoted === json ? exact : decodeText(quoted);
  return decoded.ok && typeof decoded.value === "object" ? decoded.value : null;
});

/** Queues send no more messages at once, and no deeper. */
const [MESSAGES_MAX, ENVELOPES_MAX] = [64, 6];

/**
 * Yields the JSON that an envelope carries as text or base64, as queues and modem networks forward messages:
 * `{"message":{"data":"eyJ0…"}}` and `{"records":[{"data":"eyJ0…"},…]}`.
 */
function* jsonInside(body: unknown, depth = 0): Generator<unknown> {
  const inner = typeof body === "string" ? jsonOf(body) : null;
  if (inner !== null) yield inner;
  else if (isStructure(body) && depth < ENVELOPES_MAX)
    for (const value of Object.values(body)) yield* jsonInside(value, depth + 1);
}

/** True if a leak may be reported here. The specification's shapes already cover `sensors` and `temp`. */
const mayHoldLeak = ([name, value]: readonly [string, unknown]): boolean =>
  typeof value === "string"
    ? saysLeak(snake(name)) === true
    : isStructure(value) && name !== "sensors" && name !== "temp";

/** Returns the leaks that these members report, however deep and in whatever words. */
const leaksIn = (members: (readonly [string, unknown])[]): Part[] =>
  (members.length === 0 ? [] : walk(Object.fromEntries(members), { onlyLeaks: true }))
    .filter(({ isTooMuch }) => !isTooMuch)
    .map((part) => ({ ...part, isPart: true }));

/** Reads a body of no known sender: the specification's shapes, a SenML pack, or whatever names explain. */
const readUnsigned = (said: unknown, { now }: ReadContext): Outcome<ParsedPayload> => {
  if (isSenml(said)) return readSenml(said, now);
  const body = isJsonObject(said) ? withoutLoose(said) : said;
  const shape = isJsonObject(body) ? ownShape(body) : null;
  if (!isJsonObject(body) || shape === null) return readStranger(body, now);
  const own = readParts([...leaksIn(entriesOf(body).filter(mayHoldLeak)), ...ownParts(body)], now);
  if (!own.ok) return own;
  if (own.value.readings.length > 0 && shape !== "bare") return own;
  // A number or switch that no name explains is a sensor only if nothing else in the body is understood.
  const stranger = readStranger(body, now);
  if (!stranger.ok) return stranger;
  // A value that is an error under our own names may still be readable under a stranger's.
  const read = new Set(stranger.value.readings.map(({ key }) => key));
  const unread = own.value.faultyKeys.filter((key) => !read.has(key));
  const faultyKeys = [...new Set([...unread, ...stranger.value.faultyKeys])];
  return done({ ...(read.size === 0 ? own : stranger).value, faultyKeys });
};

/** A record measured at one moment, in its sender's shape. A moment of NaN means the receive time. */
type Timed = { record: JsonObject; moment: number };

/** Returns the records of a body with `recorded_at`, or of an array (a buffer) of such bodies; empty for others. */
const datedRecords = (body: unknown): Timed[] => {
  const bodies = Array.isArray(body) ? body : [body];
  if (!bodies.every(isJsonObject) || !bodies.some((one) => Object.hasOwn(one, RECORDED_AT))) return [];
  return bodies.map(({ [RECORDED_AT]: said, ...record }) => ({ record, moment: momentSaid(said) }));
};

/**
 * Reads a body in any payload style. Health alone is a heartbeat: done, without readings. `recorded_at` dates a body,
 * or each item of an array (a buffer), whose unreadable items are left out.
 */
export const readPayload = (body: unknown, context: ReadContext): Outcome<ParsedPayload> => {
  const dated = datedRecords(body);
  if (dated.length > READING_LIMITS.ingestValuesMax) return refuse("too_many_readings");
  return dated.length === 0 ? readWhole(body, context) : readTimed(dated, context);
};

const saysSomething = (outcome: Outcome<ParsedPayload>): boolean =>
  outcome.ok && outcome.value.readings.length > 0;

const readWhole = (body: unknown, context: ReadContext): Outcome<ParsedPayload> => {
  if (isJsonObject(body) && entriesOf(body).length > MEMBERS_MAX) return refuse("too_many_readings");
  const outcome = readOpen(body, context);
  if (saysSomething(outcome) || (!outcome.ok && outcome.problem.name !== UNUSABLE)) return outcome;
  const messages = [...jsonInside(body).take(MESSAGES_MAX)].map((inner) => readOpen(inner, context));
  const read = messages.flatMap((message) => (message.ok ? [message.value] : []));
  const inside = read.length === 0 ? (messages[0] ?? outcome) : mergePayloads(read);
  if (!inside.ok || !outcome.ok) return inside.ok ? inside : outcome;
  return done({ ...inside.value, health: { ...outcome.value.health, ...inside.value.health } });
};

/** Reads all records, oldest first, into one payload; returns the first refusal if none is readable. */
const readTimed = (records: Timed[], context: ReadContext): Outcome<ParsedPayload> => {
  const moments = records.map(({ moment }) => moment);
  const { atMs, ...lag } = settledMoments(moments, context.now);
  const outcomes = records
    .toSorted((a, b) => a.moment - b.moment || 0)
    .map(({ record, moment }) => ({ outcome: readWhole(record, context), at: atMs(moment) }));
  const payloads = outcomes.flatMap(({ outcome, at }) => {
    if (!outcome.ok) return [];
    const readings = outcome.value.readings.map((reading) => ({ ...reading, atMs: reading.atMs ?? at }));
    return [{ ...outcome.value, readings }];
  });
  const merged = payloads.length === 0 ? outcomes[0]?.outcome : mergePayloads(payloads);
  return merged?.ok ? done({ ...merged.value, ...lag }) : (merged ?? refuse(UNUSABLE));
};

const isEmpty = (outcome: Outcome<ParsedPayload>): boolean =>
  outcome.ok &&
  outcome.value.readings.length + outcome.value.faultyKeys.length === 0 &&
  Object.keys(outcome.value.health).length === 0;

/** Adds a leak that a maker's own member reports beside a known sender's form, unless the form itself tells of one. */
const withLeakBeside = (
  outcome: Outcome<ParsedPayload>,
  body: unknown,
  { now }: ReadContext,
): Outcome<ParsedPayload> => {
  if (!outcome.ok || !isJsonObject(body)) return outcome;
  const beside = entriesOf(body).filter(([name, raw]) => !isStructure(raw) && saysLeak(snake(name)) === true);
  const { readings } = outcome.value;
  const leaks = readings.some(({ kind }) => kind === "flood") ? null : readParts(leaksIn(beside), now);
  return leaks?.ok ? done({ ...outcome.value, readings: [...readings, ...leaks.value.readings] }) : outcome;
};

/**
 * Reads a body as the first sender that recognizes it and finds something, else by names. A complete sender that finds
 * nothing settles it.
 */
const readSigned = (
  body: unknown,
  context: ReadContext,
): { sender: Sender | null; outcome: Outcome<ParsedPayload> } => {
  let silent: { sender: Sender; outcome: Outcome<ParsedPayload> } | null = null;
  for (const sender of sendersOf(body)) {
    const outcome = readSent(sender, body, context);
    if (!isEmpty(outcome)) return { sender, outcome: withLeakBeside(outcome, body, context) };
    if (sender.isComplete) silent ??= { sender, outcome };
  }
  return silent ?? { sender: null, outcome: readUnsigned(body, context) };
};

const readOpen = (body: unknown, context: ReadContext): Outcome<ParsedPayload> => {
  const { sender, outcome } = readSigned(body, context);
  if (!outcome.ok) return outcome;
  const { readings, health, faultyKeys } = outcome.value;
  const isNews = readings.length > 0 || Object.keys(health).length > 0;
  const isHeard = sender === null ? isOfGateway(body) : sender.isNetwork === true;
  if (!isNews || (readings.length === 0 && isHeard && health.batteryPct === undefined)) {
    const silence = faultyKeys.length === 0 ? sender?.silence : undefined;
    return refuse(UNUSABLE, silence ?? describeUnusable(body, outcome.value));
  }
  return outcome;
};

/** True for a gateway's message that we don't understand: it isn't a device's heartbeat. */
const isOfGateway = (body: unknown): boolean =>
  isJsonObject(body) && ["data", "payload", "pdu"].some((name) => name in body);

/** Returns the keys in a refused body whose probes report that they are unplugged. */
export const unpluggedIn = (body: unknown, context: ReadContext): string[] => {
  const { outcome } = readSigned(body, context);
  return outcome.ok ? outcome.value.faultyKeys : [];
};

const KEYS_SHOWN_MAX = 5;
const KEY_CHARACTERS_MAX = 24;

const LARGEST = LIMITS.readingMagnitudeMax.toExponential().replace("+", "");

/** Lists a few names, cleaned and cut, so that the sender recognizes its body; never shows values. */
const listed = (names: string[]): string => {
  const shown = names
    .slice(0, KEYS_SHOWN_MAX)
    .map((name) => cleanLabel(name.slice(0, KEY_CHARACTERS_MAX), '""'))
    .join(", ");
  return names.length > KEYS_SHOWN_MAX ? `${shown} and ${names.length - KEYS_SHOWN_MAX} more` : shown;
};

/** True for a number over the limit: the error must say so, since it looks valid. */
const isTooLarge = (value: unknown): boolean =>
  ["number", "string"].includes(typeof value) && Math.abs(Number(value)) > LIMITS.readingMagnitudeMax;

const described = (body: unknown): string => {
  if (Array.isArray(body)) {
    const first = body.find(isJsonObject);
    const shown = first === undefined ? "" : `, the first with ${listed(Object.keys(first)) || "no keys"}`;
    return body.length === 0
      ? "saw an empty array"
      : `saw an array of ${body.length}${shown}; none holds a measurement`;
  }
  if (!isJsonObject(body))
    return `saw ${body === null ? "null" : `a bare ${typeof body}`}; send a JSON object`;
  const keys = Object.keys(body);
  if (keys.length === 0) return "saw an empty object";
  const large = Object.values(body).some(isTooLarge) ? `: a number is at most ${LARGEST}` : "";
  if (keys.length > 1) return `saw an object with keys ${listed(keys)}; none holds a measurement${large}`;
  const inner = Object.values(body).flat().find(isJsonObject);
  const inside = inner === undefined ? "" : `, in it ${listed(Object.keys(inner)) || "nothing"}`;
  return `saw an object with key ${listed(keys)}${inside}; it holds no measurement${large}`;
};

/** Returns the sentence of a 400 for a body with nothing usable: it names what was seen. */
const describeUnusable = (body: unknown, { faultyKeys }: ParsedPayload): string =>
  faultyKeys.length > 0
    ? `No usable reading: the probe of ${listed(faultyKeys)} is unplugged or broken`
    : `No usable reading: ${described(body)}. Recipes: /docs/devices`;

/** 32 bits: a collision between two forms of one device's bodies is practically impossible. */
const hash = (text: string): number => fnv1a(text) | 0;

/**
 * Returns a hash of everything in a body but its values: while it stays the same, the sensors needn't be looked up.
 * Null without readings, with own times (even impossible ones), or with a fault.
 */
export function bodyShape({ readings, faultyKeys, lagSeconds }: ParsedPayload): number | null {
  if (readings.length === 0 || faultyKeys.length > 0 || lagSeconds !== undefined) return null;
  if (readings.some(({ atMs }) => atMs !== null)) return null;
  return hash(`${RULES}\n${readings.map(formOf).join("\n")}`);
}

/** A hash of what deadbands depend on besides a home's settings. */
const RULES = hash(JSON.stringify([DEADBAND_REVISION, ALERT_DEFAULTS, PLACEMENT_DEFAULTS, TRUST_LIMITS]));

const formOf = ({ key, unit, isState, followsDeviceUnit }: ParsedReading): string =>
  `${key}\t${unit ?? ""}\t${isState}\t${followsDeviceUnit}`;
