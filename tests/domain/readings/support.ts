import { expect } from "vitest";
import type { Problem } from "../../../lib/kernel/outcome.ts";
import { readPayload } from "../../../lib/readings/read-payload.ts";
import type { ParsedPayload, ParsedReading } from "../../../lib/readings/reading.ts";

export const NOW = new Date("2026-03-08T07:30:00.250Z");

export const read = (body: unknown): ParsedPayload => {
  const outcome = readPayload(body, { now: NOW });
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.problem)}`);
  return outcome.value;
};

export const refusal = (body: unknown): Problem => {
  const outcome = readPayload(body, { now: NOW });
  if (outcome.ok) throw new Error(`read: ${JSON.stringify(outcome.value)}`);
  return outcome.problem;
};

/** Formats a reading as `key kind value unit`, with `?` after an assumed unit and `!` after a state. */
export const brief = ({ key, kind, value, unit, followsDeviceUnit, isState }: ParsedReading): string =>
  `${key} ${kind} ${value}${unit === null ? "" : ` ${unit}`}${followsDeviceUnit ? "?" : ""}${isState ? "!" : ""}`;

export const expectUnusable = (body: unknown): void => {
  expect(refusal(body).name).toBe("unusable_payload");
};
