import type { Child } from "hono/jsx";
import type { HomeSensor } from "../../../lib/devices/home-device.ts";
import { DAY_MS } from "../../../lib/kernel/time.ts";
import { quantityOf } from "../../../lib/kernel/units.ts";
import { type PageHome, sensorsOf } from "../../../lib/sharing/home-page/page-home.ts";
import { COMPARISONS, SEVERITIES } from "../../../schema/vocabulary.ts";
import { NewRule } from "../../../schema/wire/rules.ts";
import type { RuleSimulationAnswer } from "../../../schema/wire/simulation.ts";
import { formOf, type SentForm } from "../form.ts";
import { stateWord } from "../format/alert-text.ts";
import { type Teller, useTeller } from "../format/teller.tsx";
import { Choice, Field, Form, optionsOf } from "./fields.tsx";
import { List, Row, Second, Section } from "./list.tsx";

const FIRINGS_SHOWN_MAX = 10;

/** `sensor`: what the rule watches; undefined once it is removed. */
type FormProps = {
  path: string;
  save: string;
  given: SentForm;
  sensor: HomeSensor | undefined;
  children?: Child;
};

export function RuleForm({ path, save, given, sensor, children }: FormProps) {
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
        <StateField given={given} kind={sensor.kind} />
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

/** A door is open or closed: nobody has to know that it is stored as 1 or 0. */
function StateField({ given: { text }, kind }: { given: SentForm; kind: HomeSensor["kind"] }) {
  const { words } = useTeller();
  const value = isOnAsked(text("is"), text("value")) ? "1" : "0";
  const options = [true, false].map((isOn) => [isOn ? "1" : "0", stateWord(words, kind, isOn)] as const);
  return (
    <>
      <input type="hidden" name="is" value="equals" />
      <Choice label={words.rule.isState} name="value" value={value} options={options} />
    </>
  );
}

export function RuleReplay({ tried }: { tried: RuleSimulationAnswer }) {
  const teller = useTeller();
  const { rule: words } = teller.words;
  const { firings, readings, truncated, from, to } = tried;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
  return (
    <Section id="replay" title={words.replay}>
      <p role="status">
        <strong>{words.replayed(firings.length, days)}</strong>
      </p>
      <p class="hint">
        {readings === 0 ? words.judgedNone : words.judged(readings, teller.number(readings, 0))}
        {truncated ? ` ${words.truncated}` : null}
        {firings.length > FIRINGS_SHOWN_MAX ? ` ${words.shownFirst(FIRINGS_SHOWN_MAX)}` : null}
      </p>
      <List items={firings.toReversed().slice(0, FIRINGS_SHOWN_MAX)}>
        {(firing) => (
          <Row
            title={teller.dateTime(firing.opened_at)}
            facts={[
              spanOf(firing, teller),
              firing.peak !== null && words.reached(teller.value(firing.peak.value, firing.peak.unit)),
            ]}
          />
        )}
      </List>
    </Section>
  );
}

const spanOf = ({ opened_at, closed_at }: RuleSimulationAnswer["firings"][number], teller: Teller): string =>
  closed_at === null
    ? teller.words.rule.stillOpen
    : teller.words.alertPage.lasted(teller.span(Date.parse(closed_at) - Date.parse(opened_at)));

export const BLANK = formOf({
  ...{ is: "below", for_minutes: "0", severity: "warning" },
  ...{ hysteresis: "0", cooldown_minutes: "60" },
});

/** True if a rule of a state waits for open, wet or motion: the API also accepts "above 0" and "below 1" for one. */
export const isOnAsked = (is: string, value: string): boolean =>
  is === "equals" || value === "" ? value !== "0" : is === "above";

export const sensorIn = (home: PageHome, id: string): HomeSensor | undefined =>
  sensorsOf(home).find((sensor) => sensor.id === id);
