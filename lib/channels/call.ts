import { type AnswerTable, classifyAnswer, type ProviderAnswer } from "./answers.ts";
import type { CountedBy, MessageContent, SendResult } from "./content.ts";
import type { ProviderVariable } from "./rules.ts";

const TOO_MANY = 429;

/** One message to one contact, for a channel that sends by a single HTTP request. */
export type CallMessage = {
  id: string;
  recipient: string;
  content: MessageContent;
  /** The time of this attempt, ISO 8601. */
  at: string;
  /** Set if the provider refused the message because of its link: now the link is part of the text. */
  isLinkInText?: true;
};

export type CallRequest = { url: string; headers?: Readonly<Record<string, string>>; body: object };

type ProviderVariables = { token: ProviderVariable; baseUrl: "TELEGRAM_BASE_URL" | "PUSHOVER_BASE_URL" };

/** The operator's settings for a provider; both are null for a channel that needs none. */
export type CallProvider = { token: string | null; baseUrl: string | null };

/** A provider's documented rate limit: `burst` messages at once, then one every `gapMs` milliseconds. */
export type ProviderPace = {
  per: CountedBy;
  burst: number;
  gapMs: number;
  /** The one host with this limit; for people's own servers, only their responses tell. Absent for all hosts. */
  host?: string;
};

/** A channel that sends by one POST: its request, and the meaning of each response. */
export type ChannelCall = {
  /** The prefix of a failure's reason: `ntfy: HTTP 403`. */
  name: string;
  /** Absent if the operator needs no account with the provider. */
  variables?: ProviderVariables;
  request: (message: CallMessage, provider: CallProvider) => CallRequest;
  answers: AnswerTable;
  /** Absent if no limit is documented: then only the provider's 429 slows us down. */
  pace?: ProviderPace;
  /** Returns the provider's message id from the body if the message rings and can be canceled by it, else null. */
  idOf?: (body: string) => string | null;
  /** Returns the recipient's new address from a refusal, or null; the message is sent there at once. */
  movedTo?: (body: string) => string | null;
  /** True if the message was refused for its link: some providers refuse a host without a dot, as in a home network. */
  refusesLink?: (body: string) => boolean;
  /** The request that ends a message which rings until somebody answers. */
  cancel?: (providerId: string, provider: CallProvider) => CallRequest;
};

/** Classifies the response to one HTTP request. 429 also pauses other messages to the address. */
export function classifyHttp(name: string, answer: ProviderAnswer, table: AnswerTable): SendResult {
  const result = classifyAnswer(`${name}: HTTP ${answer.status}`, answer, table);
  return answer.status === TOO_MANY && result.kind === "retry" ? { pauses: "address", ...result } : result;
}
