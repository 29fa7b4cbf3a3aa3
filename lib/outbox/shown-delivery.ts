import type { Channel } from "../../schema/vocabulary.ts";
import type { DeliveryItem } from "../../schema/wire/deliveries.ts";
import type { SendResult } from "../channels/content.ts";
import { CHANNEL_RULES } from "../channels/registry.ts";
import { type Moment, SECOND_MS } from "../kernel/time.ts";
import { FAILURES, type OwnFailure } from "../language/channel-words.ts";
import { MESSAGE_LIMITS } from "./limits.ts";

/** A message as the store has it: to whom in full, and what kept it as a word or in the provider's. */
export type DeliveryRecord = Omit<DeliveryItem, "failure_code" | "next_attempt_at"> & {
  next_attempt_at: string;
};

export const shownDelivery = (record: DeliveryRecord): DeliveryItem => {
  const { channel, recipient, state, last_error } = record;
  const own = isOwnFailure(last_error) ? last_error : null;
  return {
    ...record,
    recipient: maskedRecipient(channel, recipient),
    failure_code: own,
    last_error: own === null ? last_error : FAILURES.en[own],
    next_attempt_at: state === "pending" ? record.next_attempt_at : null,
  };
};

/** Enough for its owner to know it by, and of no use to others. */
export const maskedRecipient = (channel: Channel, recipient: string): string =>
  CHANNEL_RULES[channel].mask(recipient);

/** What there is to know, at the last moment, about a message for the case that nobody takes an alert on. */
export type StillAsked = {
  /** One of its alerts is open, and nobody has it. */
  isOpen: boolean;
  /** Somebody is being called about them just now. */
  isRinging: boolean;
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
  if (calls >= MESSAGE_LIMITS.callsPerEpisode) return { kind: "dropped", reason: "called_enough" };
  return isRinging ? { kind: "held", until: now + MESSAGE_LIMITS.callApartSeconds * SECOND_MS } : null;
}

export const isOwnFailure = (text: string | null): text is OwnFailure =>
  text !== null && Object.hasOwn(FAILURES.en, text);
