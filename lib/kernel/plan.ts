import type { Plan } from "../../schema/vocabulary.ts";

/** The plan in effect now: Pro until the trial ends, then the stored plan. */
export const effectivePlan = ({ plan, trialEndsAt }: { plan: Plan; trialEndsAt: Date | null }, now: Date) =>
  trialEndsAt !== null && now < trialEndsAt ? "pro" : plan;
