import type { Channel, OutboxState, Receipt } from "../../../schema/vocabulary.ts";
import type { DeliveryList } from "../../../schema/wire/deliveries.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import { type Moment, SECOND_MS } from "../../kernel/time.ts";
import { EN_FAILURES } from "../../language/en/channels.ts";
import { MESSAGE_LIMITS } from "../limits.ts";
import { isOwnFailure } from "./own-failure.ts";
import type { SendResult } from "./settle.ts";

/** A message as the store has it. */
export type DeliveryRecord = {
  id: string;
  kind: string;
  channel: Channel;
  recipient: string;
  state: OutboxState;
  attempts: number;
  createdAt: string;
  settledAt: string | null;
  lastError: string | null;
  /** What the provider reported after accepting it. */
  receipt: Receipt | null;
  receiptAt: string | null;
  nextAttemptAt: string;
  replayOf: string | null;
};

export type ShownDelivery = DeliveryList["deliveries"][number];

export const shownDelivery = (record: DeliveryRecord): ShownDelivery => ({
  id: record.id,
  kind: record.kind,
  channel: record.channel,
  recipient: maskedRecipient(record.channel, record.recipient),
  state: record.state,
  attempts: record.attempts,
  created_at: record.createdAt,
  settled_at: record.settledAt,
  receipt: record.receipt,
  receipt_at: record.receiptAt,
  failure_code: isOwnFailure(record.lastError) ? record.lastError : null,
  last_error: isOwnFailure(record.lastError) ? EN_FAILURES[record.lastError] : record.lastError,
  next_attempt_at: record.state === "pending" ? record.nextAttemptAt : null,
  replay_of: record.replayOf,
});

/** Enough for its owner to know it by, and of no use to others. */
export const maskedRecipient = (channel: Channel, recipient: string): string =>
  CHANNEL_RULES[channel].mask(recipient);

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
  if (calls >= MESSAGE_LIMITS.callsPerEpisode) return { kind: "dropped", reason: "called_enough" };
  return isRinging ? { kind: "held", until: now + MESSAGE_LIMITS.callApartSeconds * SECOND_MS } : null;
}
