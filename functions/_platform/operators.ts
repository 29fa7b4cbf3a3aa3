import { chatWebhook } from "../../lib/jobs/operator-webhooks.vendor.ts";
import type { Operators, PlanRules, Report } from "../../lib/kernel/ports.ts";
import type { WatchServices } from "../../lib/kernel/services.actions.ts";
import { findLanguages } from "../../lib/people/users.queries.ts";
import { coreServices } from "./core.ts";
import { wakeDispatch } from "./cron-calls.ts";
import { type Environment, envOf, type Reads } from "./variables.ts";

/**
 * OPERATOR_EMAILS and OPERATOR_CHAT_WEBHOOK_URL name the people who get a message when a part of the service is
 * broken.
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
 * PLANS says how a home gets its plan: `chosen` by its owner, `granted` by operators, or `pro` for every new home, for good.
 * PLAN_PRICES is the sentence about prices that owners read.
 */
export const planRules = ({ PLANS, PLAN_PRICES }: Partial<Reads<"PLANS" | "PLAN_PRICES">>): PlanRules => ({
  startsOn: PLANS === "pro" ? "pro" : "trial",
  isGranted: PLANS === "granted",
  prices: PLAN_PRICES ?? null,
});

/** What the process of one machine needs to tell of its own troubles; `ingest` may read these variables too. */
export function troubleServices(bindings: Environment): WatchServices {
  const env = envOf("ingest", bindings);
  const core = coreServices(env);
  return {
    ...core,
    operators: {
      ...operators(env, core.report),
      languagesOf: (emails) => findLanguages(core.db, emails),
    },
    wake: wakeDispatch(env),
  };
}
