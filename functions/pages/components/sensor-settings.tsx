import type { HomeDevice, HomeSensor } from "../../../lib/devices/home-device.ts";
import { guessOf, PLACED_KINDS } from "../../../lib/devices/placement/placement.ts";
import { REASONS } from "../../../lib/language/languages.ts";
import { placementReasonText } from "../../../lib/language/reason-text.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { PLACEMENTS } from "../../../schema/vocabulary.ts";
import { nameOf } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Choice, Field, Form, optionsOf, Tick } from "./fields.tsx";
import { useTeller } from "./teller-scope.ts";

type Props = { device: HomeDevice; sensor: HomeSensor };

export function SensorSettings({ device, sensor }: Props) {
  const { sensor: words, owner } = useTeller().words;
  return (
    <Form action={`/sensors/${sensor.id}`} labels={words} class="panel" submit={owner.save}>
      <h2>{words.settings}</h2>
      <SensorNaming sensor={sensor} device={device} />
      <Tick name="visible" checked={sensor.visible} />
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
