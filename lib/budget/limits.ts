import type { Plan } from "../../schema/vocabulary.ts";
import type { DestinationPolicy } from "../kernel/ports.ts";

/** `+1` and ten digits; area code and exchange begin with 2 to 9 and are no service code such as 911. */
const IS_NORTH_AMERICAN = /^\+1[2-9](?!11)\d{2}[2-9](?!11)\d{6}$/;

export const BUDGET_LIMITS = {
  /** Codes by text to one number, and for one person, in a day (UTC). */
  numberCodesPerDay: 3,
  accountCodesPerDay: 6,
  /** Sign-in mails in an hour (UTC): for one host; for one host and address; for one address from all hosts. */
  signInMailsByHostPerHour: 20,
  signInMailsOfPairPerHour: 5,
  signInMailsToAddressPerHour: 15,
  /** Wrong codes in a day (UTC): for one address from one network; for one address; from one network; and in all. */
  wrongCodesOfPairPerDay: 10,
  wrongCodesOfAddressPerDay: 20,
  wrongCodesOfNetworkPerDay: 20,
  instanceWrongCodesPerDay: 1_000,
  /** In an hour (UTC): how often one person may see an ingest key again, and claims of pucks in one home. */
  revealsPerHour: 10,
  claimsPerHour: 10,
  /** Invitations: by one home in an hour (UTC); in a day (UTC) to one address, and by one person. */
  invitationsPerHour: 20,
  invitationsToAddressPerDay: 3,
  invitationsByAccountPerDay: 20,
  /** Codes to ntfy, Discord and the like, in a day (UTC): to one address, for one person, for a network's newcomers. */
  addressCalledCodesPerDay: 5,
  accountCalledCodesPerDay: 20,
  networkCalledCodesPerDay: 40,
  /** The share of a day's cap of texts, calls or newcomers' mails at which the operators get a mail. */
  smsWarningPercent: 80,
  /** The share of a day's texts that is reserved for leaks and critical alerts of established homes. */
  smsReservePercent: 25,
  /** The largest shares of a day's texts for newcomers, one network of newcomers, codes, and newcomers' codes. */
  smsNewcomersPercent: 40,
  smsNetworkPercent: 10,
  smsCodesPercent: 20,
  smsNewcomerCodesPercent: 10,
  /** Newcomers' codes in a day from one IP address or /64, and from one /24 or /48. */
  hostCodesPerDay: 10,
  networkCodesPerDay: 20,
  /** When a home with a paid plan counts as established: its age, and how long a device has sent readings. */
  establishedDays: 7,
  establishedHeardDays: 1,
  /**
   * Mails in a day to people who have never signed in from the caller's network: to one mailbox, and from one network.
   * The operator sets the number for the whole installation.
   */
  mailboxNewcomerMailsPerDay: 20,
  networkNewcomerMailsPerDay: 300,
  networkInvitationsPerDay: 100,
  networkFeedTriesPerHour: 100,
  instanceFeedTriesPerHour: 1_000,
  exportsPerHour: 10,
  networkExportsPerHour: 30,
  instanceExportsPerHour: 200,
  linksPerDay: 100,
  /** Test messages of a home in an hour. */
  notificationTestsPerHour: 5,
  networkLinksPerDay: 500,
  /** Mails to one mailbox in a day that ask to confirm a subscription to the status. */
  mailboxStatusMailsPerDay: 3,
  /**
   * Messages without a fee, such as mails, on one channel in a day: of one established home, or of a network's young
   * homes together; and of one young home. Leaks and critical alerts double the limits.
   */
  homeMessagesPerDay: 2_000,
  youngHomeMessagesPerDay: 200,
  /** Feeds in an hour that a home may try out before saving. */
  feedTriesPerHour: 30,
  homeCallsPerMonth: 30,
  /** First texts about leaks that an established home gets in a day even if other limits are used up. */
  firstLeakTextsPerDay: 20,
} as const;

/** Text messages and calls that a home may send in a month, by plan. */
export const MESSAGES_PER_MONTH: Record<"sms" | "call", Record<Plan, number>> = {
  sms: { free: 0, pro: 50 },
  call: { free: 0, pro: BUDGET_LIMITS.homeCallsPerMonth },
};

const words = (text: string): string[] => text.split(" ");

/** Prefixes of countries, territories and services under `+1` with other prices and laws than the US and Canada. */
const BESIDE_US_AND_CANADA = [
  // The Bahamas, Barbados, Anguilla, Antigua, the British and US Virgin Islands, the Caymans, Bermuda, Grenada
  ...words("242 246 264 268 284 340 345 441 473"),
  // Turks and Caicos, Jamaica, Montserrat, the Northern Marianas, Guam, American Samoa, Sint Maarten
  ...words("649 658 876 664 670 671 684 721"),
  // St Lucia, Dominica, St Vincent, Puerto Rico, the Dominican Republic, Trinidad, St Kitts and Nevis
  ...words("758 767 784 787 939 809 829 849 868 869"),
  // Personal, premium and toll-free numbers, which belong to no place (nationalnanpa.com)
  ...words("500 521 522 523 524 525 526 527 528 529 533 544 566 577 588"),
  ...words("600 622 633 644 655 677 688 700 710 900 800 822 833 844 855 866 877 888"),
].map((area) => `+1${area}`);

/**
 * Ranges under a country's prefix that are much more expensive, or belong to another country: each is off until the
 * operator names it. `+44` includes Guernsey, Jersey, the Isle of Man and personal numbers, `+7` includes Kazakhstan.
 */
const DEAR_RANGES: readonly string[] = [
  ...BESIDE_US_AND_CANADA,
  ...words("+447781 +447839 +447911 +447509 +447797 +447937 +447624 +4470 +4476 +76 +77"),
];

/**
 * Returns how much a text to the number counts: 1, or the price class that the operator gave its prefix. Null if we
 * send nothing there: its prefix is not allowed, or the number is in an expensive range that is not allowed by name.
 */
export function priceOf(number: string, { smsPrefixes, smsPrices = {} }: DestinationPolicy): number | null {
  if (number.startsWith("+1") && !IS_NORTH_AMERICAN.test(number)) return null;
  const allowed = longest(smsPrefixes, number);
  const dear = longest(DEAR_RANGES, number);
  if (allowed === "" || dear.length > allowed.length) return null;
  return smsPrices[allowed] ?? 1;
}

const longest = (prefixes: readonly string[], number: string): string =>
  prefixes
    .filter((prefix) => number.startsWith(prefix))
    .reduce((best, each) => (each.length > best.length ? each : best), "");
