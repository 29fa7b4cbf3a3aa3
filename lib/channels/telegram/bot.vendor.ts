import { FETCH_LIMITS } from "../../guarded-fetch/limits.ts";
import type { Clock, Report } from "../../kernel/ports.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import { CHANNEL_LIMITS } from "../limits.ts";
import type { TelegramBot } from "../ports.ts";

type BotOptions = {
  token: string;
  baseUrl?: string | undefined;
  /** Where Telegram calls us; null if it can't reach us, so that we poll. */
  webhook: { url: string; secret: () => Promise<string> } | null;
  clock: Clock;
  report: Report;
};

const SERVER = "https://api.telegram.org";
const ALLOWED = ["message", "callback_query"];

/** Receives people's actions by a webhook, which it registers again every hour, or by polling every few seconds. */
export function telegramBot({ token, baseUrl = SERVER, webhook, clock, report }: BotOptions): TelegramBot {
  let dueAtMs = 0;
  let offset: number | undefined;
  const call = async (method: string, parameters: object): Promise<unknown> => {
    const answer = await fetch(`${baseUrl}/bot${token}/${method}`, {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(parameters),
      signal: AbortSignal.timeout(FETCH_LIMITS.providerTimeoutMs),
    });
    const { ok, result } = (await answer.json()) as { ok?: unknown; result?: unknown };
    if (ok !== true) throw new Error(`Telegram: ${method}: HTTP ${answer.status}`);
    return result;
  };
  const asked = async (): Promise<unknown[]> => {
    if (webhook !== null) {
      const parameters = { url: webhook.url, secret_token: await webhook.secret(), allowed_updates: ALLOWED };
      await call("setWebhook", parameters);
      return [];
    }
    const ask = { timeout: 0, limit: CHANNEL_LIMITS.telegramUpdatesMax, allowed_updates: ALLOWED };
    const updates = await call("getUpdates", offset === undefined ? ask : { ...ask, offset });
    if (!Array.isArray(updates)) return [];
    const ids = updates.map(({ update_id: id }: { update_id?: unknown }) => Number(id));
    // The offset confirms all earlier updates. Unconfirmed updates come again, and have no effect twice.
    if (ids.length > 0) offset = Math.max(...ids) + 1;
    return updates;
  };
  const orReport = async <T>(work: Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      // Reports only the kind of error, because the URL contains the token.
      const name = error instanceof Error ? error.name : "unknown";
      report({ level: "warn", event: "telegram_not_asked", error: name });
      return otherwise;
    }
  };
  return {
    updates: async () => {
      const nowMs = clock().getTime();
      if (nowMs < dueAtMs) return [];
      dueAtMs = nowMs + (webhook === null ? CHANNEL_LIMITS.telegramAskMs : HOUR_MS);
      return await orReport(asked(), []);
    },
    reply: async ({ method, ...parameters }) => {
      await orReport(call(method, parameters), undefined);
    },
  };
}
