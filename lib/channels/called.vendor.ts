import { LIMITS } from "../../schema/limits.ts";
import { type GuardedCallOptions, guardedCall } from "../feeds/guarded-fetch/guarded-fetch.vendor.ts";
import type { FeedRefusal } from "../feeds/url/judge.ts";
import type { Clock, SendMessage } from "../kernel/ports.ts";
import type { SendResult } from "../messages/delivery/settle.ts";
import type { CallProvider, ChannelCall } from "./call.ts";
import { classifyHttp } from "./classify-http.ts";

export type CalledOptions = Omit<GuardedCallOptions, "bodyBytesMax"> & {
  call: ChannelCall;
  provider: CallProvider;
  clock: Clock;
};

const USER_AGENT = "Hearthwatch/1.0";

/**
 * Sends by one POST, as the channel's pure file says. The address is judged before each call, and no redirect
 * is followed. None of these providers has an idempotency key: after a time-out the message is sent again, and
 * may arrive twice.
 */
export function calledSender({ call, provider, clock, ...options }: CalledOptions): SendMessage {
  const post = guardedCall({ ...options, bodyBytesMax: LIMITS.callAnswerBytesMax });
  return async ({ id, recipient, content }) => {
    const { url, headers, body } = call.request(
      { id, recipient, content, at: clock().toISOString() },
      provider,
    );
    const answer = await post(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": USER_AGENT, ...headers },
      body: JSON.stringify(body),
    });
    if (answer.kind === "refused") return refused(call.name, answer.reason);
    if (answer.kind === "failed")
      return { kind: "retry", reason: `${call.name}: no answer (${nameOf(answer.error)})` };
    const { status, headers: told, body: text } = answer;
    return classifyHttp(call.name, { status, retryAfter: told.get("Retry-After"), body: text }, call.answers);
  };
}

const refused = (name: string, why: FeedRefusal): SendResult =>
  why === "unresolvable"
    ? { kind: "retry", reason: `${name}: the host has no address` }
    : { kind: "permanent", reason: `${name}: the URL is refused (${why})` };

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "unknown");
