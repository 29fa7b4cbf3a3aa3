import type { ChatWebhook, Report } from "../kernel/ports.ts";

const TIMEOUT_MS = 5_000;

/** The addresses are secrets: anyone who knows them can post. They are never reported. */
type WebhookOptions = { url: string; report: Report; timeoutMs?: number };

/** Slack, Mattermost and Teams read `text`, Discord reads `content`. */
export const chatWebhook =
  (options: WebhookOptions): ChatWebhook =>
  async (line) => {
    await call("chat_failed", options, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text: line, content: line }),
    });
  };

/** Pings a dead man's switch such as Healthchecks, which counts a plain GET as a sign of life. */
export const deadManPing = (options: WebhookOptions) => () =>
  call("dead_man_ping_failed", options, { method: "GET" });

async function call(
  event: string,
  { url, report, timeoutMs = TIMEOUT_MS }: WebhookOptions,
  request: RequestInit,
): Promise<void> {
  try {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) });
    await answer.body?.cancel();
    if (!answer.ok) report({ level: "warn", event, status: answer.status });
  } catch (error) {
    report({ level: "warn", event, error: error instanceof Error ? error.name : "unknown" });
  }
}
