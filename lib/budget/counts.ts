import type { Block, Channel, Plan, SendingScope, Spending } from "../../schema/vocabulary.ts";
import { effectivePlan } from "../kernel/plan.ts";
import { DAY_MS } from "../kernel/time.ts";
import { BUDGET_LIMITS } from "./limits.ts";

/** Mail providers that ignore dots before the `@`. */
const IGNORE_DOTS = ["gmail.com", "googlemail.com"];

/** The key of a counter of messages or acts. */
export type Counter = { channel: Channel | Spending; scope: SendingScope; subject: string; period: string };

/**
 * An addition to a counter. If it would go over `max`, nothing of the commit happens. `block`: the reason given for a
 * message that is not sent then; `used_up` if absent.
 */
export type Charge = Counter & { add: number; max: number; block?: Block | undefined };

export const countKey = ({ channel, scope, subject, period }: Counter): string =>
  JSON.stringify([channel, scope, subject, period]);

/**
 * Normalizes an email address to its mailbox, as far as we can know: drops a `+` suffix, and dots for providers that
 * ignore them. Only for counting and comparing: mail goes to the address as it was given.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  const [name = ""] = email.slice(0, at).toLowerCase().split("+");
  const isDotted = IGNORE_DOTS.includes(domain);
  return `${isDotted ? name.replaceAll(".", "") : name}@${isDotted ? "gmail.com" : domain}`;
}

/** Returns the spellings that identify an address: as it was given, and an email address also as its mailbox. */
export const spellingsOf = (address: string): string[] =>
  address.includes("@") ? [...new Set([address, mailboxOf(address)])] : [address];

/** The facts that tell a real home from one of a hundred that somebody opened today. */
type StandingFacts = {
  plan: Plan;
  /** Epoch milliseconds. */
  createdAt: number;
  /** How long a device has sent readings, in milliseconds: the longest of the home's devices; null if none has. */
  heardForMs: number | null;
};

/**
 * True if a home has proved to be real: a paid plan, not a trial; some days of age; and a device with readings over
 * more than a day. Each costs time or money per home, so it is hard to fake for many new accounts.
 */
export const isEstablished = ({ plan, createdAt, heardForMs }: StandingFacts, now: number): boolean =>
  plan === "pro" &&
  now - createdAt >= BUDGET_LIMITS.establishedDays * DAY_MS &&
  heardForMs !== null &&
  heardForMs >= BUDGET_LIMITS.establishedHeardDays * DAY_MS;

/** `network`: the network from which the home was opened; null if unknown. */
export type HomeStanding = StandingFacts & { network: string | null };

/** Returns the facts about a home that its limits depend on. */
export function capHome(
  { id, plan, trialEndsAt }: { id: string; plan: Plan; trialEndsAt: number | null },
  { network, ...facts }: HomeStanding,
  now: number,
): CapHome {
  const ends = trialEndsAt === null ? null : new Date(trialEndsAt);
  const effective = effectivePlan({ plan, trialEndsAt: ends }, new Date(now));
  const isTrial = plan === "free" && effective === "pro";
  return { id, plan: effective, isTrial, isEstablished: isEstablished(facts, now), network };
}

/** A home that sends. `plan` includes a trial; `network` is where the home was opened, null if unknown. */
export type CapHome = {
  id: string;
  plan: Plan;
  isTrial: boolean;
  isEstablished: boolean;
  network: string | null;
};
