import type { CountedBy, MessageContent, RecipientGone, SendResult } from "./content.ts";
import type { ProviderVariable } from "./rules.ts";

type HttpAnswer = {
  status: number;
  /** The header as it came. */
  retryAfter: string | null;
  /** The beginning of the body; empty where it was not read. */
  body: string;
};

/** What an answer of the provider means where its status alone does not say it. The first row that fits counts. */
type AnswerRow = {
  status: number | readonly number[] | "no success";
  /** Part of the body, in lower case; any body where it is left out. */
  says?: string;
  means:
    | { kind: "permanent"; recipientGone?: RecipientGone }
    | { kind: "retry"; afterSeconds?: number; pauses?: CountedBy }
    | { kind: "configuration" };
};
type AnswerTable = readonly AnswerRow[];

const TIMEOUT = 408;
const TOO_EARLY = 425;
const TOO_MANY = 429;
/** `Retry-After: 1.5` and Telegram's and Discord's own fields. */
const RETRY_IN_BODY = /"retry_after"\s*:\s*(\d+(?:\.\d+)?)/;

/** One message for one contact, as a channel that is a single HTTP call sees it. */
export type CallMessage = {
  /** The same at every attempt. */
  id: string;
  /** The address as it is stored. */
  recipient: string;
  content: MessageContent;
  /** The time of this attempt, ISO 8601. */
  at: string;
  /** The provider has refused the message for its link, which stands in the text this time. */
  isLinkInText?: true;
};

export type CallRequest = {
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body: object;
};

/** The variables with which an operator names a provider, and where it is. */
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

/**
 * What a provider made of one HTTP call: 2xx is sent, what is temporary is repeated when the provider says, 429
 * keeps everything else from that address until then, and any other answer means that it will never take this message.
 */
export function classifyHttp(name: string, answer: HttpAnswer, table: AnswerTable): SendResult {
  const { status } = answer;
  const reason = `${name}: HTTP ${status}`;
  const body = answer.body.toLowerCase();
  const row = table.find((each) => fits(each, status, body));
  if (row !== undefined && row.means.kind !== "retry") return { ...row.means, reason };
  if (row === undefined && isSuccess(status)) return { kind: "sent", providerId: null };
  if (row === undefined && status < 500 && ![TIMEOUT, TOO_EARLY, TOO_MANY].includes(status))
    return { kind: "permanent", reason };
  const afterSeconds = secondsToWait(answer);
  return {
    ...{ kind: "retry", reason },
    ...(afterSeconds === null ? {} : { afterSeconds }),
    ...(status === TOO_MANY ? { pauses: "address" } : {}),
    ...row?.means,
  };
}

const fits = ({ status, says }: AnswerRow, answered: number, body: string): boolean =>
  (status === "no success" ? !isSuccess(answered) : [status].flat().includes(answered)) &&
  (says === undefined || body.includes(says));

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function secondsToWait({ retryAfter, body }: HttpAnswer): number | null {
  const told = retryAfter ?? RETRY_IN_BODY.exec(body)?.[1];
  const seconds = told === undefined ? Number.NaN : Number(told);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null;
}
