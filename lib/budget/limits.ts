import type { Plan } from "../../schema/vocabulary.ts";
import type { DestinationPolicy } from "../kernel/ports.ts";

/** Country code, area code and seven digits; an area or an exchange begins with 2 to 9 and is no service such as 911. */
const IS_NORTH_AMERICAN = /^\+1[2-9](?!11)\d{2}[2-9](?!11)\d{6}$/;

export const BUDGET_LIMITS = {
  /** Codes by text to one number, and for one person, in a day (UTC). */
  numberCodesPerDay: 3,
  accountCodesPerDay: 6,
  /** Sign-in mails in an hour (UTC) that one host may ask for; for one address by one host, and from everywhere. */
  signInMailsByHostPerHour: 20,
  signInMailsOfPairPerHour: 5,
  signInMailsToAddressPerHour: 15,
  /** Wrong codes in a day (UTC) for one address from one network, from all, for all from one network, and of all. */
  wrongCodesOfPairPerDay: 10,
  wrongCodesOfAddressPerDay: 20,
  wrongCodesOfNetworkPerDay: 20,
  instanceWrongCodesPerDay: 1_000,
  /** Ingest keys that one person is shown again, and claims of pucks in one home, in an hour (UTC). */
  revealsPerHour: 10,
  claimsPerHour: 10,
  /** Invitations of a home in an hour; to one address from all homes, and by one person to all addresses, in a day (UTC). */
  invitationsPerHour: 20,
  invitationsToAddressPerDay: 3,
  invitationsByAccountPerDay: 20,
  /** Codes to one such address, by one person, and from one network of newcomers, in a day (UTC). */
  addressCalledCodesPerDay: 5,
  accountCalledCodesPerDay: 20,
  networkCalledCodesPerDay: 40,
  /** The operator gets a mail at this share of the texts of all homes in a day. */
  smsWarningPercent: 80,
  /** The part of a day's texts that only leaks and critical alerts of established homes may use … */
  smsReservePercent: 25,
  /** … and the most that newcomers, one network of theirs, codes, and codes of newcomers may use. */
  smsNewcomersPercent: 40,
  smsNetworkPercent: 10,
  smsCodesPercent: 20,
  smsNewcomerCodesPercent: 10,
  /** Codes of newcomers from one address or /64, and from one /24 or /48, in a day. */
  hostCodesPerDay: 10,
  networkCodesPerDay: 20,
  /** When a home with its own plan counts as established: its age, and how long a device has sent readings. */
  establishedDays: 7,
  establishedHeardDays: 1,
  /**
   * Mails in a day to people who have never signed in from the network that asks: to one mailbox, from one network,
   * of which the operator may set the number of all.
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
  /** Mails that confirm a subscription to the status, a mailbox in a day. */
  mailboxStatusMailsPerDay: 3,
  /**
   * Messages that cost nobody a fee, such as mails, by each channel in a day: of one home, or of a network's young homes
   * together, and of one that is young. Leaks and critical alerts have as many again.
   */
  homeMessagesPerDay: 2_000,
  youngHomeMessagesPerDay: 200,
  /** Feeds that a home tries out before it saves them. */
  feedTriesPerHour: 30,
  homeCallsPerMonth: 30,
  /** First texts of leaks that an established home gets in a day whatever else is used up. */
  firstLeakTextsPerDay: 20,
} as const;

/** Text messages and calls that a home of the plan may send in a month. */
export const MESSAGES_PER_MONTH: Record<"sms" | "call", Record<Plan, number>> = {
  sms: { free: 0, pro: 50 },
  call: { free: 0, pro: BUDGET_LIMITS.homeCallsPerMonth },
};

const words = (text: string): string[] => text.split(" ");

/** Countries, territories and services that share `+1` but neither the price nor the law of the US and Canada. */
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
 * Ranges inside a country's prefix that cost a multiple of it, or lie elsewhere: each is off until the operator names
 * it. Guernsey, Jersey, the Isle of Man and personal numbers share `+44`, Kazakhstan `+7`.
 */
const DEAR_RANGES: readonly string[] = [
  ...BESIDE_US_AND_CANADA,
  ...words("+447781 +447839 +447911 +447509 +447797 +447937 +447624 +4470 +4476 +76 +77"),
];

/**
 * What one text message to the number counts as: 1, or the price class that the operator gave its prefix. Null where
 * none is sent there: nobody allowed it, or it is a dear range of an allowed country that was not named itself.
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
