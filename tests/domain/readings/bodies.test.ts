import { join } from "node:path";
import { expect, test } from "vitest";
import { done } from "../../../lib/kernel/outcome.ts";
import { decodeSent, type SaidType } from "../../../lib/readings/decode-body.ts";
import { readPayload } from "../../../lib/readings/read-payload.ts";
import type { ParsedReading } from "../../../lib/readings/reading.ts";
import { unwrapEnvelope } from "../../../lib/readings/received-body/received-body.ts";
import { readLines } from "../../support/json-lines.ts";
import { NOW } from "./support.ts";

/** A body, or a posted text, and the expected readings. */
type Case = {
  body?: unknown;
  text?: string;
  said?: SaidType;
  /** True for a body in an MQTT bridge's envelope. */
  bridged?: true;
  reads?: string[];
  health?: object;
  faulty?: string[];
  lag?: number;
  refused?: string;
};

const BEHAVIOURS = readLines<{ says: string; cases: Case[] }>(join(import.meta.dirname, "bodies.jsonl"));

const told = ({ key, label, kind, value, unit, ...reading }: ParsedReading): string => {
  const assumed = reading.unitAssumed ? " (assumed)" : reading.followsDeviceUnit ? " (usual)" : "";
  const means = reading.trueMeans ? " (true is closed)" : "";
  const at = reading.atMs === null ? "" : ` (at ${reading.atMs})`;
  const state = reading.isState ? " (state)" : "";
  return `${key}: ${label}, ${kind} ${value}${unit === null ? "" : ` ${unit}`}${assumed}${state}${means}${at}`;
};

const answerTo = ({ body, text, said, bridged }: Case): Case => {
  const whole = bridged === true ? unwrapEnvelope(body) : done(body);
  const sent = text === undefined ? whole : decodeSent(new TextEncoder().encode(text), said ?? "other");
  const outcome = sent.ok ? readPayload(sent.value, { now: NOW }) : sent;
  if (!outcome.ok) return { refused: outcome.problem.sentence ?? outcome.problem.name };
  const { readings, health, faultyKeys, lagSeconds } = outcome.value;
  return {
    reads: readings.map(told),
    ...(Object.keys(health).length === 0 ? {} : { health }),
    ...(faultyKeys.length === 0 ? {} : { faulty: faultyKeys }),
    ...(lagSeconds === undefined ? {} : { lag: lagSeconds }),
  };
};

test.each(BEHAVIOURS)("$says", ({ cases }) => {
  for (const one of cases) {
    const { body, text, said, bridged, ...expected } = one;
    expect({ body, text, ...answerTo(one) }).toEqual({ body, text, ...expected });
  }
});
