import type { Channel } from "../../schema/vocabulary.ts";
import type { MessageContent, SendResult } from "./content.ts";
import type { SvixHeaders } from "./email/rules.ts";
import type { TelegramReply } from "./telegram/rules.ts";

/**
 * A message on its way out; `id` is the idempotency key at the provider, the same at every attempt. From the
 * second `attempt` on an earlier one may have arrived without our knowing.
 */
export type OutgoingMessage = { id: string; recipient: string; content: MessageContent; attempt: number };

/** Hands one message to a provider, once. Never throws: what went wrong is its result. */
export type SendMessage = (message: OutgoingMessage) => Promise<SendResult>;

/** A channel that is null is not configured: its messages wait, and say so. */
export type Channels = { [Name in Channel]: SendMessage | null };

/** The bot of Telegram: what people did with it since it was asked last, and its answer to one of them. Never throws. */
export type TelegramBot = {
  updates: () => Promise<unknown[]>;
  reply: (reply: TelegramReply) => Promise<void>;
};

/** True where Telegram sent the secret of our webhook along. */
export type IsTelegrams = (given: string | null) => Promise<boolean>;

/** True where Resend signed this body just now. */
export type VerifyResend = (headers: SvixHeaders, body: string, now: Date) => boolean;

/** True where Twilio signed these fields for this URL; `signature` is its header as it came. */
export type VerifyTwilio = (url: string, fields: URLSearchParams, signature: string | null) => boolean;
