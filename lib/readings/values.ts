import { LIMITS } from "../../schema/limits.ts";
import { DAY_MS, MINUTE_MS } from "../kernel/time.ts";
import { READING_LIMITS } from "./limits.ts";

/** A usable value: a finite number (never -0), or a state as 1 or 0. */
export type Measured = { value: number; isState: boolean };

// Linear in the length of the text: the digits can be split in one way only.
const STRICT_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

const STATE_WORDS = new Map([
  ["on", true],
  ["off", false],
  ["true", true],
  ["false", false],
  ["open", true],
  ["closed", false],
  ["wet", true],
  ["dry", false],
]);

const state = (isOn: boolean): Measured => ({ value: isOn ? 1 : 0, isState: true });

const number = (value: number): Measured | null =>
  // NaN fails the comparison too; adding 0 turns -0 into 0.
  Math.abs(value) <= LIMITS.readingMagnitudeMax ? { value: value + 0, isState: false } : null;

const fromText = (text: string): Measured | null => {
  const trimmed = text.trim();
  if (STRICT_NUMBER.test(trimmed)) return number(Number(trimmed));
  const isOn = trimmed.length <= 6 ? STATE_WORDS.get(trimmed.toLowerCase()) : undefined;
  return isOn === undefined ? null : state(isOn);
};

/** What a body's value measures; null where it is no reading (`null`, `""`, `"unavailable"`, `"21,5"` …). */
export const readValue = (raw: unknown): Measured | null => {
  if (typeof raw === "number") return number(raw);
  if (typeof raw === "boolean") return state(raw);
  return typeof raw === "string" ? fromText(raw) : null;
};

/** Like `readValue`, for what can only be a number: a state is none. */
export const readNumber = (raw: unknown): number | null => {
  const measured = readValue(raw);
  return measured === null || measured.isState ? null : measured.value;
};

/** What was asked for; nothing asked is the last 24 hours, with what a fast clock has already sent. */
export function readingsWindow(
  asked: { from: Date | undefined; to: Date | undefined },
  now: Date,
): { from: Date; to: Date } {
  const to = asked.to ?? new Date(now.getTime() + READING_LIMITS.readingFutureMinutesMax * MINUTE_MS);
  return { from: asked.from ?? new Date(Math.min(now.getTime(), to.getTime()) - DAY_MS), to };
}
