import { type AnswerTable, classifyAnswer, type ProviderAnswer } from "./answers.ts";
import type { CountedBy, MessageContent, SendResult } from "./content.ts";
import type { ProviderVariable } from "./rules.ts";

const TOO_MANY = 429;

/** One message for one contact, as a channel that is a single HTTP call sees it. */
export type CallMessage = {
  id: string;
  recipient: string;
  content: MessageContent;
  /** The time of this attempt, ISO 8601. */
  at: string;
  /** The provider has refused the message for its link, which stands in the text this time. */
  isLinkInText?: true;
};

export type CallRequest = { url: string; headers?: Readonly<Record<string, string>>; body: object };

type ProviderVariables = { token: ProviderVariable; baseUrl: "TELEGRAM_BASE_URL" | "PUSHOVER_BASE_URL" };

/** What the operator has set for a provider; a channel that needs nothing of the operator has neither. */
export type CallProvider = { token: string | null; baseUrl: string | null };

/** How many messages a provider documents that it takes: `burst` at once, then one each `gapMs`. */
export type ProviderPace = {
  per: CountedBy;
  burst: number;
  gapMs: number;
  /** The one host that is known to count so; what a server of somebody's own takes, its answers tell. */
  host?: string;
};

/** A channel whose sending is one POST: how the call is made, and what each answer means. */
export type ChannelCall = {
  /** Stands before a failure's reason: `ntfy: HTTP 403`. */
  name: string;
  /** Left out where the operator has no account with the provider. */
  variables?: ProviderVariables;
  request: (message: CallMessage, provider: CallProvider) => CallRequest;
  answers: AnswerTable;
  /** Left out where nothing is documented: then its "too many" alone counts. */
  pace?: ProviderPace;
  /** The provider's id of what it took, out of its answer's body, where it says one that is used again. */
  idOf?: (body: string) => string | null;
  /** The address that a recipient has now, out of a refusal: the message is sent there at once. */
  movedTo?: (body: string) => string | null;
  /** True if it refuses a message because of its link: some take no host without a dot, such as one at home. */
  refusesLink?: (body: string) => boolean;
  /** Ends what rings until somebody answers, by the provider's id of it. */
  cancel?: (providerId: string, provider: CallProvider) => CallRequest;
};

/** What a provider made of one HTTP call; 429 keeps everything else from that address until it may be called again. */
export function classifyHttp(name: string, answer: ProviderAnswer, table: AnswerTable): SendResult {
  const result = classifyAnswer(`${name}: HTTP ${answer.status}`, answer, table);
  return answer.status === TOO_MANY && result.kind === "retry" ? { pauses: "address", ...result } : result;
}
