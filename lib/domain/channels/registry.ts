import type { Channel } from "../../../schema/vocabulary.ts";
import { EMAIL } from "./email.ts";
import { PUSH } from "./push.ts";
import type { ChannelRules } from "./rules.ts";
import { SMS } from "./sms.ts";
import { WEBHOOK } from "./webhook.ts";

export const CHANNEL_RULES: { [C in Channel]: ChannelRules<C> } = {
  email: EMAIL,
  sms: SMS,
  push: PUSH,
  webhook: WEBHOOK,
};
