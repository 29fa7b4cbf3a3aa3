import type { Plan } from "../../schema/vocabulary.ts";

/** A trial is Pro until the moment it ends. */
export const effectivePlan = ({ plan, trialEndsAt }: { plan: Plan; trialEndsAt: Date | null }, now: Date) =>
  trialEndsAt !== null && now < trialEndsAt ? "pro" : plan;
