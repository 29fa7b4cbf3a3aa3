import type { JsonObject } from "../json.ts";
import { type Measured, readNumber, readValue } from "../values.ts";

/** A record with all base fields worked in (RFC 8428, 4.6), its time still in seconds as the pack has it. */
export type ResolvedRecord = { name: string; unit: string | null; seconds: number; measured: Measured };

type Base = { name: string; seconds: number; unit: string | null; value: number };

const text = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);
const number = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

/** A base field applies from its own record on, until the same field comes again. */
const carry = (base: Base, record: JsonObject): Base => ({
  name: text(record.bn, base.name),
  seconds: number(record.bt, base.seconds),
  unit: typeof record.bu === "string" ? record.bu : base.unit,
  value: number(record.bv, base.value),
});

const VALUES = ["v", "vb", "vs", "vd"];

/**
 * Only numbers (also as strict text, which firmware sends) and booleans are readings; a record with several
 * values says nothing.
 */
const measuredIn = (record: JsonObject, baseValue: number): Measured | null => {
  if (VALUES.filter((label) => Object.hasOwn(record, label)).length !== 1) return null;
  const number = readNumber(record.v);
  if (number !== null) return readValue(baseValue + number);
  return typeof record.vb === "boolean" ? readValue(record.vb) : null;
};

/** Base values are added to numbers, names are put together without a separator, base sums are no reading. */
export const resolveRecords = (records: JsonObject[]): ResolvedRecord[] => {
  let base: Base = { name: "", seconds: 0, unit: null, value: 0 };
  const resolved: ResolvedRecord[] = [];
  for (const record of records) {
    base = carry(base, record);
    const measured = measuredIn(record, base.value);
    const name = base.name + text(record.n, "");
    if (measured === null || name === "") continue;
    const unit = typeof record.u === "string" ? record.u : base.unit;
    resolved.push({ name, unit, seconds: base.seconds + number(record.t, 0), measured });
  }
  return resolved;
};
