import type { Channels, TelegramBot } from "../channels/ports.ts";
import type { CronServices } from "../kernel/services.actions.ts";

/** What the function has that sends. */
export type SendingServices = CronServices & {
  channels: Channels;
  telegram: TelegramBot | null;
};
