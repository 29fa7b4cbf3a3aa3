import {
  type CallAnswer,
  type GuardedCallOptions,
  guardedCall,
} from "../guarded-fetch/guarded-fetch.vendor.ts";
import type { FeedRefusal } from "../kernel/judge-url.ts";
import type { Clock } from "../kernel/ports.ts";
import { type CallProvider, type CallRequest, type ChannelCall, classifyHttp } from "./call.ts";
import type { SendResult } from "./content.ts";
import { CHANNEL_LIMITS } from "./limits.ts";
import type { OutgoingMessage, SendMessage } from "./ports.ts";

/** Refusals that depend on what the host's name resolves to now. */
const BY_ADDRESSES: { readonly [R in FeedRefusal]?: string } = {
  unresolvable: "the host has no address",
  private_address: "the host's address is not on the public internet",
};

/**
 * Returns the result of a request without a response. A URL that is refused for its text is final. For its host's
 * addresses it is not: a router without internet may answer every name with its own address.
 */
function unanswered(name: string, answer: Exclude<CallAnswer, { kind: "answered" }>): SendResult {
  if (answer.kind === "failed") {
    const { error } = answer;
    const what = error instanceof Error ? error.name : "unknown";
    return { kind: "retry", reason: `${name}: no answer (${what})` };
  }
  const byAddresses = BY_ADDRESSES[answer.reason];
  return byAddresses === undefined
    ? { kind: "permanent", reason: `${name}: the URL is refused (${answer.reason})` }
    : { kind: "retry", reason: `${name}: ${byAddresses}` };
}

export type CalledOptions = Omit<GuardedCallOptions, "bodyBytesMax"> & {
  call: ChannelCall;
  provider: CallProvider;
  clock: Clock;
};

/** How to repeat a request after a refusal with a known cause: to another address, or with the link in the text. */
type Again = { to: string } | { isLinkInText: true };

const BAD_REQUEST = 400;
const NOT_FOUND = 404;
const USER_AGENT = "Hearthwatch/1.0";

function poster(options: Omit<GuardedCallOptions, "bodyBytesMax">) {
  const post = guardedCall({ ...options, bodyBytesMax: CHANNEL_LIMITS.callAnswerBytesMax });
  return ({ url, headers, body }: CallRequest): Promise<CallAnswer> =>
    post(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": USER_AGENT, ...headers },
      body: JSON.stringify(body),
    });
}

/**
 * Sends by one POST, as the channel's rules say. Checks the address before each request and follows no redirect. These
 * providers have no idempotency key: after a timeout the message is sent again and may arrive twice.
 */
export function calledSender({ call, provider, clock, ...options }: CalledOptions): SendMessage {
  const post = poster(options);
  const send = async (message: OutgoingMessage, again: Again | null): Promise<SendResult> => {
    const { id, recipient, content } = message;
    const at = clock().toISOString();
    const answer = await post(call.request({ id, recipient, content, at, ...again }, provider));
    if (answer.kind !== "answered") return unanswered(call.name, answer);
    const { status, headers, body: text } = answer;
    if (status === BAD_REQUEST && again === null) {
      const to = call.movedTo?.(text) ?? null;
      if (to !== null) {
        const result = await send({ ...message, recipient: to }, { to });
        return result.kind === "sent" ? { ...result, movedTo: to } : result;
      }
      if (call.refusesLink?.(text) === true) return await send(message, { isLinkInText: true });
    }
    const result = classifyHttp(call.name, { status, headers, body: text }, call.answers);
    const providerId = result.kind === "sent" ? (call.idOf?.(text) ?? null) : null;
    // Only a message that rings until it is canceled has an id.
    return providerId === null ? result : { kind: "sent", providerId, receipt: "ringing" };
  };
  return (message) => send(message, null);
}

/** Cancels a ringing message. Returns true if it no longer rings, also if the provider doesn't know it any more. */
export function calledCancel({
  call,
  provider,
  ...options
}: Omit<CalledOptions, "clock">): (providerId: string) => Promise<boolean> {
  const post = poster(options);
  return async (providerId) => {
    const asked = call.cancel?.(providerId, provider);
    if (asked === undefined) return true;
    const answer = await post(asked);
    return answer.kind === "answered" && (answer.status < 300 || answer.status === NOT_FOUND);
  };
}
