import {
  changeRule,
  createRule,
  deleteRule,
  listRules,
  showRule,
} from "../../lib/alerts/settings/settings.actions.ts";
import type { ShownRule } from "../../lib/alerts/settings/settings.ts";
import { simulateRule } from "../../lib/alerts/settings/simulate.actions.ts";
import { ALERT_LIMITS } from "../../lib/alerts/settings.ts";
import { MINUTE_MS } from "../../lib/kernel/time.ts";
import { may } from "../../lib/people/entitlement.ts";
import { type PageHome, sensorsOf } from "../../lib/sharing/home-page/page-home.ts";
import { DraftRule, NewRule, RuleChange } from "../../schema/wire/rules.ts";
import { Choice } from "./components/fields.tsx";
import { Empty, EndPanel, LinkLine, List, Row, Start } from "./components/list.tsx";
import { BLANK, isOnAsked, RuleForm, RuleReplay, sensorIn } from "./components/rule-form.tsx";
import { checkForm, formOf, readAs, type SentForm } from "./form.ts";
import { noteOf } from "./form-note.ts";
import { nameOf, placedName, placeText, sensorText, stateWord } from "./format/alert-text.ts";
import { type Teller, useTeller } from "./format/teller.tsx";
import type { PageContext } from "./page.tsx";
import { homeOf, idIn, type Site } from "./site.ts";

const LIST = "/rules";
const PATH = "/rules/:id";

/** `/rules` and `/rules/{id}`: the home's own rules, each tried on the past before it is kept. */
export function rulePages({ services, page }: Site): void {
  /** What the rule in a form would have done on the stored history; nothing is kept. */
  const tryRule = async (c: PageContext["c"], given: SentForm) => {
    const { name, ...wish } = readAs(DraftRule, given);
    const draft = checkForm(DraftRule, name === "" ? wish : { name, ...wish });
    if (!draft.ok) return draft;
    const sensorId = given.text("sensor_id");
    return simulateRule(services, c.var.householdId, { sensorId, draft: { rule: draft.value } });
  };
  const onList = page(LIST, "read_home", {
    load: (c) => ({
      listed: listRules(services, c.var.householdId, { limit: ALERT_LIMITS.householdRulesMax }),
      home: homeOf(c, services),
    }),
    tried: (c, _, asked) =>
      asked.has("is") && may("manage_rules", c.var.member) === "yes" ? tryRule(c, asked) : null,
    view: ({ home, listed: { rules } }, { words, teller, mayDo, asked, tried }) => [
      <p class="hint">{words.rule.hint}</p>,
      <List items={rules} isPanel empty={<Empty icon="settings" text={words.rule.none} />}>
        {(rule) => (
          <Row
            href={`${LIST}/${rule.id}`}
            title={rule.name}
            hint={conditionText(rule, home, teller)}
            mark={rule.enabled ? null : <span class="mark">{words.status.disabled}</span>}
          />
        )}
      </List>,
      tried === null ? null : <RuleReplay tried={tried} />,
      mayDo("manage_rules") ? <NewRuleForm home={home} asked={asked} /> : null,
    ],
  });
  onList.form(LIST, "manage_rules", {
    page: (_, { text }) => `${LIST}?sensor_id=${encodeURIComponent(text("sensor_id"))}`,
    shape: NewRule,
    run: (c, { sensor_id: sensorId, ...rule }) => createRule(services, c.var, sensorId, rule),
    done: "created",
    to: LIST,
  });
  const onRule = page(PATH, "read_home", {
    load: (c) => ({
      shown: showRule(services, c.var.householdId, idIn(c)),
      home: homeOf(c, services),
    }),
    tried: (c, { shown: { rule } }, asked) =>
      noteOf(c) === undefined ? tryRule(c, givenOf(rule, asked)) : null,
    title: (_, { shown: { rule } }) => rule.name,
    up: ({ settings }) => [LIST, settings.rules],
    view: ({ shown: { rule }, home }, { c, words, mayDo, asked, tried }) => [
      tried === null ? null : <RuleReplay tried={tried} />,
      mayDo("manage_rules") ? (
        <>
          <RuleForm
            path={c.req.path}
            save={words.owner.save}
            given={givenOf(rule, asked)}
            sensor={sensorIn(home, rule.sensor_id)}
          />
          <EndPanel path={c.req.path} enabled={rule.enabled} words={words.rule} />
        </>
      ) : null,
    ],
  });
  onRule.form(PATH, "manage_rules", {
    shape: RuleChange,
    // A field that is left empty asks for none, and a button that turns the rule off for nothing else.
    wish: (form) => ({ ...(form.has("is") ? NONE : {}), ...readAs(RuleChange, form) }),
    run: (c, change) => changeRule(services, c.var, idIn(c), change),
    done: "saved",
  });
  onList.act(`${PATH}/remove`, "manage_rules", deleteRule, "removed");
}

const NONE = { for_minutes: 0, hysteresis: 0 };

/** What is saved, but for what is typed in its place. */
const givenOf = ({ enabled: _, ...rule }: ShownRule, asked: SentForm): SentForm => {
  const saved = Object.entries(rule).map(([name, value]) => [name, value === null ? "" : String(value)]);
  return formOf(asked.has("is") ? [...asked.entries(), ["sensor_id", rule.sensor_id]] : saved);
};

/** Where there is only one there is nothing to choose. */
const onlySensor = (home: PageHome): string | undefined => {
  const [only, ...others] = sensorsOf(home);
  return others.length === 0 ? only?.id : undefined;
};

/** First the sensor, then what can be asked of such a one. */
function NewRuleForm({ home, asked }: { home: PageHome; asked: SentForm }) {
  const teller = useTeller();
  const { rule, device } = teller.words;
  if (sensorsOf(home).length === 0)
    return (
      <section class="panel">
        <p>{rule.noSensor}</p>
        <Start href="/devices/new">{device.add}</Start>
      </section>
    );
  const sensorId = asked.has("sensor_id") ? asked.text("sensor_id") : (onlySensor(home) ?? "");
  const sensor = sensorIn(home, sensorId);
  if (sensor === undefined)
    return (
      <form method="get" action={LIST} class="panel stack">
        <h2>{rule.add}</h2>
        <Choice label={rule.sensor_id} name="sensor_id" options={sensorOptions(home, teller)} />
        <button type="submit">{rule.next}</button>
      </form>
    );
  return (
    <RuleForm path={LIST} save={rule.make} given={asked.has("is") ? asked : BLANK} sensor={sensor}>
      <h2>{rule.add}</h2>
      <p>
        <strong>{placedName(home, sensor.id, teller.words)}</strong>
      </p>
      {onlySensor(home) === undefined && <LinkLine class="hint" href={LIST} text={rule.otherSensor} />}
      <input type="hidden" name="sensor_id" value={sensor.id} />
    </RuleForm>
  );
}

const sensorOptions = ({ devices }: PageHome, teller: Teller) =>
  devices.flatMap(({ space, sensors }) =>
    sensors.map((sensor) => {
      const name = placeText(nameOf(sensor, teller.words), space);
      return [sensor.id, sensor.value === null ? name : `${name} · ${sensorText(sensor, teller)}`] as const;
    }),
  );

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
