import type { Channel } from "../../../../schema/vocabulary.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { MessageContent } from "../message.ts";
import { mailOf } from "./mail-layout.ts";

export type CapNews = { channel: Channel; period: string; used: number; max: number };

/** For the operators: what is over the cap goes out as mail instead. */
export function capMail({ channel, period, used, max }: CapNews): MessageContent {
  const { label } = CHANNEL_RULES[channel];
  const subject = `Hearthwatch: ${used} of ${max} ${label} messages of ${period} are used`;
  const text =
    "Once all are used, alerts go out as mail instead until the day (UTC) is over. SMS_PER_DAY sets how many there may be.";
  return { subject, ...mailOf({ title: subject, severity: "warning", paragraphs: [text] }) };
}
