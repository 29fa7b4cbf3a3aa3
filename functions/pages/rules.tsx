import type { Child } from "hono/jsx";
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
import { eachSensor, type HomeSensor, sensorOf } from "../../lib/devices/home-device.ts";
import { DAY_MS, MINUTE_MS } from "../../lib/kernel/time.ts";
import { quantityOf } from "../../lib/kernel/units.ts";
import { may } from "../../lib/people/entitlement.ts";
import type { PageHome } from "../../lib/sharing/home-page/page-home.ts";
import { COMPARISONS, SEVERITIES } from "../../schema/vocabulary.ts";
import { DraftRule, NewRule, RuleChange } from "../../schema/wire/rules.ts";
import type { RuleSimulationAnswer } from "../../schema/wire/simulation.ts";
import { Choice, Field, Form, optionsOf } from "./components/fields.tsx";
import { Empty, EndPanel, LinkLine, List, Second, Section, Start } from "./components/list.tsx";
import { checkForm, formOf, readAs, type SentForm } from "./form.ts";
import { noteOf } from "./form-note.ts";
import { placedText, sensorText, stateWord } from "./format/alert-text.ts";
import { type Teller, useTeller } from "./format/teller.tsx";
import type { PageContext } from "./page.tsx";
import { homeOf, idIn, type Site } from "./site.ts";

const LIST = "/rules";
const PATH = "/rules/:id";

/** `/rules` and `/rules/{id}`: the home's custom rules, each with a trial on past readings. */
export function rulePages({ services, page }: Site): void {
  /** Replays the form's rule on stored readings. Saves nothing. */
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
        {(rule) => ({
          href: `${LIST}/${rule.id}`,
          title: rule.name,
          hint: conditionText(rule, home, teller),
          mark: rule.enabled ? null : <span class="mark">{words.status.disabled}</span>,
        })}
      </List>,
      tried && <SensorReplay tried={tried} said={words.rule.replayed} />,
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
    load: (c) => ({ shown: showRule(services, c.var.householdId, idIn(c)), home: homeOf(c, services) }),
    tried: (c, { shown: { rule } }, asked) =>
      noteOf(c) === undefined ? tryRule(c, givenOf(rule, asked)) : null,
    title: (_, { shown: { rule } }) => rule.name,
    up: ({ settings }) => [LIST, settings.rules],
    view: ({ shown: { rule }, home }, { c, words, mayDo, asked, tried }) => [
      tried && <SensorReplay tried={tried} said={words.rule.replayed} />,
      mayDo("manage_rules") ? (
        <>
          <RuleForm
            path={c.req.path}
            save={words.owner.save}
            given={givenOf(rule, asked)}
            sensor={sensorOf(home.devices, rule.sensor_id)?.sensor}
          />
          <EndPanel path={c.req.path} enabled={rule.enabled} words={words.rule} />
        </>
      ) : null,
    ],
  });
  onRule.act(PATH, "manage_rules", RuleChange, changeRule, "saved", {
    // Empty fields of the rule's form mean 0. The button that enables or disables the rule changes nothing else.
    wish: (form) => ({
      ...(form.has("is") && { for_minutes: 0, hysteresis: 0 }),
      ...readAs(RuleChange, form),
    }),
  });
  onList.act(`${PATH}/remove`, "manage_rules", null, deleteRule, "removed");
}

/** Returns the values for the rule's form: those of the query if a trial was requested, otherwise the saved ones. */
const givenOf = ({ enabled: _, ...rule }: ShownRule, asked: SentForm): SentForm => {
  const saved = Object.entries(rule).map(([name, value]) => [name, value === null ? "" : String(value)]);
  return formOf(asked.has("is") ? [...asked.entries(), ["sensor_id", rule.sensor_id]] : saved);
};

/** Asks for the sensor first, then for the condition. */
function NewRuleForm({ home: { devices }, asked }: { home: PageHome; asked: SentForm }) {
  const teller = useTeller();
  const { words } = teller;
  const { rule } = words;
  const found = sensorOf(devices, asked.text("sensor_id"));
  if (found === null)
    return (
      <Section id="new-rule" title={rule.add} hint={rule.choose}>
        <List items={eachSensor(devices)} empty={<Start href="/devices/new">{words.device.add}</Start>}>
          {(each) => ({
            href: `${LIST}?sensor_id=${each.sensor.id}`,
            title: placedText(each, words),
            hint: sensorText(each.sensor, teller),
          })}
        </List>
      </Section>
    );
  return (
    <RuleForm path={LIST} save={rule.make} given={asked.has("is") ? asked : BLANK} sensor={found.sensor}>
      <h2>{rule.add}</h2>
      <p>
        <strong>{placedText(found, words)}</strong>
      </p>
      <LinkLine class="hint" href={LIST} text={rule.otherSensor} />
      <input type="hidden" name="sensor_id" value={found.sensor.id} />
    </RuleForm>
  );
}

/** Describes a rule: `Pipe probe (Cellar): below 38.0 °F for 10 minutes`. */
function conditionText(rule: ShownRule, home: PageHome, teller: Teller): string {
  const { rule: words } = teller.words;
  const found = sensorOf(home.devices, rule.sensor_id);
  const where = found === null ? words.unknownSensor : placedText(found, teller.words);
  const condition =
    found?.sensor.isState === true
      ? stateWord(teller.words, found.sensor.kind, isOnAsked(rule.is, String(rule.value)))
      : words.condition(words.comparisons[rule.is], teller.value(rule.value, rule.unit));
  const during =
    rule.for_minutes === 0 ? "" : ` ${words.forMinutes(teller.span(rule.for_minutes * MINUTE_MS))}`;
  return `${where}: ${condition}${during}`;
}

/** `sensor`: the rule's sensor; undefined if it was removed. */
type FormProps = {
  path: string;
  save: string;
  given: SentForm;
  sensor: HomeSensor | undefined;
  children?: Child;
};

function RuleForm({ path, save, given, sensor, children }: FormProps) {
  const { words, unit: own } = useTeller();
  const { rule } = words;
  const measured = sensor?.unit ?? "";
  const isTemperature = quantityOf(measured) === "temperature";
  const unit = isTemperature ? given.text("unit") || own : measured;
  return (
    <Form
      action={path}
      shape={NewRule}
      labels={rule}
      values={Object.fromEntries(given.entries())}
      class="panel"
      submit={save}
      beside={<Second formmethod="get" formnovalidate formaction={path} text={rule.try} />}
    >
      {children}
      <Field name="name" />
      {sensor?.isState ? (
        // People choose between open and closed, and needn't know that a door is stored as 1 or 0.
        <>
          <input type="hidden" name="is" value="equals" />
          <Choice
            label={rule.isState}
            name="value"
            value={isOnAsked(given.text("is"), given.text("value")) ? "1" : "0"}
            options={[
              ["1", stateWord(words, sensor.kind, true)],
              ["0", stateWord(words, sensor.kind, false)],
            ]}
          />
        </>
      ) : (
        <>
          {isTemperature && <input type="hidden" name="unit" value={unit} />}
          <Choice name="is" options={optionsOf(COMPARISONS, rule.comparisons)} />
          <Field
            name="value"
            label={unit ? `${rule.value} (${unit})` : rule.value}
            required
            inputmode="decimal"
          />
        </>
      )}
      <Field name="for_minutes" inputmode="numeric" />
      <Choice name="severity" options={optionsOf(SEVERITIES, rule.severities)} />
      <details class="figures">
        <summary>{rule.more}</summary>
        {sensor?.isState ? null : <Field name="hysteresis" inputmode="decimal" />}
        <Field name="cooldown_minutes" inputmode="numeric" />
      </details>
    </Form>
  );
}

type ReplayProps = {
  /** How many alerts there would have been, and what the replay leaves out. */
  said: string;
  hint: Child;
  /** `about`: the sensor's name, in a replay of several. */
  firings: readonly (RuleSimulationAnswer["firings"][number] & { about?: string })[];
};

/** The alerts that limits or a rule would have opened in the past, newest first. */
export function Replay({ said, hint, firings }: ReplayProps) {
  const { words, dateTime, span, value } = useTeller();
  const { rule, limits, alertPage } = words;
  return (
    <Section id="replay" title={rule.replay}>
      <p role="status">
        <strong>{said}</strong>
      </p>
      <p class="hint">{hint}</p>
      <List
        items={firings.toSorted((one, other) => other.opened_at.localeCompare(one.opened_at))}
        asks={() => false}
      >
        {({ about, opened_at: began, closed_at: end, peak, severity }) => ({
          title: dateTime(began),
          facts: [
            about ?? null,
            end === null ? rule.stillOpen : alertPage.lasted(span(Date.parse(end) - Date.parse(began))),
            peak !== null && rule.reached(value(peak.value, peak.unit)),
            severity === "critical" && limits.criticalWord,
          ],
        })}
      </List>
    </Section>
  );
}

type SensorReplayProps = { tried: RuleSimulationAnswer; said: (count: number, days: number) => string };

/** The replay of a limit or a rule on the readings of one sensor. */
export function SensorReplay({ tried: { firings, readings, truncated, from, to }, said }: SensorReplayProps) {
  const { words, number } = useTeller();
  const { judgedNone, judged, truncated: leftOut } = words.rule;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
  const tested = readings === 0 ? judgedNone : judged(readings, number(readings, 0));
  return (
    <Replay said={said(firings.length, days)} hint={[tested, truncated && ` ${leftOut}`]} firings={firings} />
  );
}

const BLANK = formOf("is=below&for_minutes=0&severity=warning&hysteresis=0&cooldown_minutes=60");

/** Returns true if a state's rule waits for open, wet or motion. The API also accepts "above 0" and "below 1". */
const isOnAsked = (is: string, value: string): boolean =>
  is === "equals" || value === "" ? value !== "0" : is === "above";
