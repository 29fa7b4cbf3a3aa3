import type { Channel } from "../../schema/vocabulary.ts";
import type { MessageContent, SendResult } from "./content.ts";
import type { SvixHeaders } from "./email/rules.ts";
import type { TelegramReply } from "./telegram/rules.ts";

/**
 * A message to send. `id` is the idempotency key at the provider, the same for every attempt. From the second `attempt`
 * on, an earlier one may have arrived without our knowing.
 */
export type OutgoingMessage = { id: string; recipient: string; content: MessageContent; attempt: number };

/** Passes one message to a provider, once. Never throws: errors are in the result. */
export type SendMessage = (message: OutgoingMessage) => Promise<SendResult>;

/** The senders by channel; null for a channel that isn't configured: its messages wait, with that as their error. */
export type Channels = { [Name in Channel]: SendMessage | null };

/** The Telegram bot: fetches what people did with it since the last call, and replies to them. Never throws. */
export type TelegramBot = {
  updates: () => Promise<unknown[]>;
  reply: (reply: TelegramReply) => Promise<void>;
};

/** Returns true if the request has the secret of our Telegram webhook. */
export type IsTelegrams = (given: string | null) => Promise<boolean>;

/** Returns true if Resend has signed this body within the last minutes. */
export type VerifyResend = (headers: SvixHeaders, body: string, now: Date) => boolean;

/** Returns true if Twilio has signed these fields for this URL. `signature`: its header as received. */
export type VerifyTwilio = (url: string, fields: URLSearchParams, signature: string | null) => boolean;
