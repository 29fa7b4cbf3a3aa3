import { LIMITS } from "../../schema/limits.ts";
import { type GuardedCallOptions, guardedCall } from "../feeds/guarded-fetch/guarded-fetch.vendor.ts";
import type { Clock, SendMessage } from "../kernel/ports.ts";
import type { CallProvider, ChannelCall } from "./call.ts";
import { classifyHttp } from "./classify-http.ts";
import { unanswered } from "./unanswered.vendor.ts";

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
    if (answer.kind !== "answered") return unanswered(call.name, answer);
    const { status, headers: told, body: text } = answer;
    return classifyHttp(call.name, { status, retryAfter: told.get("Retry-After"), body: text }, call.answers);
  };
}
