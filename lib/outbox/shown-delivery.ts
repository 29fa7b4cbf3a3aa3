import type { Channel } from "../../schema/vocabulary.ts";
import type { DeliveryItem } from "../../schema/wire/deliveries.ts";
import type { SendResult } from "../channels/content.ts";
import { CHANNEL_RULES } from "../channels/registry.ts";
import { type Moment, SECOND_MS } from "../kernel/time.ts";
import { FAILURES, type OwnFailure } from "../language/channel-words.ts";
import { MESSAGE_LIMITS } from "./limits.ts";

/** A stored message: its full recipient, and its last error as one of our codes or in the provider's words. */
type DeliveryRecord = Omit<DeliveryItem, "failure_code">;

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

/** Masks an address: its owner can recognize it, and others can't use it. */
export const maskedRecipient = (channel: Channel, recipient: string): string =>
  CHANNEL_RULES[channel].mask(recipient);

/** The state of a message's alerts just before sending, for messages that go out only while nobody has acknowledged. */
export type StillAsked = {
  /** True if one of the alerts is open and unacknowledged. */
  isOpen: boolean;
  /** True if another call about the alerts is in progress. */
  isRinging: boolean;
  calls: number;
};

/** Returns null if the message may go out now, or its result without calling the provider. */
export function heldResult(
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
