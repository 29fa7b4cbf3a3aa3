import { LIMITS } from "../../../schema/limits.ts";
import type { AlertKind, Block } from "../../../schema/vocabulary.ts";
import { ALERT_LIMITS } from "../../alerts/limits.ts";
import { kindWords } from "../kind-words.ts";
import type { Hour } from "../notice-view.ts";
import { toldBy, withTexts } from "../with-texts.ts";
import type { DarkShare } from "../words.ts";
import kinds from "./kinds.json" with { type: "json" };
import texts from "./notices.json" with { type: "json" };

const hourText = ({ clock, weekday }: Hour): string => (weekday === null ? clock : `${weekday} ${clock}`);

/** A language's words for all that goes out about alerts. */
export const EN_NOTICES = /* @__PURE__ */ withTexts(withTexts(texts.notices, toldBy(texts.told.notices)), {
  kinds: /* @__PURE__ */ kindWords(kinds, hourText),
  wasAt: (value: string, { clock, weekday }: Hour) =>
    `was at ${value} at ${weekday === null ? clock : `${clock} on ${weekday}`}`,
  /** `span` is null for an hour. */
  trend: (degrees: number, isDown: boolean, span: string | null) =>
    `, ${isDown ? "down" : "up"} ${degrees} in ${span ?? "an hour"}`,
  /** Null for what has passed already, and for an end that says nothing. */
  freezes: (earliest: Hour | null, latest: { hour: Hour; isLikely: boolean } | null) => {
    const early = earliest === null ? " at any time now" : ` as early as ${hourText(earliest)}`;
    return latest === null ? early : `${early}, ${latest.isLikely ? "about" : "by"} ${hourText(latest.hour)}`;
  },
  /** A headline for where every character counts. */
  shortened: (headline: string) => headline.replace(" is at ", " "),
  since: (hour: Hour) => `, since ${hourText(hour)}`,
  /**
   * Before news that a step of an escalation tells again: nobody has it, or its reader had it for long enough. Before
   * worse news for whoever had it.
   */
  leads: {
    unanswered: (news: string) => `Nobody has answered: ${news}`,
    renewal: (news: string) => `You acknowledged this ${ALERT_LIMITS.ackHours} hours ago: ${news}`,
    worse: (news: string) => `It got worse since you acknowledged it: ${news}`,
  },
  moreAlerts: (count: number) => `and ${count} more alert${count === 1 ? "" : "s"}`,
  lastHours: (hours: number, low: string, high: string) =>
    `The last ${hours} hours: ${low === high ? `at ${low}` : `between ${low} and ${high}`}`,
  neighbours: (city: string, share: DarkShare) => {
    if (share === null)
      return `Almost no other participating home in ${city} is offline: check this home's own fuse and router first.`;
    const some =
      share === 0 ? "Some other participating homes" : `About ${share}% of the other participating homes`;
    return `${some} in ${city} are offline too: it isn't only this home.`;
  },
  /** Why a message is not sent on the channel that was chosen for it: a part of a sentence. */
  blocks: {
    country: "this service doesn't send them to that country",
    not_in_plan: "they're part of the Pro plan",
    month_used_up: "this month's are used up",
    all_used_up: "this service has reached its limit for today",
    newcomers_used_up: "new homes have reached their limit for today",
    trial_used_up: `a home on trial sends at most ${LIMITS.trialSmsPerDay} a day`,
    number_used_up: `your number has already had ${LIMITS.numberSmsPerDay} today`,
    number_gone: "your phone number no longer accepts text messages",
    call_country: "this service doesn't call such numbers",
    call_not_in_plan: "they're part of the Pro plan",
    call_month_used_up: "this month's are used up",
    call_day_used_up: `a home makes at most ${LIMITS.homeCallsPerDay} a day`,
    call_all_used_up: "this service has reached its limit for today",
    call_newcomers_used_up: "new homes have reached their limit for today",
    call_number_gone: "your phone number no longer accepts calls",
    used_up: "this home has reached its limit for today",
  } satisfies Record<Block, string>,
  byMail: (reason: string, wasCall: boolean) =>
    `This would have been a ${wasCall ? "phone call" : "text message"}, but ${reason}. We sent it by mail instead.`,
});
export type NoticeWords = typeof EN_NOTICES;

/** What somebody without an account is written, in one language. */
export const EN_RESPONDERS = /* @__PURE__ */ withTexts(
  withTexts(texts.responders satisfies { kinds: Record<AlertKind, string> }, toldBy(texts.told.responders)),
  {
    since: (where: string, hour: Hour) => `${where}, since ${hourText(hour)}.`,
  },
);
export type ResponderWords = typeof EN_RESPONDERS;
