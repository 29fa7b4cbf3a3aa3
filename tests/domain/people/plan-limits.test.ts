import { expect, test } from "vitest";
import { allPlanLimits } from "../../../lib/export/plan-limits.ts";

test("the choice of a plan shows what each of them gives a home", () => {
  const both = { devices: 200, feeds: 20, rules: 50 };
  expect(allPlanLimits()).toEqual([
    {
      ...both,
      plan: "free",
      share_links: 1,
      share_scopes: ["live"],
      share_never_expires: false,
      text_messages_per_month: 0,
      push_messages: false,
      api: false,
      automation_webhooks: false,
      history_days: { raw: 10, "15m": 30, "1h": 365, "1d": null },
      log_days: 90,
    },
    {
      ...both,
      plan: "pro",
      share_links: 100,
      share_scopes: ["live", "history", "metrics"],
      share_never_expires: true,
      text_messages_per_month: 50,
      push_messages: true,
      api: true,
      automation_webhooks: true,
      history_days: { raw: 90, "15m": 400, "1h": null, "1d": null },
      log_days: 400,
    },
  ]);
});
