import type { SendingScope, Spending } from "../../schema/vocabulary.ts";
import type { SendingPolicy } from "../channels/rules.ts";
import { MESSAGE_LIMITS } from "../messages/limits.ts";
import type { Counter } from "./counts.ts";
import { BUDGET_LIMITS } from "./limits.ts";

/** Who spends, as far as it is known; a line of the budget without its subject is left out. */
export type Spender = {
  /** The person who asks. */
  account?: string | null;
  home?: string | null;
  /** The number or mailbox that it goes to. */
  address?: string | null;
  /** An IPv4 address or an IPv6 /64. */
  host?: string | null;
  /** An IPv4 /24 or an IPv6 /48: where the asker is, or from where the home was opened. */
  network?: string | null;
  isEstablished: boolean;
  /** News of a leak, or critical. */
  isUrgent?: boolean;
  /** What one of it counts as for the whole installation; 1 where it is left out. */
  price?: number;
};

/** The subjects of the scope `class`: parts of what the installation spends together. */
export const CLASSES = {
  /** Everything but urgent news of established homes: what it may not touch is the reserve. */
  unreserved: "unreserved",
  newcomers: "newcomers",
  codes: "codes",
  newcomerCodes: "newcomer codes",
} as const;

type Line = {
  scope: SendingScope;
  per: "hour" | "day";
  max: (policy: SendingPolicy) => number;
  /** What it is counted among, where that is not the spending itself: a code is a text message, too. */
  of?: Spending;
  /** Of the scope `class`: which. */
  subject?: string;
  /** Whom it is for; everybody where it is left out. */
  for?: (spender: Spender) => boolean;
};

const isNewcomer = ({ isEstablished }: Spender): boolean => !isEstablished;

/** Rounded up, so that a small installation can still do one of everything. */
const percentOfTexts =
  (percent: number) =>
  ({ smsPerDay }: SendingPolicy): number =>
    Math.ceil((smsPerDay * percent) / 100);

const fixed = (max: number) => (): number => max;

/** The whole installation's texts of a day, and the parts of it that each class may use up. */
const TEXTS_OF_ALL: readonly Line[] = [
  {
    of: "sms",
    scope: "network",
    per: "day",
    max: percentOfTexts(BUDGET_LIMITS.smsNetworkPercent),
    for: isNewcomer,
  },
  {
    of: "sms",
    scope: "class",
    subject: CLASSES.newcomers,
    per: "day",
    max: percentOfTexts(BUDGET_LIMITS.smsNewcomersPercent),
    for: isNewcomer,
  },
  {
    of: "sms",
    scope: "class",
    subject: CLASSES.unreserved,
    per: "day",
    max: percentOfTexts(100 - BUDGET_LIMITS.smsReservePercent),
    for: ({ isEstablished, isUrgent = false }) => !(isEstablished && isUrgent),
  },
  { of: "sms", scope: "instance", per: "day", max: ({ smsPerDay }) => smsPerDay },
];

/** Calls are shared out as texts are, from a day's figure of their own. */
const CALLS_OF_ALL: readonly Line[] = TEXTS_OF_ALL.map((line) => ({
  ...line,
  of: "call",
  max: (policy) => line.max({ ...policy, smsPerDay: policy.callsPerDay }),
}));

/** What one person, number and network may be sent of codes, whichever way they come. */
const CODES_OF_ASKER: readonly Line[] = [
  { of: "sms_code", scope: "code", per: "day", max: fixed(MESSAGE_LIMITS.numberCodesPerDay) },
  { of: "sms_code", scope: "account", per: "day", max: fixed(MESSAGE_LIMITS.accountCodesPerDay) },
  { of: "sms_code", scope: "host", per: "day", max: fixed(BUDGET_LIMITS.hostCodesPerDay), for: isNewcomer },
  {
    of: "sms_code",
    scope: "network",
    per: "day",
    max: fixed(BUDGET_LIMITS.networkCodesPerDay),
    for: isNewcomer,
  },
];

/** Mails to mailboxes that nobody has vouched for: so many to one, and what all kinds of them share. */
const strangersMails = (toOne: number): readonly Line[] => [
  { scope: "address", per: "day", max: fixed(toOne) },
  { of: "newcomer_mail", scope: "network", per: "day", max: fixed(BUDGET_LIMITS.networkNewcomerMailsPerDay) },
  {
    of: "newcomer_mail",
    scope: "instance",
    per: "day",
    max: ({ newcomerMailsPerDay }) => newcomerMailsPerDay,
  },
];

/** What a home may do in an hour, and what the newcomers of a network and of all may together. */
const acts = (ofHome: number, ofNetwork: number, ofAll: number): readonly Line[] => [
  { scope: "home", per: "hour", max: fixed(ofHome) },
  { scope: "network", per: "hour", max: fixed(ofNetwork), for: isNewcomer },
  { scope: "instance", per: "hour", max: fixed(ofAll), for: isNewcomer },
];

/**
 * The one table of what anything may be spent on, in the order in which a full line is named. What a plan gives a
 * home, such as texts of a month, stands beside it in the channel's own rules.
 */
const BUDGET: { readonly [S in Spending]: readonly Line[] } = {
  sms: TEXTS_OF_ALL,
  call: CALLS_OF_ALL,
  call_code: [...CODES_OF_ASKER, ...CALLS_OF_ALL],
  sms_code: [
    ...CODES_OF_ASKER,
    {
      of: "sms",
      scope: "class",
      subject: CLASSES.newcomerCodes,
      per: "day",
      max: percentOfTexts(BUDGET_LIMITS.smsNewcomerCodesPercent),
      for: isNewcomer,
    },
    {
      of: "sms",
      scope: "class",
      subject: CLASSES.codes,
      per: "day",
      max: percentOfTexts(BUDGET_LIMITS.smsCodesPercent),
    },
    ...TEXTS_OF_ALL,
  ],
  called_code: [
    { scope: "code", per: "day", max: fixed(BUDGET_LIMITS.addressCalledCodesPerDay) },
    { scope: "account", per: "day", max: fixed(BUDGET_LIMITS.accountCalledCodesPerDay) },
    { scope: "network", per: "day", max: fixed(BUDGET_LIMITS.networkCalledCodesPerDay), for: isNewcomer },
  ],
  newcomer_mail: strangersMails(BUDGET_LIMITS.mailboxNewcomerMailsPerDay),
  status_mail: strangersMails(BUDGET_LIMITS.mailboxStatusMailsPerDay),
  invitation: [
    { scope: "invitation", per: "day", max: fixed(BUDGET_LIMITS.invitationsToAddressPerDay) },
    { scope: "account", per: "day", max: fixed(BUDGET_LIMITS.invitationsByAccountPerDay) },
    { scope: "network", per: "day", max: fixed(BUDGET_LIMITS.networkInvitationsPerDay), for: isNewcomer },
  ],
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
    { scope: "home", per: "day", max: fixed(BUDGET_LIMITS.linksPerDay) },
    { scope: "network", per: "day", max: fixed(BUDGET_LIMITS.networkLinksPerDay), for: isNewcomer },
  ],
};

type BudgetLine = Counter & { add: number; max: number };

/** What the spending is counted by, and how much there may be of each: one line a subject. */
export function budgetLines(
  spending: Spending,
  spender: Spender,
  policy: SendingPolicy,
  now: Date,
): BudgetLine[] {
  return BUDGET[spending].flatMap((line) => {
    const subject = subjectOf(line, spender);
    if (subject === null || line.for?.(spender) === false) return [];
    const { scope, of = spending, per } = line;
    const period = now.toISOString().slice(0, PERIOD_CHARACTERS[per]);
    // A dear text weighs more where all share; its own home and number count messages.
    const add = SHARED.includes(scope) ? (spender.price ?? 1) : 1;
    return [{ channel: of, scope, subject, period, add, max: line.max(policy) }];
  });
}

const SHARED: readonly SendingScope[] = ["instance", "class", "network"];

/** `2026-11-21T09` and `2026-11-21`, UTC. */
const PERIOD_CHARACTERS = { hour: 13, day: 10 } as const;

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
