import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { JudgePorts } from "../../lib/alerts/commit-judgement.actions.ts";
import { ALERT_LIMITS } from "../../lib/alerts/limits.ts";
import type { ShownRule } from "../../lib/alerts/rules/rule-settings.ts";
import { createRule, listRules } from "../../lib/alerts/rules/rules.actions.ts";
import { refuse } from "../../lib/kernel/outcome.ts";
import { MINUTE_MS } from "../../lib/kernel/time.ts";
import { may } from "../../lib/people/entitlement.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import { type PageHome, sensorsOf } from "../../lib/sharing/home-page/page-home.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { NewRule } from "../../schema/wire/rules.ts";
import type { RuleSimulationAnswer } from "../../schema/wire/simulation.ts";
import { Form } from "./components/fields.tsx";
import { Empty, List, Row } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { RuleFields, RuleReplay, SensorChoice } from "./components/rule-fields.tsx";
import { formOf } from "./form.ts";
import { formsOn } from "./form-action.ts";
import { checkForm } from "./form-check.ts";
import { placedName } from "./format/alert-text.ts";
import { stateWord } from "./format/name-of.ts";
import { blankRule, type GivenRule, givenIn, isOnAsked, sensorIn, wishOf } from "./format/rule-wish.ts";
import type { Teller } from "./format/teller.ts";
import { ownerPage, problemSentence } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { addRulePages, tryRule } from "./rule.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

/** `/rules`: the home's own rules, and a form for another one that is tried on the past before it is made. */
export function rulePages(ports: JudgePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  routes.get("/rules", guard, pageMay("read_home"), async (c) => {
    const query = new URL(c.req.url).searchParams;
    if (query.has("is")) return rulesPage(c, ports, { given: givenIn(formOf(query)), isTried: true });
    return rulesPage(c, ports, { sensorId: query.get("sensor_id") });
  });
  forms("/rules", pageMay("manage_rules"), {
    page: (_, { text }) => `/rules?sensor_id=${encodeURIComponent(text("sensor_id"))}`,
    run: async (c, _, form) => {
      const given = givenIn(form);
      const home = await findHomePage(ports.db, c.var.member.householdId, ports.clock());
      if (home === null) return refuse("not_found");
      const wish = checkForm(NewRule, {
        sensor_id: given.sensor_id,
        ...wishOf(given, sensorIn(home, given.sensor_id)),
      });
      if (!wish.ok) return wish;
      const { sensor_id: sensorId, ...rest } = wish.value;
      return createRule(ports, actingOf(c), sensorId, rest);
    },
    done: "created",
    to: "/rules",
  });
  addRulePages(routes, ports, guard);
  return routes;
}

/** The sensor that a rule is begun for, or a rule as its form has it, to be tried. */
type Shown = { sensorId: string | null } | { given: GivenRule; isTried: true };

async function rulesPage(c: Context<PageEnv>, ports: JudgePorts, shown: Shown): Promise<Response> {
  const { householdId } = c.var.member;
  const [home, listed] = await Promise.all([
    findHomePage(ports.db, householdId, ports.clock()),
    listRules(ports, householdId, { limit: ALERT_LIMITS.householdRulesMax }),
  ]);
  if (home === null) return problemPage(c, { name: "not_found" });
  if (!listed.ok) return problemPage(c, listed.problem);
  const { frame, words, teller } = ownerPage(c, ports.clock(), "settings", home);
  const mayChange = may("manage_rules", c.var.member) === "yes";
  const given =
    "given" in shown ? shown.given : blankRule(shown.sensorId ?? onlySensor(home) ?? "", teller.unit);
  const tried = "given" in shown && mayChange ? await tryRule(ports, householdId, given, home) : null;
  const problem = tried?.ok === false ? tried.problem : undefined;
  return c.html(
    <OwnerFrame
      {...frame}
      title={words.rule.title}
      up="settings"
      problem={problem === undefined ? frame.problem : problemSentence(problem, words)}
    >
      <p class="hint">{words.rule.hint}</p>
      {listed.value.rules.length === 0 ? (
        <Empty icon="settings" text={words.rule.none} />
      ) : (
        <RuleLines rules={listed.value.rules} home={home} teller={teller} />
      )}
      {mayChange ? (
        <NewRuleForm home={home} given={given} teller={teller} tried={tried?.ok ? tried.value : null} />
      ) : null}
    </OwnerFrame>,
    problem === undefined ? 200 : PROBLEMS[problem.name].status,
  );
}

/** Where there is only one there is nothing to choose. */
const onlySensor = (home: PageHome): string | undefined => {
  const [only, ...others] = sensorsOf(home);
  return others.length === 0 ? only?.id : undefined;
};

type FormProps = { home: PageHome; given: GivenRule; tried: RuleSimulationAnswer | null; teller: Teller };

/** First the sensor, then what can be asked of such a one. */
function NewRuleForm({ home, given, tried, teller }: FormProps) {
  const { rule, device } = teller.words;
  if (sensorsOf(home).length === 0)
    return (
      <section class="panel narrow">
        <p>{rule.noSensor}</p>
        <a class="button" href="/devices/new">
          {device.add}
        </a>
      </section>
    );
  const sensor = sensorIn(home, given.sensor_id);
  if (sensor === undefined)
    return (
      <form method="get" action="/rules" class="panel narrow stack">
        <h2>{rule.add}</h2>
        <SensorChoice home={home} teller={teller} />
        <button type="submit">{rule.next}</button>
      </form>
    );
  return (
    <>
      {tried === null ? null : <RuleReplay tried={tried} teller={teller} />}
      <Form action="/rules" class="panel narrow">
        <h2>{rule.add}</h2>
        <p>
          <strong>{placedName(home, sensor.id, teller.words)}</strong>
        </p>
        {onlySensor(home) === undefined ? (
          <p class="hint">
            <a href="/rules">{rule.otherSensor}</a>
          </p>
        ) : null}
        <input type="hidden" name="sensor_id" value={sensor.id} />
        <RuleFields given={given} sensor={sensor} teller={teller} />
        <div class="row">
          <button type="submit">{rule.make}</button>
          <button type="submit" class="second" formmethod="get" formnovalidate formaction="/rules">
            {rule.try}
          </button>
        </div>
      </Form>
    </>
  );
}

type LinesProps = { rules: readonly ShownRule[]; home: PageHome; teller: Teller };

const RuleLines = ({ rules, home, teller }: LinesProps) => (
  <List isPanel>
    {rules.map((rule) => (
      <Row
        href={`/rules/${rule.id}`}
        title={rule.name}
        hint={conditionText(rule, home, teller)}
        mark={rule.enabled ? null : <span class="mark">{teller.words.status.disabled}</span>}
      />
    ))}
  </List>
);

/** `Pipe probe (Cellar): below 38.0 °F for 10 minutes` */
function conditionText(rule: ShownRule, home: PageHome, teller: Teller): string {
  const { rule: words } = teller.words;
  const where = placedName(home, rule.sensor_id, teller.words) ?? words.unknownSensor;
  const sensor = sensorIn(home, rule.sensor_id);
  const condition =
    sensor?.isState === true
      ? stateWord(teller.words, sensor.kind, isOnAsked(rule))
      : words.condition(words.comparisons[rule.is], teller.value(rule.value, rule.unit));
  const during =
    rule.for_minutes === 0 ? "" : ` ${words.forMinutes(teller.span(rule.for_minutes * MINUTE_MS))}`;
  return `${where}: ${condition}${during}`;
}
