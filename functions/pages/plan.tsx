import { type PlanLimits, planLimits } from "../../lib/export/plan-limits.ts";
import type { Words } from "../../lib/language/pages.ts";
import { changePlan, showHousehold } from "../../lib/people/home.actions.ts";
import { PLANS, type Plan } from "../../schema/vocabulary.ts";
import { PlanChoice } from "../../schema/wire/account/household.ts";
import { Ask, Section } from "./components/list.tsx";
import { planText } from "./settings.tsx";
import type { Site } from "./site.ts";

const PATH = "/settings/plan";

/** `/settings/plan`: the current plan, the operator's prices, a button to change the plan, and a comparison. */
export function planPages({ services, page }: Site): void {
  const { act } = page(PATH, null, {
    load: (c) => showHousehold(services, c.var.householdId),
    view: ({ household }, { words, teller, mayDo }) => {
      const { settings } = words;
      const { isGranted, prices } = services.planRules;
      const other: Plan = household.chosen_plan === "pro" ? "free" : "pro";
      // During a trial the home has Pro already. The button then keeps Pro after the trial.
      const isKept = other === household.plan;
      const plans = PLANS.map(planLimits);
      return [
        <section class="panel">
          <p>
            {settings.planNow(planText(household, teller))}
            {household.chosen_plan !== household.plan &&
              ` ${settings.planThen(settings.plans[household.chosen_plan])}`}
          </p>
          <p>{prices ?? settings.planFreeHere}</p>
          {isGranted ? <p class="hint">{settings.planGranted}</p> : null}
          {!isGranted && mayDo("change_plan") ? (
            <Ask
              action={PATH}
              send={{ plan: other }}
              text={isKept ? settings.planKeep : settings.planTo(settings.plans[other])}
              isDanger={other === "free"}
              warning={settings.planWarnings[isKept ? "kept" : other]}
            />
          ) : null}
        </section>,
        <Section id="comparison" title={settings.planGives}>
          <div class="scrolls">
            <table>
              <thead>
                <tr>
                  <td></td>
                  {plans.map(({ plan }) => (
                    <th scope="col">
                      {settings.plans[plan]}{" "}
                      {plan === household.plan && <span class="mark sent">{settings.planYours}</span>}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {ROWS.map(([name, cell]) => (
                  <tr>
                    <th scope="row">{settings.planRows[name]}</th>
                    {plans.map((plan) => (
                      <td>{cell(plan, words)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Section>,
      ];
    },
  });
  act(PATH, "change_plan", PlanChoice, changePlan, "saved");
}

type Row = keyof Words["settings"]["planRows"];

const yesOrNo = (is: boolean, { owner }: Words): string => (is ? owner.yes : owner.no);
const daysOf = (days: number | null, { settings }: Words): string =>
  days === null ? settings.planForEver : settings.planDays(days);

const ROWS: readonly (readonly [Row, (plan: PlanLimits, words: Words) => string])[] = [
  ["alerts", (_, words) => words.owner.yes],
  ["devices", ({ devices }) => String(devices)],
  ["texts", ({ text_messages_per_month: count }, { owner }) => (count === 0 ? owner.no : String(count))],
  ["push", ({ push_messages: has }, words) => yesOrNo(has, words)],
  ["links", ({ share_links: count }, { settings }) => String(count ?? settings.planUnlimited)],
  ["everyReading", ({ history_days: days }, words) => daysOf(days.raw, words)],
  ["hourly", ({ history_days: days }, words) => daysOf(days["1h"], words)],
  ["api", ({ api }, words) => yesOrNo(api, words)],
  ["automations", ({ automation_webhooks: has }, words) => yesOrNo(has, words)],
];
