import type { MessageContent } from "../messages/message.ts";
import type { AnswerTable } from "./classify-http.ts";

/** One message for one contact, as a channel that is a single HTTP call sees it. */
export type CallMessage = {
  /** The same at every attempt. */
  id: string;
  /** The address as it is stored. */
  recipient: string;
  content: MessageContent;
  /** The time of this attempt, ISO 8601. */
  at: string;
};

export type CallRequest = {
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body: object;
};

/** What the operator has set for a provider; a channel that needs nothing of the operator has neither. */
export type CallProvider = { token: string | null; baseUrl: string | null };

/** A channel whose sending is one POST: how the call is made, and what each answer means. */
export type ChannelCall = {
  /** Stands before a failure's reason: `ntfy: HTTP 403`. */
  name: string;
  request: (message: CallMessage, provider: CallProvider) => CallRequest;
  answers: AnswerTable;
};
