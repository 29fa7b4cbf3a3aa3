import type { Block, Channel, Plan, SendingScope, Spending } from "../../schema/vocabulary.ts";
import { effectivePlan } from "../kernel/plan.ts";
import type { SendingPolicy } from "../kernel/ports.ts";
import { DAY_MS } from "../kernel/time.ts";
import { BUDGET_LIMITS } from "./limits.ts";

/** Providers that read `a.b+c@` as `ab@`. */
const IGNORE_DOTS = ["gmail.com", "googlemail.com"];

/** One row of what has been spent: messages of a channel, or acts. */
export type Counter = { channel: Channel | Spending; scope: SendingScope; subject: string; period: string };

/** Adds to a counter, which may not go over `max`: else nothing of the whole commit happens. */
export type Charge = Counter & { add: number; max: number };

export const countKey = ({ channel, scope, subject, period }: Counter): string =>
  JSON.stringify([channel, scope, subject, period]);

/** What has been sent, and what is being planned on top of it. */
export class Counts {
  readonly #sent: Readonly<Record<string, number>>;
  readonly #charges = new Map<string, Charge>();

  constructor(sent: Readonly<Record<string, number>>) {
    this.#sent = sent;
  }

  /** Counts a message against all its caps where each has room for it; else answers why it is not sent. */
  take(channel: Channel, caps: readonly Cap[]): Block | null {
    const full = caps.find((cap) => this.#count({ channel, ...cap }) + (cap.add ?? 1) > cap.max);
    if (full !== undefined) return full.block;
    for (const { scope, subject, period, max, add: more = 1 } of caps) {
      const key = countKey({ channel, scope, subject, period });
      const add = (this.#charges.get(key)?.add ?? 0) + more;
      this.#charges.set(key, { channel, scope, subject, period, max, add });
    }
    return null;
  }

  charges(): Charge[] {
    return [...this.#charges.values()];
  }

  #count(counter: Counter): number {
    const key = countKey(counter);
    return (this.#sent[key] ?? 0) + (this.#charges.get(key)?.add ?? 0);
  }
}

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
 * True if a home has shown that somebody lives with it: its own plan (no trial), some days of age, and a device
 * with readings over more than a day. All three take time or money for each home, which a crowd of new accounts
 * lacks most.
 */
export const isEstablished = ({ plan, createdAt, heardForMs }: StandingFacts, now: number): boolean =>
  plan === "pro" &&
  now - createdAt >= BUDGET_LIMITS.establishedDays * DAY_MS &&
  heardForMs !== null &&
  heardForMs >= BUDGET_LIMITS.establishedHeardDays * DAY_MS;

/** `network` is the one from which the home was opened; null where nobody knows it. */
export type HomeStanding = StandingFacts & { network: string | null };

/**
 * How many messages without a fee one channel takes of a home in a day: somebody's script that opens an alert a second
 * would else use up what the mail provider takes for all. A network's young homes count as one home together. Urgent
 * news has as much again.
 */
export function messageCaps({ household, isUrgent, now }: CapAsk): Cap[] {
  const { id, isEstablished, network } = household;
  const { homeMessagesPerDay: all, youngHomeMessagesPerDay: young } = BUDGET_LIMITS;
  const cap = (scope: Cap["scope"], subject: string, max: number): Cap => {
    const period = new Date(now).toISOString().slice(0, 10);
    return { scope, subject, period, max: isUrgent ? 2 * max : max, block: "used_up" };
  };
  const ofHome = cap("home", id, isEstablished ? all : young);
  return isEstablished || network === null ? [ofHome] : [ofHome, cap("network", network, all)];
}

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

/** What a message is counted by, and how many there may be. */
export type Cap = {
  scope: SendingScope;
  /** Empty for the whole installation. */
  subject: string;
  /** `2026-11-21` or `2026-11`, UTC. */
  period: string;
  /** What one message counts as; 1 where it is left out. */
  add?: number;
  max: number;
  block: Block;
};

/** The home that sends; `network` is the one from which it was opened, null where nobody knows it. */
export type CapHome = {
  id: string;
  plan: Plan;
  isTrial: boolean;
  isEstablished: boolean;
  network: string | null;
};

/** The facts of a message that decide if it may be sent on a channel that costs money. */
export type CapAsk = {
  household: CapHome;
  address: string;
  /** A leak, or critical: never counted against its reader's own number. */
  isUrgent: boolean;
  /** The first word of a leak: an established home gets it whatever else is used up. */
  isFirstOfLeak: boolean;
  policy: SendingPolicy;
  now: number;
};
