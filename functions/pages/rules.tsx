import { ALERT_LIMITS } from "../../lib/alerts/limits.ts";
import type { ShownRule } from "../../lib/alerts/rules/rule-settings.ts";
import { createRule, listRules } from "../../lib/alerts/rules/rules.actions.ts";
import { done } from "../../lib/kernel/outcome.ts";
import { MINUTE_MS } from "../../lib/kernel/time.ts";
import { may } from "../../lib/people/entitlement.ts";
import { type PageHome, sensorsOf } from "../../lib/sharing/home-page/page-home.ts";
import { NewRule } from "../../schema/wire/rules.ts";
import type { RuleSimulationAnswer } from "../../schema/wire/simulation.ts";
import { Empty, List, Row } from "./components/list.tsx";
import { RuleReplay, SensorChoice } from "./components/rule-fields.tsx";
import { type Form, formOf } from "./form.ts";
import { checkForm } from "./form-check.ts";
import { placedName } from "./format/alert-text.ts";
import { stateWord } from "./format/name-of.ts";
import { blankRule, isOnAsked, sensorIn, wishOf } from "./format/rule-wish.ts";
import type { Teller } from "./format/teller.ts";
import { readerOf, tellerOf } from "./reader.ts";
import { RuleForm, tryRule } from "./rule.tsx";
import { actingOf } from "./session.ts";
import { homeOf, type Site } from "./site.ts";
import { together } from "./together.ts";

/** `/rules`: the home's own rules, and a form for another one that is tried on the past before it is made. */
export function ruleListPages({ services, page }: Site): void {
  const form = page("/rules", "read_home", {
    place: "settings",
    load: async (c) => {
      const found = await together({
        home: homeOf(c, services),
        listed: listRules(services, c.var.member.householdId, { limit: ALERT_LIMITS.householdRulesMax }),
      });
      if (!found.ok) return found;
      const { home, listed } = found.value;
      const query = new URL(c.req.url).searchParams;
      const isTried = query.has("is");
      const { unit } = tellerOf(readerOf(c), home, services.clock());
      const sensorId = query.get("sensor_id") ?? onlySensor(home) ?? "";
      const given = isTried ? formOf(query) : blankRule(sensorId, unit);
      const mayTry = isTried && may("manage_rules", c.var.member) === "yes";
      const tried = mayTry ? await tryRule(c, services, given, home) : null;
      return done({ home, rules: listed.rules, given, tried });
    },
    refused: ({ tried }) => (tried?.ok === false ? tried.problem : undefined),
    view: ({ home, rules, given, tried }, { words, teller, mayDo }) => (
      <>
        <p class="hint">{words.rule.hint}</p>
        <List isPanel empty={<Empty icon="settings" text={words.rule.none} />}>
          {rules.map((rule) => (
            <Row
              href={`/rules/${rule.id}`}
              title={rule.name}
              hint={conditionText(rule, home, teller)}
              mark={rule.enabled ? null : <span class="mark">{words.status.disabled}</span>}
            />
          ))}
        </List>
        {mayDo("manage_rules") ? (
          <NewRuleForm home={home} given={given} teller={teller} tried={tried?.ok ? tried.value : null} />
        ) : null}
      </>
    ),
  });
  form("/rules", "manage_rules", {
    page: (_, { text }) => `/rules?sensor_id=${encodeURIComponent(text("sensor_id"))}`,
    run: async (c, _, sent) => {
      const home = await homeOf(c, services);
      if (!home.ok) return home;
      const wish = checkForm(NewRule, wishOf(sent, sensorIn(home.value, sent.text("sensor_id"))));
      if (!wish.ok) return wish;
      const { sensor_id: sensorId, ...rest } = wish.value;
      return createRule(services, actingOf(c), sensorId, rest);
    },
    done: "created",
    to: "/rules",
  });
}

/** Where there is only one there is nothing to choose. */
const onlySensor = (home: PageHome): string | undefined => {
  const [only, ...others] = sensorsOf(home);
  return others.length === 0 ? only?.id : undefined;
};

type FormProps = { home: PageHome; given: Form; tried: RuleSimulationAnswer | null; teller: Teller };

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
  const sensor = sensorIn(home, given.text("sensor_id"));
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
      <RuleForm path="/rules" save={rule.make} given={given} sensor={sensor} teller={teller}>
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
      </RuleForm>
    </>
  );
}

/** `Pipe probe (Cellar): below 38.0 °F for 10 minutes` */
function conditionText(rule: ShownRule, home: PageHome, teller: Teller): string {
  const { rule: words } = teller.words;
  const where = placedName(home, rule.sensor_id, teller.words) ?? words.unknownSensor;
  const sensor = sensorIn(home, rule.sensor_id);
  const condition =
    sensor?.isState === true
      ? stateWord(teller.words, sensor.kind, isOnAsked(rule.is, String(rule.value)))
      : words.condition(words.comparisons[rule.is], teller.value(rule.value, rule.unit));
  const during =
    rule.for_minutes === 0 ? "" : ` ${words.forMinutes(teller.span(rule.for_minutes * MINUTE_MS))}`;
  return `${where}: ${condition}${during}`;
}
