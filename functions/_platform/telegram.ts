import { receiptUrl } from "../../lib/channels/receipt-url.ts";
import { telegramBot } from "../../lib/channels/telegram/bot.vendor.ts";
import type { TelegramBot } from "../../lib/kernel/ports.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { baseUrl } from "./base-url.ts";
import { type Environment, optional } from "./environment.ts";
import { telegramSecret } from "./server-secrets.ts";

/** What Telegram's webhook is called in our addresses. */
const UPDATES = "updates";

/** The bot as the function that sends has it; null where there is none. */
export function telegram(
  environment: Environment,
  { clock, report }: Pick<Services, "clock" | "report">,
): TelegramBot | null {
  const token = optional(environment, "TELEGRAM_BOT_TOKEN");
  if (token === undefined) return null;
  const origin = baseUrl(environment);
  const { sign } = telegramSecret(environment);
  // Telegram calls only by TLS; and a stand-in calls nobody.
  const isReached = origin.startsWith("https:") && optional(environment, "TELEGRAM_BASE_URL") === undefined;
  const webhook = isReached ? { url: receiptUrl(origin, "telegram", UPDATES), secret: sign } : null;
  return telegramBot({ token, baseUrl: optional(environment, "TELEGRAM_BASE_URL"), webhook, clock, report });
}
