import type { HomeDevice, HomeSensor } from "../../../lib/devices/home-device.ts";
import { guessOf, PLACED_KINDS } from "../../../lib/devices/placement/placement.ts";
import { placementReasonText } from "../../../lib/language/given-names.ts";
import { REASONS } from "../../../lib/language/languages.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { PLACEMENTS } from "../../../schema/vocabulary.ts";
import { nameOf } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Choice, Field, Form, optionsOf, Tick } from "./fields.tsx";

/** Label, place and visibility. */
export function SensorSettings({
  device,
  sensor,
  teller,
  csv,
}: {
  device: HomeDevice;
  sensor: HomeSensor;
  teller: Teller;
  csv: string;
}) {
  const { words } = teller;
  return (
    <Form action={`/sensors/${sensor.id}`} class="panel narrow">
      <h2>{words.sensor.settings}</h2>
      <SensorNaming sensor={sensor} device={device} teller={teller} />
      <Tick label={words.sensor.visible} name="visible" checked={sensor.visible} />
      <div class="row">
        <button type="submit">{words.owner.save}</button>
        <a class="button second" href={csv} download>
          {words.sensor.csv}
        </a>
      </div>
    </Form>
  );
}

type NamingProps = {
  sensor: HomeSensor;
  device: HomeDevice;
  /** Stands behind the fields' names where a form has several sensors. */
  suffix?: string;
  teller: Teller;
};

/** What a sensor is called, and where it hangs. */
export function SensorNaming({ sensor, device, suffix = "", teller }: NamingProps) {
  const { words } = teller;
  const guessed = guessText(sensor, device, teller);
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
          hint={guessed === null ? words.device.placementHint : `${guessed} ${words.device.placementHint}`}
        />
      ) : null}
    </>
  );
}

/** What its name or its week says of its place, and why, until its owner says; null where neither says anything. */
function guessText(sensor: HomeSensor, device: HomeDevice, { words, language }: Teller): string | null {
  const guess = sensor.placement === null ? guessOf(sensor, device) : null;
  if (guess === null) return null;
  const told = [
    words.placement[guess.placement],
    placementReasonText(guess.reason, REASONS[language]),
  ] as const;
  return guess.isApplied ? words.sensor.takenFor(...told) : words.sensor.mayBe(...told);
}
