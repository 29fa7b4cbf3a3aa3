import type { Equivalent } from "./equivalent.ts";

/** Of `lib/messages`. */
export const MESSAGES: Equivalent[] = [
  {
    file: "lib/messages/links/tokens.ts",
    was: "text === undefined || householdId === undefined",
    is: "householdId === undefined",
    why: "the type checker asks; a token has all of its parts or none, and then no MAC either",
  },
  {
    file: "lib/messages/links/tokens.ts",
    was: "text === undefined || householdId === undefined",
    is: "text === undefined",
    why: "the type checker asks; a token has all of its parts or none, and then no MAC either",
  },
  {
    file: "lib/messages/links/tokens.ts",
    was: "text === undefined || householdId === undefined || mac === null",
    is: "mac === null",
    why: "the type checker asks; a token has all of its parts or none, and then no MAC either",
  },
  {
    file: "lib/messages/links/tokens.ts",
    was: "text === undefined || mac === null",
    is: "mac === null",
    why: "the type checker asks; a token has all of its parts or none, and then no MAC either",
  },
  {
    file: "lib/messages/links/tokens.ts",
    was: "text === undefined || householdId === undefined || userId === undefined",
    is: "userId === undefined",
    why: "the type checker asks; a token has all of its parts or none, and then no MAC either",
  },
  {
    file: "lib/messages/links/tokens.ts",
    was: "text === undefined || householdId === undefined || userId === undefined",
    is: "text === undefined || householdId === undefined",
    why: "the type checker asks; a token has all of its parts or none, and then no MAC either",
  },
  {
    file: "lib/messages/links/tokens.ts",
    was: "text === undefined || householdId === undefined || userId === undefined || mac === null",
    is: "mac === null",
    why: "the type checker asks; a token has all of its parts or none, and then no MAC either",
  },
  {
    file: "lib/messages/links/tokens.ts",
    was: '""',
    is: '"x"',
    why: "neither is the text of a MAC or an address",
  },
  {
    file: "lib/messages/audience/plan-messages.ts",
    was: "first === undefined",
    is: "false",
    why: "the type checker asks; a group has at least the one that it was made for",
  },
  {
    file: "lib/messages/audience/plan-messages.ts",
    was: "0",
    is: "1",
    why: "only the order of these numbers is looked at, and it stays",
  },
  {
    file: "lib/messages/audience/plan-messages.ts",
    was: "10",
    is: "11",
    why: "only the order of these numbers is looked at, and it stays",
  },
  {
    file: "lib/messages/audience/plan-messages.ts",
    was: "5",
    is: "6",
    why: "only the order of these numbers is looked at, and it stays",
  },
  {
    file: "lib/messages/notice/notice-view.ts",
    was: "moved < 0",
    is: "moved <= 0",
    why: "0 is no trend and was answered before",
  },
  {
    file: "lib/messages/mail/onboarding-emails.ts",
    was: 'plan === "pro" || trialEndsAtMs === null',
    is: 'plan === "pro"',
    why: "the type checker asks; null is 1970 to a difference, for which it is too late",
  },
];
