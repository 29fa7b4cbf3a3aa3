import type { CalledChannel, Channel } from "../../schema/vocabulary.ts";
import { APPRISE, APPRISE_CALL } from "./apprise/rules.ts";
import { CALL } from "./call/rules.ts";
import type { ChannelCall } from "./call.ts";
import { CHAT, CHAT_CALL } from "./chat/rules.ts";
import { DISCORD, DISCORD_CALL } from "./discord/rules.ts";
import { EMAIL } from "./email/rules.ts";
import { HOME_ASSISTANT, HOME_ASSISTANT_CALL } from "./home-assistant/rules.ts";
import { NTFY, NTFY_CALL } from "./ntfy/rules.ts";
import { PUSH } from "./push/rules.ts";
import { PUSHOVER, PUSHOVER_CALL } from "./pushover/rules.ts";
import type { ChannelRules } from "./rules.ts";
import { SMS } from "./sms/rules.ts";
import { TELEGRAM, TELEGRAM_CALL } from "./telegram/rules.ts";
import { WEBHOOK } from "./webhook/rules.ts";

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
