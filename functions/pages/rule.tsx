import type { Context } from "hono";
import type { Child } from "hono/jsx";
import { changeRule, deleteRule, showRule } from "../../lib/alerts/rules/rules.actions.ts";
import { simulateRule } from "../../lib/alerts/rules/simulate.actions.ts";
import { done, type Outcome } from "../../lib/kernel/outcome.ts";
import type { PageHome } from "../../lib/sharing/home-page/page-home.ts";
import { DraftRule, NewRule, RuleChange } from "../../schema/wire/rules.ts";
import type { RuleSimulationAnswer } from "../../schema/wire/simulation.ts";
import { EndPanel } from "./components/end-panel.tsx";
import { Form } from "./components/fields.tsx";
import { RuleFields, type RuleProps, RuleReplay } from "./components/rule-fields.tsx";
import { formOf, type Form as SentForm } from "./form.ts";
import { checkForm } from "./form-check.ts";
import { noteOf } from "./form-note.ts";
import { givenOf, sensorIn, wishOf } from "./format/rule-wish.ts";
import { readerOf, tellerOf } from "./reader.ts";
import { actingOf, idIn, type PageEnv } from "./session.ts";
import { homeOf, type PageServices, type Site } from "./site.ts";
import { together } from "./together.ts";

const PATH = "/rules/:id";

/** What the rule in a form would have done on the stored history; nothing is kept. */
export async function tryRule(
  c: Context<PageEnv>,
  services: PageServices,
  given: SentForm,
  home: PageHome,
): Promise<Outcome<RuleSimulationAnswer>> {
  const sensorId = given.text("sensor_id");
  const { name, sensor_id: _, ...wish } = wishOf(given, sensorIn(home, sensorId));
  const draft = checkForm(DraftRule, name === "" ? wish : { name, ...wish });
  if (!draft.ok) return draft;
  const { householdId } = c.var.member;
  return simulateRule(services, householdId, { sensorId, draft: { rule: draft.value } });
}

/** `/rules/{id}`: what it compares, what it would have done, and its end. */
export function rulePages({ services, page, form }: Site): void {
  page(PATH, "read_home", {
    place: "settings",
    load: async (c) => {
      const found = await ruleAndHome(c, services);
      if (!found.ok) return found;
      const {
        shown: { rule },
        home,
      } = found.value;
      const query = new URL(c.req.url).searchParams;
      const unit = tellerOf(readerOf(c), home, services.clock()).unit;
      query.set("sensor_id", rule.sensor_id);
      const given = query.has("is") ? formOf(query) : givenOf(rule, unit);
      const tried = noteOf(c) === undefined ? await tryRule(c, services, given, home) : null;
      return done({ rule, home, given, tried });
    },
    title: (_, { rule }) => rule.name,
    up: ({ settings }) => ["/rules", settings.rules],
    refused: ({ tried }) => (tried?.ok === false ? tried.problem : undefined),
    view: ({ rule, home, given, tried }, { c, words, teller, mayDo }) => (
      <>
        {tried?.ok ? <RuleReplay tried={tried.value} teller={teller} /> : null}
        {mayDo("manage_rules") ? (
          <>
            <RuleForm
              path={c.req.path}
              save={words.owner.save}
              given={given}
              sensor={sensorIn(home, rule.sensor_id)}
              teller={teller}
            />
            <EndPanel
              path={c.req.path}
              enabled={rule.enabled}
              disableHint={words.rule.disableHint}
              remove={words.rule.remove}
              removeHint={words.rule.removeHint}
              words={words}
            />
          </>
        ) : null}
      </>
    ),
  });
  form(PATH, "manage_rules", {
    run: async (c, __, form) => {
      const found = await ruleAndHome(c, services);
      if (!found.ok) return found;
      const { shown, home } = found.value;
      const { sensor_id: _, ...change } = wishOf(form, sensorIn(home, shown.rule.sensor_id));
      const wish = checkForm(RuleChange, form.has("enabled") ? { enabled: form.yes("enabled") } : change);
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
  together({ shown: showRule(services, c.var.member.householdId, idIn(c)), home: homeOf(c, services) });

type FormProps = RuleProps & { path: string; save: string; children?: Child };

/** The form of a rule, which can be tried before it is sent. */
export const RuleForm = ({ path, save, children, ...rule }: FormProps) => (
  <Form action={path} shape={NewRule} class="panel narrow">
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
