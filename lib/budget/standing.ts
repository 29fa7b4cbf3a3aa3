import type { Plan } from "../../schema/vocabulary.ts";
import type { Cap, CapAsk, CapHome } from "../channels/rules.ts";
import { DAY_MS } from "../kernel/time.ts";
import { effectivePlan } from "../people/entitlement.ts";
import { BUDGET_LIMITS } from "./limits.ts";

/** What is known of a home that tells an honest one from one of a hundred that somebody opened today. */
type StandingFacts = {
  plan: Plan;
  /** Epoch milliseconds, as all times here. */
  createdAt: number;
  /** How long the device that was heard for the longest time has been heard, in milliseconds; null: none was. */
  heardForMs: number | null;
};

/**
 * Whether a home has shown that somebody lives with it: a plan of its own (no trial), some days of age, and a device
 * that was heard over more than a day. All three take time or money for each home, which is what a crowd of new
 * accounts has least of.
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
