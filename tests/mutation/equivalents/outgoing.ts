import { ALWAYS_CONVERTS, type Equivalent } from "./equivalent.ts";

const PLAN_MESSAGES = "lib/messages/audience/plan-messages.ts";
const NOTICE_VIEW = "lib/messages/notice/notice-view.ts";

const NEVER_EMPTY = "the type checker asks; a group has at least the one that it was made for";
const ORDER_ALONE = "only the order of these numbers is looked at, and it stays";

export const OUTGOING: Equivalent[] = [
  { file: PLAN_MESSAGES, was: "first === undefined", is: "false", why: NEVER_EMPTY },
  { file: PLAN_MESSAGES, was: "0", is: "1", why: ORDER_ALONE },
  { file: PLAN_MESSAGES, was: "10", is: "11", why: ORDER_ALONE },
  { file: PLAN_MESSAGES, was: "5", is: "6", why: ORDER_ALONE },
  {
    file: "lib/budget/standing.ts",
    was: "trialEndsAt === null ? null : new Date(trialEndsAt)",
    is: "new Date(trialEndsAt)",
    why: "null becomes 1970, and a trial that ended then is none",
  },
  {
    file: "lib/budget/standing.ts",
    was: 'plan === "free" && effective === "pro"',
    is: 'plan === "free"',
    why: "a free home that is not on trial has no text messages anyway, and its month is asked first",
  },
  {
    file: NOTICE_VIEW,
    was: "convert(value, unit, temperatureUnit) ?? value",
    is: "convert(value, unit, temperatureUnit)",
    why: ALWAYS_CONVERTS,
  },
  { file: NOTICE_VIEW, was: "moved < 0", is: "moved <= 0", why: "0 is no trend and was answered before" },
  {
    file: NOTICE_VIEW,
    was: "0",
    is: "1",
    on: 'return `, ${moved < 0 ? "down" : "up"} ${Math.abs(moved)} in ${span}`;',
    why: "a whole number below 1 that is not 0 is below 0",
  },
  {
    file: "lib/messages/mail/onboarding-emails.ts",
    was: 'plan === "pro" || trialEndsAtMs === null',
    is: 'plan === "pro"',
    why: "the type checker asks; null is 1970 to a difference, for which it is too late",
  },
  {
    file: "lib/messages/notice/notice-content.ts",
    was: "isOne ? notes : []",
    is: "notes",
    why: "of several notices the bundle takes the subjects, which hold no notes",
  },
];
