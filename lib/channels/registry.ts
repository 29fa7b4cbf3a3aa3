import type { ADDRESSED_CHANNELS, CalledChannel, Channel } from "../../schema/vocabulary.ts";
import { APPRISE, APPRISE_CALL, readApprise } from "./apprise/rules.ts";
import { CALL } from "./call/rules.ts";
import type { ChannelCall } from "./call.ts";
import { CHAT, CHAT_CALL, readChat } from "./chat/rules.ts";
import { DISCORD, DISCORD_CALL, readDiscord } from "./discord/rules.ts";
import { EMAIL } from "./email/rules.ts";
import { HOME_ASSISTANT, HOME_ASSISTANT_CALL, readHomeAssistant } from "./home-assistant/rules.ts";
import { NTFY, NTFY_CALL, readNtfy } from "./ntfy/rules.ts";
import { readNumber } from "./number.ts";
import { PUSH } from "./push/rules.ts";
import { PUSHOVER, PUSHOVER_CALL, readPushover } from "./pushover/rules.ts";
import type { ChannelRules, ReadAddress } from "./rules.ts";
import { SMS } from "./sms/rules.ts";
import { readTelegram, TELEGRAM, TELEGRAM_CALL } from "./telegram/rules.ts";
import { readWebhook, WEBHOOK } from "./webhook/rules.ts";

export const CHANNEL_RULES: { [C in Channel]: ChannelRules<C> } = {
  email: EMAIL,
  sms: SMS,
  push: PUSH,
  webhook: WEBHOOK,
  call: CALL,
  ntfy: NTFY,
  telegram: TELEGRAM,
  pushover: PUSHOVER,
  discord: DISCORD,
  chat: CHAT,
  home_assistant: HOME_ASSISTANT,
  apprise: APPRISE,
};

/** How each of the channels is called whose message is one HTTP call. */
export const CHANNEL_CALLS: { [C in CalledChannel]: ChannelCall } = {
  ntfy: NTFY_CALL,
  telegram: TELEGRAM_CALL,
  pushover: PUSHOVER_CALL,
  discord: DISCORD_CALL,
  chat: CHAT_CALL,
  home_assistant: HOME_ASSISTANT_CALL,
  apprise: APPRISE_CALL,
};

/** Apart from the rules, which functions carry that read no address. */
export const ADDRESS_READERS: { [C in (typeof ADDRESSED_CHANNELS)[number]]: ReadAddress } = {
  sms: readNumber,
  call: readNumber,
  webhook: readWebhook,
  ntfy: readNtfy,
  telegram: readTelegram,
  pushover: readPushover,
  discord: readDiscord,
  chat: readChat,
  home_assistant: readHomeAssistant,
  apprise: readApprise,
};
