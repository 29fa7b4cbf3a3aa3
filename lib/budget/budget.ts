import { LIMITS } from "../../schema/limits.ts";
import type { Block, Channel, Plan, SendingScope, Spending } from "../../schema/vocabulary.ts";
import { type OverLimit, overLimit } from "../kernel/network.ts";
import type { SendingPolicy } from "../kernel/ports.ts";
import { DAY_MS, HOUR_MS } from "../kernel/time.ts";
import type { Charge } from "./counts.ts";
import { BUDGET_LIMITS, MESSAGES_PER_MONTH } from "./limits.ts";

/** The subjects that spend, as far as known. A budget line whose subject is unknown doesn't apply. */
export type Spender = {
  account?: string | null;
  home?: string | null;
  /** The recipient's number or mailbox. */
  address?: string | null;
  /** An IPv4 address or an IPv6 /64. */
  host?: string | null;
  /** An IPv4 /24 or an IPv6 /48: the caller's, or the one from which the home was opened. */
  network?: string | null;
  pair?: string | null;
  isEstablished: boolean;
  plan?: Plan;
  isTrial?: boolean;
  /** True if the address has recently signed in from the network. */
  isKnown?: boolean;
  /** True for news of a leak, and for critical news. */
  isUrgent?: boolean;
  /** True for the first message about a leak: an established home gets it even if other limits are used up. */
  isFirstOfLeak?: boolean;
  /** How much one message adds to shared counters: 1 if absent; null if we send nothing to the number. */
  price?: number | null;
};

/** The subjects of the scope `class`: parts of the whole installation's spending. */
const CLASSES = {
  /** Everything except urgent news of established homes. Its limit leaves a reserve for these. */
  unreserved: "unreserved",
  newcomers: "newcomers",
  codes: "codes",
  newcomerCodes: "newcomer codes",
} as const;

type Max = (policy: SendingPolicy, spender: Spender) => number;
type Line = {
  scope: SendingScope;
  per: "hour" | "day" | "month";
  max: number | Max;
  /** The spending whose counter the line uses, if not its own: a code counts as a text message too. */
  of?: Spending;
  subject?: string;
  /** The spenders that the line applies to; absent for all. */
  for?: (spender: Spender) => boolean;
  /** The reason given for a message that is not sent because the line is full. */
  block?: Block;
};
type More = Pick<Line, "of" | "subject" | "for" | "block">;

const aDay = (scope: SendingScope, max: number | Max, more: More = {}): Line => ({
  scope,
  per: "day",
  max,
  ...more,
});
const anHour = (scope: SendingScope, max: number, more: More = {}): Line => ({
  ...aDay(scope, max, more),
  per: "hour",
});
const ofMonth = (max: number | Max, block: Block, more: More = {}): Line => ({
  ...aDay("home", max, { ...more, block }),
  per: "month",
});

const NEWCOMERS = { for: ({ isEstablished }: Spender) => !isEstablished };
const STRANGERS = { for: ({ isKnown }: Spender) => isKnown !== true };
const ON_FREE = { for: ({ plan }: Spender) => plan === "free" };
const ANYTHING_BUT_ALARMS = {
  for: ({ isEstablished, isUrgent = false }: Spender) => !(isEstablished && isUrgent),
};

/** A percentage of a day's texts or calls, rounded up so that a small installation can still send one of each kind. */
const percent =
  (share: number, of: "smsPerDay" | "callsPerDay"): Max =>
  (policy) =>
    Math.ceil((policy[of] * share) / 100);

const blockOf = (
  of: "sms" | "call",
  why: "country" | "not_in_plan" | "month_used_up" | "newcomers_used_up" | "all_used_up",
): Block => (of === "call" ? `call_${why}` : why);

/** The whole installation's daily texts or calls, and the part that each class may use. */
function ofAll(of: "sms" | "call"): readonly Line[] {
  const day = of === "sms" ? "smsPerDay" : "callsPerDay";
  const { smsNetworkPercent, smsNewcomersPercent, smsReservePercent } = BUDGET_LIMITS;
  const { newcomers, unreserved } = CLASSES;
  const ofNewcomers = { of, block: blockOf(of, "newcomers_used_up"), ...NEWCOMERS };
  const ofEverybody = { of, block: blockOf(of, "all_used_up") };
  return [
    aDay("network", percent(smsNetworkPercent, day), ofNewcomers),
    aDay("class", percent(smsNewcomersPercent, day), { ...ofNewcomers, subject: newcomers }),
    aDay("class", percent(100 - smsReservePercent, day), {
      ...ofEverybody,
      ...ANYTHING_BUT_ALARMS,
      subject: unreserved,
    }),
    aDay("instance", (policy) => policy[day], ofEverybody),
  ];
}

/** The lines of a message that costs money: its home's monthly limit by plan, and the limits that all homes share. */
const paid = (of: "sms" | "call"): readonly Line[] => [
  ofMonth(0, blockOf(of, "country"), { for: ({ price }) => price === null }),
  ofMonth(0, blockOf(of, "not_in_plan"), ON_FREE),
  ofMonth((_, { plan = "free" }) => MESSAGES_PER_MONTH[of][plan], blockOf(of, "month_used_up")),
  ...ofAll(of),
];

const COUNTED_ONLY = 2_000_000_000;

/** The lines of a leak's first text: counted like any text, but stopped only by a home's daily limit of such texts. */
const FIRST_OF_LEAK: readonly Line[] = [
  aDay("home", BUDGET_LIMITS.firstLeakTextsPerDay, { block: "month_used_up" }),
  ofMonth(COUNTED_ONLY, "all_used_up"),
  aDay("instance", COUNTED_ONLY, { block: "all_used_up" }),
];

const twiceIfUrgent =
  (established: number, young = established): Max =>
  (_, { isEstablished, isUrgent = false }) =>
    (isEstablished ? established : young) * (isUrgent ? 2 : 1);

/**
 * The daily messages of a home on one channel without fees. Without this limit, a script that opens an alert every
 * second could use up the mail provider's quota for everybody. The young homes of a network also share one home's
 * limit. Urgent news doubles the limits.
 */
const FREE_OF_FEE: readonly Line[] = [
  aDay("home", twiceIfUrgent(BUDGET_LIMITS.homeMessagesPerDay, BUDGET_LIMITS.youngHomeMessagesPerDay)),
  aDay("network", twiceIfUrgent(BUDGET_LIMITS.homeMessagesPerDay), NEWCOMERS),
];

/** The limits of codes for one number, person and network, by text and by call together. */
const CODES_OF_ASKER: readonly Line[] = [
  aDay("code", BUDGET_LIMITS.numberCodesPerDay, { of: "sms_code" }),
  aDay("account", BUDGET_LIMITS.accountCodesPerDay, { of: "sms_code" }),
  aDay("host", BUDGET_LIMITS.hostCodesPerDay, { of: "sms_code", ...NEWCOMERS }),
  aDay("network", BUDGET_LIMITS.networkCodesPerDay, { of: "sms_code", ...NEWCOMERS }),
];

/** The parts of a day's texts that codes may use: those of newcomers, and all codes. */
const CODES_OF_ALL: readonly Line[] = [
  aDay("class", percent(BUDGET_LIMITS.smsNewcomerCodesPercent, "smsPerDay"), {
    of: "sms",
    subject: CLASSES.newcomerCodes,
    ...NEWCOMERS,
  }),
  aDay("class", percent(BUDGET_LIMITS.smsCodesPercent, "smsPerDay"), { of: "sms", subject: CLASSES.codes }),
];

/** Mails to unknown mailboxes: `toOne` a day to each of them, and limits that all kinds of such mail share. */
const strangersMails = (toOne: number): readonly Line[] => [
  aDay("address", toOne),
  aDay("network", BUDGET_LIMITS.networkNewcomerMailsPerDay, { of: "newcomer_mail" }),
  aDay("instance", ({ newcomerMailsPerDay }) => newcomerMailsPerDay, { of: "newcomer_mail" }),
];

/** Hourly limits of an act: for one home, for a network's newcomers together, and for all newcomers together. */
const acts = (ofHome: number, ofNetwork: number, ofNewcomers: number): readonly Line[] => [
  anHour("home", ofHome),
  anHour("network", ofNetwork, NEWCOMERS),
  anHour("instance", ofNewcomers, NEWCOMERS),
];

/** The limits of every kind of spending. If several lines are full, the first one is reported. */
const BUDGET: { readonly [S in Spending]: readonly Line[] } = {
  sms: [
    ...paid("sms"),
    aDay("home", LIMITS.trialSmsPerDay, { for: ({ isTrial }) => isTrial === true, block: "trial_used_up" }),
    // Applies to urgent texts of trial homes too: they are free, and a hundred trial homes could name the same number.
    aDay("address", LIMITS.numberSmsPerDay, {
      for: ({ isTrial, isUrgent }) => isTrial === true || isUrgent !== true,
      block: "number_used_up",
    }),
  ],
  call: [...paid("call"), aDay("home", LIMITS.homeCallsPerDay, { block: "call_day_used_up" })],
  push: [ofMonth(0, "push_not_in_plan", ON_FREE), ...FREE_OF_FEE],
  call_code: [...CODES_OF_ASKER, ...ofAll("call")],
  sms_code: [...CODES_OF_ASKER, ...CODES_OF_ALL, ...ofAll("sms")],
  called_code: [
    aDay("code", BUDGET_LIMITS.addressCalledCodesPerDay),
    aDay("account", BUDGET_LIMITS.accountCalledCodesPerDay),
    aDay("network", BUDGET_LIMITS.networkCalledCodesPerDay, NEWCOMERS),
  ],
  newcomer_mail: strangersMails(BUDGET_LIMITS.mailboxNewcomerMailsPerDay),
  status_mail: strangersMails(BUDGET_LIMITS.mailboxStatusMailsPerDay),
  invitation: [
    aDay("invitation", BUDGET_LIMITS.invitationsToAddressPerDay),
    aDay("account", BUDGET_LIMITS.invitationsByAccountPerDay),
    aDay("network", BUDGET_LIMITS.networkInvitationsPerDay, NEWCOMERS),
    anHour("home", BUDGET_LIMITS.invitationsPerHour),
  ],
  // Strangers' requests and guesses don't block a person who has signed in from their network before.
  sign_in: [
    anHour("host", BUDGET_LIMITS.signInMailsByHostPerHour),
    anHour("pair", BUDGET_LIMITS.signInMailsOfPairPerHour),
    anHour("address", BUDGET_LIMITS.signInMailsToAddressPerHour, STRANGERS),
  ],
  sign_in_code: [
    aDay("pair", BUDGET_LIMITS.wrongCodesOfPairPerDay),
    aDay("address", BUDGET_LIMITS.wrongCodesOfAddressPerDay, STRANGERS),
    aDay("network", BUDGET_LIMITS.wrongCodesOfNetworkPerDay, STRANGERS),
    aDay("instance", BUDGET_LIMITS.instanceWrongCodesPerDay, STRANGERS),
  ],
  reveal: [anHour("account", BUDGET_LIMITS.revealsPerHour)],
  claim: [anHour("home", BUDGET_LIMITS.claimsPerHour)],
  feed_try: acts(
    BUDGET_LIMITS.feedTriesPerHour,
    BUDGET_LIMITS.networkFeedTriesPerHour,
    BUDGET_LIMITS.instanceFeedTriesPerHour,
  ),
  export: acts(
    BUDGET_LIMITS.exportsPerHour,
    BUDGET_LIMITS.networkExportsPerHour,
    BUDGET_LIMITS.instanceExportsPerHour,
  ),
  link: [
    aDay("home", BUDGET_LIMITS.linksPerDay),
    aDay("network", BUDGET_LIMITS.networkLinksPerDay, NEWCOMERS),
  ],
  notification_test: [anHour("home", BUDGET_LIMITS.notificationTestsPerHour)],
};

function linesOf(spending: Channel | Spending, { isFirstOfLeak, isEstablished, price }: Spender) {
  if (spending === "sms" && isFirstOfLeak === true && isEstablished && price !== null) return FIRST_OF_LEAK;
  const lines: { readonly [S in Channel | Spending]?: readonly Line[] } = BUDGET;
  return lines[spending] ?? FREE_OF_FEE;
}

/**
 * Returns the charges of a spending: the counters that it adds to, each with its limit. Without a policy, limits that
 * the operator sets are 0.
 */
export function budgetCharges(
  spending: Channel | Spending,
  spender: Spender,
  policy: SendingPolicy | null,
  now: Date,
): Charge[] {
  return linesOf(spending, spender).flatMap((line) => {
    const subject = subjectOf(line, spender);
    if (subject === null || line.for?.(spender) === false) return [];
    const { scope, of = spending, per, block } = line;
    const period = now.toISOString().slice(0, PERIOD_CHARACTERS[per]);
    // An expensive text adds more to shared counters; the counters of its home and number count messages.
    const add = SHARED.includes(scope) ? (spender.price ?? 1) : 1;
    return [{ channel: of, scope, subject, period, add, max: maxOf(line, policy, spender), block }];
  });
}

const maxOf = ({ max }: Line, policy: SendingPolicy | null, spender: Spender): number => {
  if (typeof max === "number") return max;
  return policy === null ? 0 : max(policy, spender);
};

const SHARED: readonly SendingScope[] = ["instance", "class", "network"];

/** The length of a period's name in UTC: `2026-11-21T09`, `2026-11-21`, `2026-11`. */
const PERIOD_CHARACTERS = { hour: 13, day: 10, month: 7 } as const;

function subjectOf({ scope, subject }: Line, spender: Spender): string | null {
  switch (scope) {
    case "instance":
      return "";
    case "class":
      return subject ?? "";
    case "code":
    case "invitation":
    case "address":
      return spender.address ?? null;
    default:
      return spender[scope] ?? null;
  }
}

/** The refusal of a full charge, with the seconds until its hour or day (UTC) ends for everybody. */
export function overCharge({ channel, period, max }: Charge, now: Date, what: string): OverLimit {
  const windowMs = period.length === PERIOD_CHARACTERS.day ? DAY_MS : HOUR_MS;
  const limit = { name: channel, limit: max, windowSeconds: windowMs / 1_000 };
  return overLimit(limit, secondsLeft(windowMs, now), what);
}

const secondsLeft = (windowMs: number, now: Date): number => (windowMs - (now.getTime() % windowMs)) / 1_000;

/** Seconds until the daily counters start again at midnight UTC. */
export const secondsLeftToday = (now: Date): number => Math.ceil(secondsLeft(DAY_MS, now));
