import * as z from "zod/mini";
import { CHANNELS, OUTBOX_STATES, RECEIPTS } from "../vocabulary.ts";
import { instant, nextCursor, pageFields } from "./text.ts";

export const NotificationTest = z.strictObject({ channel: z.enum(CHANNELS) });

/** `queued` is the number of recipients. */
export const NotificationTestAnswer = z.object({ ok: z.literal(true), queued: z.int() });

export const DeliveriesQuery = z.strictObject({
  state: z.optional(z.enum(OUTBOX_STATES)),
  ...pageFields,
});
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>;

/**
 * A message of the household. `pending` waits or is being retried, `dead` failed after its last attempt, and later news
 * replaced a `dropped` one. `recipient` is masked; `last_error` is the provider's error or ours.
 */
export const DeliveryItem = z.object({
  id: z.string(),
  kind: z.string(),
  channel: z.enum(CHANNELS),
  recipient: z.string(),
  /** The recipient's name, or the mail address of a member without one; null if it is no person, such as a webhook. */
  name: z.nullable(z.string()),
  state: z.enum(OUTBOX_STATES),
  attempts: z.int(),
  created_at: instant,
  settled_at: z.nullable(instant),
  /** The provider's report after accepting the message; null if it reports nothing, or hasn't yet. */
  receipt: z.nullable(z.enum(RECEIPTS)),
  receipt_at: z.nullable(instant),
  /** A code for why we stopped sending it; null if a provider gave the reason. */
  failure_code: z.nullable(z.string()),
  last_error: z.nullable(z.string()),
  next_attempt_at: z.nullable(instant),
});
export type DeliveryItem = z.output<typeof DeliveryItem>;

/** Newest first. */
export const DeliveryList = z.object({ deliveries: z.array(DeliveryItem), next_cursor: nextCursor });
