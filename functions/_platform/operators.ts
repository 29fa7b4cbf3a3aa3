import { chatWebhook } from "../../lib/jobs/operator-webhooks.vendor.ts";
import type { Operators, PlanRules, Report } from "../../lib/kernel/ports.ts";
import type { Reads } from "./variables.ts";

/**
 * Returns the operators, who get a message if a part of the service is broken: OPERATOR_EMAILS and
 * OPERATOR_CHAT_WEBHOOK_URL.
 */
export function operators(
  {
    OPERATOR_EMAILS: emails,
    OPERATOR_CHAT_WEBHOOK_URL: url,
  }: Reads<"OPERATOR_EMAILS" | "OPERATOR_CHAT_WEBHOOK_URL">,
  report: Report,
): Operators {
  return {
    emails,
    chat: url === undefined ? null : chatWebhook({ url, report }),
  };
}

/**
 * Returns how homes get their plan, from PLANS: `chosen` by the owner, `granted` by operators, or `pro` for every new
 * home, permanently. PLAN_PRICES is the sentence about prices that owners read.
 */
export const planRules = ({ PLANS, PLAN_PRICES }: Partial<Reads<"PLANS" | "PLAN_PRICES">>): PlanRules => ({
  startsOn: PLANS === "pro" ? "pro" : "trial",
  isGranted: PLANS === "granted",
  prices: PLAN_PRICES ?? null,
});
