import {
  type ADDRESSED_CHANNELS,
  CALLED_CHANNELS,
  type CalledChannel,
  type Channel,
} from "../../schema/vocabulary.ts";
import { APPRISE } from "./apprise/rules.ts";
import { CALL } from "./call/rules.ts";
import type { calledChannel } from "./called-rules.ts";
import { CHAT } from "./chat/rules.ts";
import { DISCORD } from "./discord/rules.ts";
import { EMAIL } from "./email/rules.ts";
import { HOME_ASSISTANT } from "./home-assistant/rules.ts";
import { NTFY } from "./ntfy/rules.ts";
import { PUSH } from "./push/rules.ts";
import { PUSHOVER } from "./pushover/rules.ts";
import type { ChannelRules, ReadAddress } from "./rules.ts";
import { readNumber, SMS } from "./sms/rules.ts";
import { TELEGRAM } from "./telegram/rules.ts";
import { readWebhook, WEBHOOK } from "./webhook/rules.ts";

type CalledFile = ReturnType<typeof calledChannel>;

const CALLED: { readonly [C in CalledChannel]: CalledFile } = {
  ntfy: NTFY,
  telegram: TELEGRAM,
  pushover: PUSHOVER,
  discord: DISCORD,
  chat: CHAT,
  home_assistant: HOME_ASSISTANT,
  apprise: APPRISE,
};

const ofCalled = <Part extends keyof CalledFile>(part: Part) =>
  Object.fromEntries(CALLED_CHANNELS.map((channel) => [channel, CALLED[channel][part]])) as {
    readonly [C in CalledChannel]: CalledFile[Part];
  };

export const CHANNEL_CALLS = ofCalled("call");

export const CHANNEL_RULES: { readonly [C in Channel]: ChannelRules<C> } = {
  email: EMAIL,
  sms: SMS,
  push: PUSH,
  webhook: WEBHOOK,
  call: CALL,
  ...ofCalled("rules"),
};

export const ADDRESS_READERS: { readonly [C in (typeof ADDRESSED_CHANNELS)[number]]: ReadAddress } = {
  sms: readNumber,
  call: readNumber,
  webhook: readWebhook,
  ...ofCalled("read"),
};
