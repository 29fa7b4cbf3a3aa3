import type { HomeSensor } from "../../../lib/devices/home-device.ts";
import { DAY_MS } from "../../../lib/kernel/time.ts";
import { quantityOf } from "../../../lib/kernel/units.ts";
import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import { COMPARISONS, SEVERITIES, type SensorKind } from "../../../schema/vocabulary.ts";
import type { RuleSimulationAnswer } from "../../../schema/wire/simulation.ts";
import { placeText } from "../format/alert-text.ts";
import { nameOf, stateWord } from "../format/name-of.ts";
import { type givenOf, isOnAsked } from "../format/rule-wish.ts";
import type { Teller } from "../format/teller.ts";
import { Choice, Field, optionsOf } from "./fields.tsx";
import { List } from "./list.tsx";

const FIRINGS_SHOWN_MAX = 10;

export type RuleProps = {
  given: ReturnType<typeof givenOf>;
  /** What the rule watches; undefined once it is removed. */
  sensor: HomeSensor | undefined;
  teller: Teller;
};

/** What a rule of this sensor compares and when it fires. */
export function RuleFields({ given: { text }, sensor, teller }: RuleProps) {
  const { rule, device } = teller.words;
  const minutes = { inputmode: "numeric" } as const;
  return (
    <>
      <Field label={device.name} name="name" value={text("name")} hint={rule.nameHint} />
      {sensor?.isState ? (
        <StateField text={text} kind={sensor.kind} teller={teller} />
      ) : (
        <ValueFields text={text} measured={sensor?.unit ?? ""} teller={teller} />
      )}
      <Field
        label={rule.minutes}
        name="for_minutes"
        value={text("for_minutes")}
        hint={rule.minutesHint}
        {...minutes}
      />
      <Choice
        label={rule.severity}
        name="severity"
        value={text("severity")}
        options={optionsOf(SEVERITIES, rule.severities)}
      />
      <details class="figures">
        <summary>{rule.more}</summary>
        {sensor?.isState ? null : (
          <Field label={rule.hysteresis} name="hysteresis" value={text("hysteresis")} inputmode="decimal" />
        )}
        <Field
          label={rule.cooldown}
          name="cooldown_minutes"
          value={text("cooldown_minutes")}
          hint={rule.cooldownHint}
          {...minutes}
        />
      </details>
    </>
  );
}

type StateProps = { text: RuleProps["given"]["text"]; kind: SensorKind; teller: Teller };

/** A door is open or closed: nobody has to know that it is stored as 1 or 0. */
const StateField = ({ text, kind, teller: { words } }: StateProps) => (
  <>
    <input type="hidden" name="is" value="equals" />
    <Choice
      label={words.rule.isState}
      name="value"
      value={isOnAsked(text("is"), text("value")) ? "1" : "0"}
      options={[
        ["1", stateWord(words, kind, true)],
        ["0", stateWord(words, kind, false)],
      ]}
    />
  </>
);

type ValueProps = { text: RuleProps["given"]["text"]; measured: string; teller: Teller };

function ValueFields({ text, measured, teller }: ValueProps) {
  const { rule } = teller.words;
  const isTemperature = quantityOf(measured) === "temperature";
  const unit = isTemperature ? text("unit") : measured;
  return (
    <>
      {isTemperature ? <input type="hidden" name="unit" value={unit} /> : null}
      <Choice
        label={rule.is}
        name="is"
        value={text("is")}
        options={optionsOf(COMPARISONS, rule.comparisons)}
      />
      <Field
        label={unit === "" ? rule.value : `${rule.value} (${unit})`}
        name="value"
        value={text("value")}
        required
        inputmode="decimal"
      />
    </>
  );
}

/** Every sensor of the home, by room, with what it shows now. */
export function SensorChoice({ home, teller }: { home: PageHome; teller: Teller }) {
  const options = home.devices.flatMap(({ space, sensors }) =>
    sensors.map((sensor) => [sensor.id, sensorText(sensor, space, teller)] as const),
  );
  return <Choice label={teller.words.rule.sensor} name="sensor_id" value="" options={options} />;
}

const sensorText = (sensor: HomeSensor, space: string, teller: Teller): string => {
  const { value, unit, isState } = sensor;
  if (value === null) return placeText(nameOf(sensor, teller.words), space);
  const now = isState ? stateWord(teller.words, sensor.kind, value !== 0) : teller.value(value, unit);
  return `${placeText(nameOf(sensor, teller.words), space)} · ${now}`;
};

/** What a rule would have done on the stored history, newest first. */
export function RuleReplay({ tried, teller }: { tried: RuleSimulationAnswer; teller: Teller }) {
  const { rule: words } = teller.words;
  const { firings, readings, truncated, from, to } = tried;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
  return (
    <section class="panel" aria-labelledby="replay" id="replayed">
      <h2 id="replay">{words.replay}</h2>
      <p role="status">
        <strong>{words.replayed(firings.length, days)}</strong>
      </p>
      <p class="hint">
        {readings === 0 ? words.judgedNone : words.judged(readings, teller.number(readings, 0))}
        {truncated ? ` ${words.truncated}` : null}
        {firings.length > FIRINGS_SHOWN_MAX ? ` ${words.shownFirst(FIRINGS_SHOWN_MAX)}` : null}
      </p>
      <List>
        {firings
          .toReversed()
          .slice(0, FIRINGS_SHOWN_MAX)
          .map((firing) => (
            <li>
              <span>{teller.dateTime(new Date(firing.opened_at))}</span>
              <span class="hint">{spanOf(firing, teller)}</span>
              {firing.peak === null ? null : (
                <span class="hint">{words.reached(teller.value(firing.peak.value, firing.peak.unit))}</span>
              )}
            </li>
          ))}
      </List>
    </section>
  );
}

const spanOf = ({ opened_at, closed_at }: RuleSimulationAnswer["firings"][number], teller: Teller): string =>
  closed_at === null
    ? teller.words.rule.stillOpen
    : teller.words.alertPage.lasted(teller.span(Date.parse(closed_at) - Date.parse(opened_at)));
