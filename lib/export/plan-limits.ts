import { LIMITS } from "../../schema/limits.ts";
import { PLANS, type Plan, SHARE_SCOPES } from "../../schema/vocabulary.ts";
import type { PlanAnswer } from "../../schema/wire/account/household.ts";
import { ALERT_LIMITS } from "../alerts/settings.ts";
import { MESSAGES_PER_MONTH } from "../budget/limits.ts";
import { DEVICE_LIMITS } from "../devices/limits.ts";
import { RETENTION_DAYS } from "../history/retention.ts";
import { planAllows } from "../people/entitlement.ts";
import { SHARING } from "../sharing/share-link.ts";

export type PlanLimits = PlanAnswer["limits"];

export const planLimits = (plan: Plan): PlanLimits => {
  const { log, ...history } = RETENTION_DAYS[plan];
  return {
    plan,
    devices: DEVICE_LIMITS.householdDevicesMax,
    feeds: LIMITS.householdFeedsMax,
    rules: ALERT_LIMITS.householdRulesMax,
    share_links: SHARING[plan].linksMax,
    share_scopes: SHARE_SCOPES.filter((scope) => SHARING[plan].scopes.includes(scope)),
    share_never_expires: SHARING[plan].neverExpires,
    text_messages_per_month: MESSAGES_PER_MONTH.sms[plan],
    push_messages: planAllows("register_push", plan),
    api: planAllows("use_api", plan),
    automation_webhooks: planAllows("use_inbound", plan),
    history_days: history,
    log_days: log,
  };
};

export const allPlanLimits = (): PlanLimits[] => PLANS.map(planLimits);
