import type { Report, TryFeed } from "../kernel/ports.ts";
import { messageOf } from "../kernel/text.ts";

type FeedTrialOptions = {
  /** The polling function's address, its secret, and how it is called. */
  url: string;
  secret: string;
  fetch: (request: Request) => Promise<Response>;
  report: Report;
  answerMs: number;
};

/** Only the function that polls may call the outside world: it makes the fetch and returns what it read. */
export const feedTrial =
  ({ url, secret, fetch, report, answerMs }: FeedTrialOptions): TryFeed =>
  async (trial) => {
    try {
      const answer = await fetch(
        new Request(url, {
          method: "POST",
          headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
          body: JSON.stringify(trial),
          signal: AbortSignal.timeout(answerMs),
        }),
      );
      if (!answer.ok) throw new Error(`the polling function answered ${answer.status}`);
      return (await answer.json()) as Awaited<ReturnType<TryFeed>>;
    } catch (error) {
      report({ level: "error", event: "feed_trial_failed", error: messageOf(error) });
      return null;
    }
  };
