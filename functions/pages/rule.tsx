import type { Context } from "hono";
import type { Child } from "hono/jsx";
import { changeRule, deleteRule, showRule } from "../../lib/alerts/rules/rules.actions.ts";
import { simulateRule } from "../../lib/alerts/rules/simulate.actions.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import type { PageHome } from "../../lib/sharing/home-page/page-home.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { DraftRule, RuleChange } from "../../schema/wire/rules.ts";
import type { RuleSimulationAnswer } from "../../schema/wire/simulation.ts";
import { EndPanel } from "./components/end-panel.tsx";
import { Form } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { RuleFields, type RuleProps, RuleReplay } from "./components/rule-fields.tsx";
import { formOf } from "./form.ts";
import { idIn } from "./form-action.ts";
import { checkForm } from "./form-check.ts";
import { noteOf } from "./form-note.ts";
import { type GivenRule, givenIn, givenOf, sensorIn, wishOf } from "./format/rule-wish.ts";
import { problemSentence } from "./owner-page.tsx";
import { readerOf, tellerOf } from "./reader.ts";
import { actingOf, type PageEnv } from "./session.ts";
import { homeOf, type PageServices, type Site } from "./site.ts";

const PATH = "/rules/:id";

/** What the rule in a form would have done on the stored history; nothing is kept. */
export async function tryRule(
  c: Context<PageEnv>,
  services: PageServices,
  given: GivenRule,
  home: PageHome,
): Promise<Outcome<RuleSimulationAnswer>> {
  const { name, ...wish } = wishOf(given, sensorIn(home, given.sensor_id));
  const draft = checkForm(DraftRule, name === "" ? wish : { name, ...wish });
  if (!draft.ok) return draft;
  const { householdId } = c.var.member;
  return simulateRule(services, householdId, { sensorId: given.sensor_id, draft: { rule: draft.value } });
}

/** Of a page with a trial in it: that of its refusal. */
export const statusOf = (tried: Outcome<unknown> | null) =>
  tried?.ok === false ? PROBLEMS[tried.problem.name].status : 200;

/** `/rules/{id}`: what it compares, what it would have done, and its end. */
export function rulePages({ services, page, form }: Site): void {
  page(PATH, "read_home", {
    place: "settings",
    load: async (c) => {
      const [found, home] = await ruleAndHome(c, services);
      if (!found.ok) return found;
      if (!home.ok) return home;
      const { rule } = found.value;
      const query = new URL(c.req.url).searchParams;
      const unit = tellerOf(readerOf(c), home.value, services.clock()).unit;
      const shown = query.has("is") ? givenIn(formOf(query)) : givenOf(rule, unit);
      const given = { ...shown, sensor_id: rule.sensor_id };
      const tried = noteOf(c) === undefined ? await tryRule(c, services, given, home.value) : null;
      return done({ rule, home: home.value, given, tried });
    },
    status: ({ tried }) => statusOf(tried),
    view: ({ rule, home, given, tried }, { frame, words, teller, mayDo }) => (
      <OwnerFrame
        {...frame}
        title={rule.name}
        up={["/rules", words.rule.title]}
        problem={tried?.ok === false ? problemSentence(tried.problem, words) : frame.problem}
      >
        {tried?.ok ? <RuleReplay tried={tried.value} teller={teller} /> : null}
        {mayDo("manage_rules") ? (
          <>
            <RuleForm
              path={`/rules/${rule.id}`}
              save={words.owner.save}
              given={given}
              sensor={sensorIn(home, rule.sensor_id)}
              teller={teller}
            />
            <EndPanel
              path={`/rules/${rule.id}`}
              enabled={rule.enabled}
              disableHint={words.rule.disableHint}
              remove={words.rule.remove}
              removeHint={words.rule.removeHint}
              words={words}
            />
          </>
        ) : null}
      </OwnerFrame>
    ),
  });
  form(PATH, "manage_rules", {
    run: async (c, _, form) => {
      const [found, home] = await ruleAndHome(c, services);
      if (!found.ok || !home.ok) return refuse("not_found");
      const wish = checkForm(
        RuleChange,
        form.has("enabled")
          ? { enabled: form.text("enabled") === "yes" }
          : wishOf(givenIn(form), sensorIn(home.value, found.value.rule.sensor_id)),
      );
      return wish.ok ? changeRule(services, actingOf(c), idIn(c), wish.value) : wish;
    },
    done: "saved",
  });
  form(`${PATH}/remove`, "manage_rules", {
    page: "/rules",
    run: (c) => deleteRule(services, actingOf(c), idIn(c)),
    done: "removed",
  });
}

const ruleAndHome = (c: Context<PageEnv>, services: PageServices) =>
  Promise.all([showRule(services, c.var.member.householdId, idIn(c)), homeOf(c, services)]);

type FormProps = RuleProps & { path: string; save: string; children?: Child };

/** The form of a rule, which can be tried before it is sent. */
export const RuleForm = ({ path, save, children, ...rule }: FormProps) => (
  <Form action={path} class="panel narrow">
    {children}
    <RuleFields {...rule} />
    <div class="row">
      <button type="submit">{save}</button>
      <button type="submit" class="second" formmethod="get" formnovalidate formaction={path}>
        {rule.teller.words.rule.try}
      </button>
    </div>
  </Form>
);
