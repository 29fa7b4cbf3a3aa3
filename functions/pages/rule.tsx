import type { Context, Hono, MiddlewareHandler } from "hono";
import type { JudgePorts } from "../../lib/alerts/commit-judgement.actions.ts";
import { changeRule, deleteRule, showRule } from "../../lib/alerts/rules/rules.actions.ts";
import { type Simulated, simulateRule } from "../../lib/alerts/rules/simulate.actions.ts";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import type { PageHome, PageSensor } from "../../lib/sharing/home-page/page-home.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { DraftRule, RuleChange } from "../../schema/wire/rules.ts";
import { validate } from "../_http/validate.ts";
import { EndPanel } from "./components/end-panel.tsx";
import { Form } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { RuleFields, RuleReplay } from "./components/rule-fields.tsx";
import { formOf, readForm } from "./form.ts";
import { formRefused } from "./form-note.ts";
import { type GivenRule, givenIn, givenOf, sensorIn, wishOf } from "./format/rule-wish.ts";
import type { Teller } from "./format/teller.ts";
import { doneAt, ownerPage, problemSentence } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

const PATH = "/rules/:id";

/** What the rule in a form would have done on the stored history; nothing is kept. */
export async function tryRule(
  ports: Pick<Services, "db" | "clock">,
  householdId: string,
  given: GivenRule,
  home: PageHome,
): Promise<Outcome<Simulated>> {
  const { name, ...wish } = wishOf(given, sensorIn(home, given.sensor_id));
  const draft = validate(DraftRule, name === "" ? wish : { name, ...wish });
  if (!draft.ok) return draft;
  return simulateRule(ports, householdId, { sensorId: given.sensor_id, draft: { rule: draft.value } });
}

/** `/rules/{id}`: what it compares, what it would have done, and its end. */
export function addRulePages(
  routes: Hono<PageEnv>,
  ports: JudgePorts,
  guard: MiddlewareHandler<PageEnv>,
): void {
  const allowed = pageMay("manage_rules");
  routes.get(PATH, guard, pageMay("read_home"), (c) => {
    const query = new URL(c.req.url).searchParams;
    return rulePage(c, ports, query.has("is") ? { given: givenIn(formOf(query)) } : {});
  });
  routes.post(PATH, guard, allowed, (c) => change(c, ports));
  routes.post(`${PATH}/remove`, guard, allowed, async (c) => {
    const removed = await deleteRule(ports, actingOf(c), c.req.param("id"));
    return removed.ok ? doneAt(c, "/rules", "removed") : formRefused(c, "/rules", removed.problem);
  });
}

async function change(c: Context<PageEnv>, ports: JudgePorts): Promise<Response> {
  const form = await readForm(c);
  if (!form.ok) return problemPage(c, form.problem);
  const { text, has } = form.value;
  const id = c.req.param("id") ?? "";
  const [found, home] = await ruleAndHome(c, ports, id);
  if (!found.ok || home === null) return problemPage(c, { name: "not_found" });
  const given = givenIn(form.value);
  const wish = validate(
    RuleChange,
    has("enabled")
      ? { enabled: text("enabled") === "yes" }
      : wishOf(given, sensorIn(home, found.value.rule.sensor_id)),
  );
  if (!wish.ok) return formRefused(c, `/rules/${id}`, wish.problem, form.value);
  const changed = await changeRule(ports, actingOf(c), id, wish.value);
  if (!changed.ok) return formRefused(c, `/rules/${id}`, changed.problem, form.value);
  return doneAt(c, `/rules/${id}`, "saved");
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
