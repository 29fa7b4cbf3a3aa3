import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { describeUnusable } from "./describe-unusable.ts";
import { readStranger } from "./foreign/read-stranger.ts";
import { isVolts, readHealth } from "./health.ts";
import { isJsonObject } from "./json.ts";
import { mergePayloads } from "./judge-reading.ts";
import { hasTypedSensors, isOwnFirmware } from "./own-firmware.ts";
import type { Health, ParsedPayload, ReadContext } from "./reading.ts";
import { byMark, SENDERS, senderOf } from "./senders/all.ts";

import { FOREIGN_STYLES, NATIVE_STYLES } from "./styles.ts";
import { jsonInside } from "./text-inside.ts";

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

const readStyles = (body: unknown, context: ReadContext): Outcome<ParsedPayload> => {
  const native = readNative(body, context);
  if (!native.ok) return native;
  const { readings, faultyKeys } = native.value;
  const isOwn = readings.length > 0 && isOwnFirmware(body);
  if (isUnderstood(native.value)) {
    if (isOwn) return native;
    const stranger = readStranger(body);
    const saysNothing = stranger.ok && stranger.value.readings.length === 0;
    return saysNothing ? done({ ...stranger.value, health: native.value.health }) : stranger;
  }
  if (readings.length > 0 && hasTypedSensors(body)) return native;
  const foreign = readForeign(body, context);
  if (!foreign.ok) return foreign;
  if (foreign.value.readings.length === 0 && isOwn) return native;
  if (faultyKeys.length === 0) return foreign;
  return done({ ...foreign.value, faultyKeys: [...new Set([...faultyKeys, ...foreign.value.faultyKeys])] });
};

/**
 * The readings and the health of a body in any payload style. Health alone is a heartbeat: ok with no
 * readings. Readings carry a time of their own only from SenML and Telegraf, and only where it is near enough
 * to `now`.
 */
export const readPayload = (body: unknown, context: ReadContext): Outcome<ParsedPayload> => {
  const outcome = readOpen(body, context);
  const saysSomething = outcome.ok ? outcome.value.readings.length > 0 : outcome.problem.name !== UNUSABLE;
  if (saysSomething) return outcome;
  const inner = jsonInside(body);
  const inside = inner === null ? outcome : readOpen(inner, context);
  if (!inside.ok || !outcome.ok) return inside.ok ? inside : outcome;
  return done({ ...inside.value, health: { ...outcome.value.health, ...inside.value.health } });
};

const UNUSABLE = "unusable_payload";

const readOpen = (body: unknown, context: ReadContext): Outcome<ParsedPayload> => {
  const sender = senderOf(body, SENDER_MARKS);
  const outcome = sender === null ? readStyles(body, context) : sender.read(body, context);
  if (!outcome.ok) return outcome;
  const { readings, faultyKeys, lagSeconds } = outcome.value;
  // What a known sender calls battery or rssi may be something else.
  const health = { ...outcome.value.health, ...(sender === null ? topHealth(body) : {}) };
  const isNews = readings.length > 0 || Object.keys(health).length > 0;
  if (!isNews || (readings.length === 0 && sender === null && isOfGateway(body, health))) {
    return refuse(UNUSABLE, describeUnusable(body, outcome.value));
  }
  return done({ readings, health, faultyKeys, ...(lagSeconds === undefined ? {} : { lagSeconds }) });
};

/** That a gateway heard somebody's message, of which nothing is understood, is no heartbeat of a device. */
const isOfGateway = (body: unknown, { batteryPct }: Health): boolean =>
  batteryPct === undefined && isJsonObject(body) && ["data", "payload", "pdu"].some((name) => name in body);

/** What strangers call battery may be in volts; firmware of one's own says it in percent. */
const topHealth = (body: unknown): Health => {
  const health = readHealth(body);
  if (health.batteryPct === undefined || !isVolts(health.batteryPct) || isOwnFirmware(body)) return health;
  const { batteryPct: _, ...others } = health;
  return others;
};

/** The keys of a refused body whose probes say that they are unplugged: its only news. */
export const unpluggedIn = (body: unknown, context: ReadContext): string[] => {
  const outcome = (senderOf(body, SENDER_MARKS)?.read ?? readStyles)(body, context);
  return outcome.ok ? outcome.value.faultyKeys : [];
};
