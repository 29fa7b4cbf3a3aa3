import type { Channel, OutboxState } from "../../../schema/vocabulary.ts";
import type { DeliveryList } from "../../../schema/wire/deliveries.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";

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
  nextAttemptAt: string;
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
  last_error: record.lastError,
  next_attempt_at: record.state === "pending" ? record.nextAttemptAt : null,
});

/** Enough for its owner to know it by, and of no use to others. */
export const maskedRecipient = (channel: Channel, recipient: string): string =>
  CHANNEL_RULES[channel].mask(recipient);
