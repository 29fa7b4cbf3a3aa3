import * as z from "zod/mini";
import { LIMITS } from "../../limits.ts";
import { CHANNEL_CHOICES, CHANNELS, type Channel, type ChoiceOf, CONTACT_STATES } from "../../vocabulary.ts";
import { changeOf, shownText, yesNo } from "../text.ts";
import { timeZone } from "./household.ts";

const clockTime = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "must be a time such as 22:30" }));

const QuietHours = z
  .strictObject({ from: clockTime, to: clockTime, time_zone: timeZone })
  .check(z.refine(({ from, to }) => from !== to, { error: "must not begin when they end" }));

const E164_ERROR = "must be a phone number with its country code, such as +15555550123";

/** An E.164 number. Separators between the digits are dropped. */
const phone = z
  .pipe(
    z.pipe(
      shownText(1, LIMITS.phoneCharactersMax),
      z.transform((text) => text.replace(/[\s().-]/g, "")),
    ),
    z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, { error: E164_ERROR })),
  )
  .check(
    z.meta({
      description:
        "With the country code, such as +15555550123; spaces, dots, hyphens and brackets are dropped",
      pattern: "^[\\s().-]*\\+[\\s().-]*[1-9]([\\s().-]*[0-9]){6,14}[\\s().-]*$",
    }),
  );

/** Yes or no, or one of the channel's words. */
function choiceOf<C extends Channel>(channel: C): z.ZodMiniType<ChoiceOf<C>> {
  const choices: readonly unknown[] = CHANNEL_CHOICES[channel];
  const words = choices.filter((choice) => typeof choice === "string");
  const schema: z.ZodMiniType = words.length === 0 ? yesNo : z.enum(words);
  return schema as z.ZodMiniType<ChoiceOf<C>>;
}

type Choices = { [C in Channel]: z.ZodMiniType<ChoiceOf<C>> };
const choices = Object.fromEntries(CHANNELS.map((channel) => [channel, choiceOf(channel)])) as Choices;

/** Omitted fields keep their value. `phone` is the person's number in every home; it works once its code is entered. */
export const NotificationsChange = changeOf({
  ...choices,
  quiet_hours: z.nullable(QuietHours),
  weekly_digest: yesNo,
  monthly_report: yesNo,
  quarterly_report: yesNo,
  phone: z.nullable(phone),
});
export type NotificationsChange = z.output<typeof NotificationsChange>;

const channelState = z.enum(["configured", "not_configured"]);

type ChannelStates = { [C in Channel]: typeof channelState };
const channelStates = Object.fromEntries(CHANNELS.map((channel) => [channel, channelState])) as ChannelStates;

/**
 * How this home reaches this person. `phone_state` is `unverified` until the number's code is entered, and `gone` if
 * the number takes no more texts. `email_state` is `gone` if the last mail bounced, was given up or was marked as spam; the next one
 * that is delivered makes it `ok`.
 */
export const Notifications = z.object({
  ...choices,
  quiet_hours: z.nullable(z.object({ from: z.string(), to: z.string(), time_zone: z.string() })),
  weekly_digest: z.boolean(),
  monthly_report: z.boolean(),
  quarterly_report: z.boolean(),
  email_state: z.enum(["ok", "gone"]),
  phone: z.nullable(z.string()),
  phone_state: z.enum([...CONTACT_STATES, "none"]),
  channels: z.object(channelStates),
  sms_left_this_month: z.int(),
});
export type Notifications = z.output<typeof Notifications>;
