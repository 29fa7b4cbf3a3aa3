import type { Block, Channel, Plan, SendingScope, Spending } from "../../schema/vocabulary.ts";
import { effectivePlan } from "../kernel/plan.ts";
import { DAY_MS } from "../kernel/time.ts";
import { BUDGET_LIMITS } from "./limits.ts";

/** Providers that read `a.b+c@` as `ab@`. */
const IGNORE_DOTS = ["gmail.com", "googlemail.com"];

/** One row of what has been spent: messages of a channel, or acts. */
export type Counter = { channel: Channel | Spending; scope: SendingScope; subject: string; period: string };

/**
 * Adds to a counter, which may not go over `max`: else nothing of the whole commit happens. `block`: why a message is not
 * sent then; `used_up` where it is left out.
 */
export type Charge = Counter & { add: number; max: number; block?: Block | undefined };

export const countKey = ({ channel, scope, subject, period }: Counter): string =>
  JSON.stringify([channel, scope, subject, period]);

/**
 * The mailbox that mail to an address lands in, as far as that can be known: what follows a `+` is its owner's own,
 * and some providers read no dots. For counting; mail goes to the address as it was given.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  const [name = ""] = email.slice(0, at).toLowerCase().split("+");
  const isDotted = IGNORE_DOTS.includes(domain);
  return `${isDotted ? name.replaceAll(".", "") : name}@${isDotted ? "gmail.com" : domain}`;
}

/** By what an address is known again: as it was given and, where it is a mail address, as its mailbox. */
export const spellingsOf = (address: string): string[] =>
  address.includes("@") ? [...new Set([address, mailboxOf(address)])] : [address];

/** What is known of a home that tells an honest one from one of a hundred that somebody opened today. */
type StandingFacts = {
  plan: Plan;
  /** Epoch milliseconds, as all times here. */
  createdAt: number;
  /** How long the device with the longest history has sent readings, in milliseconds; null: none has. */
  heardForMs: number | null;
};

/**
 * True if a home has shown that somebody lives with it: its own plan (no trial), some days of age, and a device with
 * readings over more than a day. All three take time or money for each home, which a crowd of new accounts lacks most.
 */
export const isEstablished = ({ plan, createdAt, heardForMs }: StandingFacts, now: number): boolean =>
  plan === "pro" &&
  now - createdAt >= BUDGET_LIMITS.establishedDays * DAY_MS &&
  heardForMs !== null &&
  heardForMs >= BUDGET_LIMITS.establishedHeardDays * DAY_MS;

/** `network` is the one from which the home was opened; null where nobody knows it. */
export type HomeStanding = StandingFacts & { network: string | null };

/** A home as caps see it. */
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

/** The home that sends; `network` is the one from which it was opened, null where nobody knows it. */
export type CapHome = {
  id: string;
  plan: Plan;
  isTrial: boolean;
  isEstablished: boolean;
  network: string | null;
};
