import type { Context, Hono, MiddlewareHandler } from "hono";
import type { JudgePorts } from "../../lib/alerts/commit-judgement.actions.ts";
import { changeRule, deleteRule, showRule } from "../../lib/alerts/rules/rules.actions.ts";
import { simulateRule } from "../../lib/alerts/rules/simulate.actions.ts";
import { type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import type { PageHome, PageSensor } from "../../lib/sharing/home-page/page-home.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { DraftRule, RuleChange } from "../../schema/wire/rules.ts";
import type { RuleSimulationAnswer } from "../../schema/wire/simulation.ts";
import { EndPanel } from "./components/end-panel.tsx";
import { Form } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { RuleFields, RuleReplay } from "./components/rule-fields.tsx";
import { formOf } from "./form.ts";
import { formsOn, idIn } from "./form-action.ts";
import { checkForm } from "./form-check.ts";
import { type GivenRule, givenIn, givenOf, sensorIn, wishOf } from "./format/rule-wish.ts";
import type { Teller } from "./format/teller.ts";
import { ownerPage, problemSentence } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

const PATH = "/rules/:id";

/** What the rule in a form would have done on the stored history; nothing is kept. */
export async function tryRule(
  ports: Pick<Services, "db" | "clock">,
  householdId: string,
  given: GivenRule,
  home: PageHome,
): Promise<Outcome<RuleSimulationAnswer>> {
  const { name, ...wish } = wishOf(given, sensorIn(home, given.sensor_id));
  const draft = checkForm(DraftRule, name === "" ? wish : { name, ...wish });
  if (!draft.ok) return draft;
  return simulateRule(ports, householdId, { sensorId: given.sensor_id, draft: { rule: draft.value } });
}

/** `/rules/{id}`: what it compares, what it would have done, and its end. */
export function addRulePages(
  routes: Hono<PageEnv>,
  ports: JudgePorts,
  guard: MiddlewareHandler<PageEnv>,
): void {
  const forms = formsOn(routes, guard);
  const allowed = pageMay("manage_rules");
  routes.get(PATH, guard, pageMay("read_home"), (c) => {
    const query = new URL(c.req.url).searchParams;
    return rulePage(c, ports, query.has("is") ? { given: givenIn(formOf(query)) } : {});
  });
  forms(PATH, allowed, {
    run: async (c, _, form) => {
      const [found, home] = await ruleAndHome(c, ports, idIn(c));
      if (!found.ok || home === null) return refuse("not_found");
      const wish = checkForm(
        RuleChange,
        form.has("enabled")
          ? { enabled: form.text("enabled") === "yes" }
          : wishOf(givenIn(form), sensorIn(home, found.value.rule.sensor_id)),
      );
      return wish.ok ? changeRule(ports, actingOf(c), idIn(c), wish.value) : wish;
    },
    done: "saved",
  });
  forms(`${PATH}/remove`, allowed, {
    page: "/rules",
    run: (c) => deleteRule(ports, actingOf(c), idIn(c)),
    done: "removed",
  });
}

const ruleAndHome = (c: Context<PageEnv>, ports: JudgePorts, id: string) =>
  Promise.all([
    showRule(ports, c.var.member.householdId, id),
    findHomePage(ports.db, c.var.member.householdId, ports.clock()),
  ]);

type Shown = { given?: GivenRule };

/** The rule's page with what it would have done: as it is saved, or as its form has it now. */
async function rulePage(c: Context<PageEnv>, ports: JudgePorts, shown: Shown): Promise<Response> {
  const { householdId } = c.var.member;
  const [found, home] = await ruleAndHome(c, ports, c.req.param("id") ?? "");
  if (!found.ok) return problemPage(c, found.problem);
  if (home === null) return problemPage(c, { name: "not_found" });
  const { rule } = found.value;
  const { frame, words, teller, note } = ownerPage(c, ports.clock(), "settings", home);
  const mayChange = may("manage_rules", c.var.member) === "yes";
  const given = { ...(shown.given ?? givenOf(rule, teller.unit)), sensor_id: rule.sensor_id };
  const tried = note === undefined ? await tryRule(ports, householdId, given, home) : null;
  const problem = tried?.ok === false ? tried.problem : undefined;
  return c.html(
    <OwnerFrame
      {...frame}
      title={rule.name}
      up={["/rules", words.rule.title]}
      problem={problem === undefined ? frame.problem : problemSentence(problem, words)}
    >
      {tried?.ok ? <RuleReplay tried={tried.value} teller={teller} /> : null}
      {mayChange ? (
        <RuleForms
          given={given}
          sensor={sensorIn(home, rule.sensor_id)}
          teller={teller}
          path={`/rules/${rule.id}`}
          enabled={rule.enabled}
        />
      ) : null}
    </OwnerFrame>,
    problem === undefined ? 200 : PROBLEMS[problem.name].status,
  );
}

type FormsProps = {
  path: string;
  given: GivenRule;
  sensor: PageSensor | undefined;
  enabled: boolean;
  teller: Teller;
};

function RuleForms({ path, given, sensor, enabled, teller }: FormsProps) {
  const { rule, owner } = teller.words;
  return (
    <>
      <Form action={path} class="panel narrow">
        <RuleFields given={given} sensor={sensor} teller={teller} />
        <div class="row">
          <button type="submit">{owner.save}</button>
          <button type="submit" class="second" formmethod="get" formnovalidate formaction={path}>
            {rule.try}
          </button>
        </div>
      </Form>
      <EndPanel
        path={path}
        enabled={enabled}
        disableHint={rule.disableHint}
        remove={rule.remove}
        removeHint={rule.removeHint}
        words={teller.words}
      />
    </>
  );
}
