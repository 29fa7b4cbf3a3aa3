import {
  type CallAnswer,
  type GuardedCallOptions,
  guardedCall,
} from "../guarded-fetch/guarded-fetch.vendor.ts";
import type { Clock } from "../kernel/ports.ts";
import { type CallProvider, type CallRequest, type ChannelCall, classifyHttp } from "./call.ts";
import type { SendResult } from "./content.ts";
import { CHANNEL_LIMITS } from "./limits.ts";
import type { OutgoingMessage, SendMessage } from "./ports.ts";

/** What becomes of a message whose call got no answer: a refused address is final, unless its name may resolve again. */
function unanswered(name: string, answer: Exclude<CallAnswer, { kind: "answered" }>): SendResult {
  if (answer.kind === "failed") {
    const { error } = answer;
    const what = error instanceof Error ? error.name : "unknown";
    return { kind: "retry", reason: `${name}: no answer (${what})` };
  }
  return answer.reason === "unresolvable"
    ? { kind: "retry", reason: `${name}: the host has no address` }
    : { kind: "permanent", reason: `${name}: the URL is refused (${answer.reason})` };
}

export type CalledOptions = Omit<GuardedCallOptions, "bodyBytesMax"> & {
  call: ChannelCall;
  provider: CallProvider;
  clock: Clock;
};

/** The second attempt after a refusal that explains itself: at another address, or without a link. */
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
 * Sends by one POST, as the channel's pure file says. The address is judged before each call, and no redirect is followed.
 * None of these providers has an idempotency key: after a time-out the message is sent again, and may arrive twice.
 */
export function calledSender({ call, provider, clock, ...options }: CalledOptions): SendMessage {
  const post = poster(options);
  const send = async (message: OutgoingMessage, again: Again | null): Promise<SendResult> => {
    const { id, recipient, content } = message;
    const at = clock().toISOString();
    const answer = await post(call.request({ id, recipient, content, at, ...again }, provider));
    if (answer.kind !== "answered") return unanswered(call.name, answer);
    const { status, headers: told, body: text } = answer;
    if (status === BAD_REQUEST && again === null) {
      const to = call.movedTo?.(text) ?? null;
      if (to !== null) {
        const result = await send({ ...message, recipient: to }, { to });
        return result.kind === "sent" ? { ...result, movedTo: to } : result;
      }
      if (call.refusesLink?.(text) === true) return await send(message, { isLinkInText: true });
    }
    const result = classifyHttp(
      call.name,
      { status, retryAfter: told.get("Retry-After"), body: text },
      call.answers,
    );
    const providerId = result.kind === "sent" ? (call.idOf?.(text) ?? null) : null;
    // What can be ended goes on until it is.
    return providerId === null ? result : { kind: "sent", providerId, receipt: "ringing" };
  };
  return (message) => send(message, null);
}

/** Ends one message that rings; true also where the provider no longer knows it. */
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
