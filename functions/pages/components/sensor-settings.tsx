import type { HomeDevice, HomeSensor } from "../../../lib/devices/home-device.ts";
import { guessOf, PLACED_KINDS } from "../../../lib/devices/placement/placement.ts";
import { convert } from "../../../lib/kernel/units.ts";
import { REASONS } from "../../../lib/language/languages.ts";
import { placementReasonText } from "../../../lib/language/reason-text.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { BARE_TEMPERATURE_UNITS, type BareTemperatureUnit, PLACEMENTS } from "../../../schema/vocabulary.ts";
import { unitQuestion } from "../format/alert-text.ts";
import { nameOf } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Choice, Field, Form, optionsOf, Tick } from "./fields.tsx";
import { Section } from "./list.tsx";
import { Go } from "./press.tsx";
import { useMay, useMember, useTeller } from "./teller-scope.ts";

type Props = { device: HomeDevice; sensor: HomeSensor };

export function SensorSettings({ device, sensor, csv }: Props & { csv: string }) {
  const { sensor: words, owner } = useTeller().words;
  return (
    <Form action={`/sensors/${sensor.id}`} labels={words} class="panel">
      <h2>{words.settings}</h2>
      <SensorNaming sensor={sensor} device={device} />
      <Tick name="visible" checked={sensor.visible} />
      <div class="row">
        <button type="submit">{owner.save}</button>
        <a class="button second" href={csv} download>
          {words.csv}
        </a>
      </div>
    </Form>
  );
}

/** What a sensor is called, and where it hangs. `suffix`: stands behind the fields' names where a form has several sensors. */
export function SensorNaming({ sensor, device, suffix = "" }: Props & { suffix?: string }) {
  const teller = useTeller();
  const { words } = teller;
  return (
    <>
      <Field
        label={words.device.name}
        name={`label${suffix}`}
        value={nameOf(sensor, words)}
        required={suffix === ""}
        maxlength={LIMITS.labelCharactersMax}
      />
      {PLACED_KINDS.includes(sensor.kind) ? (
        <Choice
          label={words.sensor.placement}
          name={`placement${suffix}`}
          value={sensor.placement ?? ""}
          options={[["", words.placement.auto], ...optionsOf(PLACEMENTS, words.placement)]}
          hint={`${guessText(sensor, device, teller)}${words.device.placementHint}`}
        />
      ) : null}
    </>
  );
}

/** What its name or its week says of its place, and why, until its owner says; empty where neither says anything. */
function guessText(sensor: HomeSensor, device: HomeDevice, { words, language }: Teller): string {
  const guess = sensor.placement === null ? guessOf(sensor, device) : null;
  if (guess === null) return "";
  const why = placementReasonText(guess.reason, REASONS[language]);
  return `${words.sensor[guess.isApplied ? "takenFor" : "mayBe"](words.placement[guess.placement], why)} `;
}

const OTHER = { "°F": "°C", "°C": "°F" } as const;

/** Asks in which unit a sensor measures that nobody has said of; one press answers. Nothing where that is known. */
export function UnitQuestion({ sensor }: Pick<Props, "sensor">) {
  const teller = useTeller();
  const [isLinked, mayAnswer] = [useMember() === undefined, useMay("manage_sensors")];
  const { id, value, unitSource } = sensor;
  if (unitSource !== "assumed" || value === null) return null;
  const { unit: words } = teller.words;
  return (
    <Section
      id={`unit-${id}`}
      title={unitQuestion(nameOf(sensor, teller.words), value, teller)}
      part="unit"
      hint={isLinked || mayAnswer ? words.hint : words.askAMember}
    >
      {isLinked ? (
        <p>
          <Go href={`/sensors/${id}`}>{words.choose}</Go>
        </p>
      ) : null}
      {mayAnswer ? (
        <form method="post" action={`/sensors/${id}/unit`} class="row">
          {BARE_TEMPERATURE_UNITS.map((unit) => (
            <button type="submit" name="unit" value={unit} class="second">
              {words.itIs(both(value, unit, teller))}
            </button>
          ))}
        </form>
      ) : null}
    </Section>
  );
}

function both(value: number, unit: BareTemperatureUnit, teller: Teller): string {
  const other = convert(value, unit, OTHER[unit]) ?? value;
  return `${teller.asSent(value, unit)} (${teller.asSent(Math.round(other), OTHER[unit])})`;
}
