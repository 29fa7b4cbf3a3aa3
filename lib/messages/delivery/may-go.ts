import { LIMITS } from "../../../schema/limits.ts";
import type { Channel } from "../../../schema/vocabulary.ts";
import { type Moment, SECOND_MS } from "../../kernel/time.ts";
import type { SendResult } from "./settle.ts";

/** What there is to know, at the last moment, about a message for the case that nobody takes an alert on. */
export type StillAsked = {
  /** One of its alerts is open, and nobody has it. */
  isOpen: boolean;
  /** Somebody is being called about them just now. */
  isRinging: boolean;
  /** Calls about them that were made. */
  calls: number;
};

/** Null where the message goes out now; else what becomes of it without its provider being asked. */
export function heldBack(
  channel: Channel,
  { isOpen, isRinging, calls }: StillAsked,
  now: Moment,
): SendResult | null {
  if (!isOpen) return { kind: "dropped", reason: "answered" };
  if (channel !== "call") return null;
  if (calls >= LIMITS.callsPerEpisode) return { kind: "dropped", reason: "called_enough" };
  return isRinging ? { kind: "held", until: now + LIMITS.callApartSeconds * SECOND_MS } : null;
}
