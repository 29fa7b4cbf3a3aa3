import type { PageHome, PageSensor } from "../../../lib/sharing/home-page/page-home.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { COMPARISONS, SEVERITIES } from "../../../schema/vocabulary.ts";
import { placeText } from "../format/alert-text.ts";
import { nameOf } from "../format/name-of.ts";
import type { GivenRule } from "../format/rule-wish.ts";
import type { Teller } from "../format/teller.ts";
import { Choice, Field } from "./fields.tsx";

type Props = { given: GivenRule; teller: Teller };

/** What a rule compares and when it fires; the sensor is chosen beside it. */
export function RuleFields({ given, teller }: Props) {
  const { rule, device } = teller.words;
  return (
    <>
      <Field
        label={device.name}
        name="name"
        value={given.name}
        hint={rule.nameHint}
        required
        maxlength={LIMITS.nameCharactersMax}
      />
      <Choice
        label={rule.is}
        name="is"
        value={given.is}
        options={COMPARISONS.map((each) => [each, rule.comparisons[each]] as const)}
      />
      <Field
        label={rule.value}
        name="value"
        value={given.value}
        hint={rule.valueHint}
        required
        inputmode="decimal"
      />
      <Choice
        label={rule.unit}
        name="unit"
        value={given.unit}
        options={(["°F", "°C"] as const).map((unit) => [unit, unit] as const)}
      />
      <Field
        label={rule.minutes}
        name="for_minutes"
        value={given.for_minutes}
        hint={rule.minutesHint}
        inputmode="numeric"
      />
      <Choice
        label={rule.severity}
        name="severity"
        value={given.severity}
        options={SEVERITIES.map((each) => [each, rule.severities[each]] as const)}
      />
      <details class="figures">
        <summary>{rule.more}</summary>
        <Field label={rule.hysteresis} name="hysteresis" value={given.hysteresis} inputmode="decimal" />
        <Field
          label={rule.cooldown}
          name="cooldown_minutes"
          value={given.cooldown_minutes}
          hint={rule.cooldownHint}
          inputmode="numeric"
        />
      </details>
    </>
  );
}

/** Every sensor of the home, by room, with what it shows now. */
export function SensorChoice({ home, value, teller }: { home: PageHome; value: string; teller: Teller }) {
  const options = home.devices.flatMap(({ space, sensors }) =>
    sensors.map((sensor) => [sensor.id, sensorText(sensor, space, teller)] as const),
  );
  return <Choice label={teller.words.rule.sensor} name="sensor_id" value={value} options={options} />;
}

const sensorText = (sensor: PageSensor, space: string, teller: Teller): string => {
  const { value, unit, isState } = sensor;
  const now = value === null ? "" : isState ? ` · ${value}` : ` · ${teller.value(value, unit)}`;
  return placeText(nameOf(sensor, teller.words), space) + now;
};
