import type { AlertRecord } from "../../../lib/alerts/shown-alert.ts";
import {
  guessOf,
  PLACED_KINDS,
  type StoredPlacementReason,
} from "../../../lib/devices/placement/placement.ts";
import { placementReasonText } from "../../../lib/language/given-names.ts";
import { REASONS } from "../../../lib/language/languages.ts";
import type { PageDevice, PageHome, PageSensor } from "../../../lib/sharing/home-page/page-home.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { type Language, PLACEMENTS } from "../../../schema/vocabulary.ts";
import { acknowledgedText, alertText, pastTitle } from "../format/alert-text.ts";
import { nameOf } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Choice, Field, Form, Tick } from "./fields.tsx";
import { Icon } from "./icons.tsx";

/** Label, place and visibility. */
export function SensorSettings({
  device,
  sensor,
  teller,
  csv,
}: {
  device: PageDevice;
  sensor: PageSensor;
  teller: Teller;
  csv: string;
}) {
  const { words } = teller;
  const guessed = guessText(sensor, device, teller);
  const options = (["auto", ...PLACEMENTS] as const).map((name) => [name, words.placement[name]] as const);
  return (
    <Form action={`/sensors/${sensor.id}`} class="panel narrow">
      <h2>{words.sensor.settings}</h2>
      <Field
        label={words.sensor.label}
        name="label"
        value={nameOf(sensor, teller.words)}
        required
        maxlength={LIMITS.labelCharactersMax}
      />
      {PLACED_KINDS.includes(sensor.kind) ? (
        <Choice
          label={words.sensor.placement}
          name="placement"
          value={sensor.placement ?? "auto"}
          options={options}
          hint={guessed === null ? words.device.placementHint : `${guessed} ${words.device.placementHint}`}
        />
      ) : null}
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

/** What its name or its week says of its place, and why, until its owner says; null where neither says anything. */
function guessText(sensor: PageSensor, device: PageDevice, { words, language }: Teller): string | null {
  const guess = sensor.placement === null ? guessOf(sensor, device) : null;
  if (guess === null) return null;
  const told = [words.placement[guess.placement], placedText(guess.reason, language)] as const;
  return guess.isApplied ? words.sensor.takenFor(...told) : words.sensor.mayBe(...told);
}

/** A guess that was kept before there were codes has an English sentence. */
const placedText = (reason: StoredPlacementReason, language: Language): string =>
  typeof reason === "string" ? reason : placementReasonText(reason, REASONS[language]);

/** Its last alerts, newest first; nothing where there were none. */
export function PastAlerts({ alerts, home, teller }: AlertLinesProps) {
  const { words } = teller;
  if (alerts.length === 0) return null;
  return (
    <section aria-labelledby="past-alerts">
      <h2 id="past-alerts">{words.sensor.alerts}</h2>
      <AlertLines alerts={alerts} home={home} teller={teller} />
    </section>
  );
}

type AlertLinesProps = {
  alerts: readonly AlertRecord[];
  home: Pick<PageHome, "devices" | "alerts">;
  teller: Teller;
};

/**
 * A line for each alert, about what is called as it is today: an open one as the home's page calls it, one that is
 * over by what it was.
 */
export const AlertLines = ({ alerts, home, teller }: AlertLinesProps) => (
  <ul class="alerts">
    {alerts.map((alert) => {
      const open = home.alerts.find(({ id }) => id === alert.id);
      return (
        <li class={alert.closedAt === null ? alert.severity : "over"}>
          <a href={`/alerts/${alert.id}`}>
            <Icon name={alert.kind === "leak" ? "flood" : "alert"} />
            <span>
              <strong>
                {open === undefined ? pastTitle(alert, home, teller) : alertText(open, home, teller).title}
              </strong>
              <span class="hint">
                {teller.dateTime(alert.openedAt)}
                {" · "}
                {alert.closedAt !== null
                  ? teller.words.alertPage.lasted(
                      teller.span(alert.closedAt.getTime() - alert.openedAt.getTime()),
                    )
                  : alert.acknowledgedAt === null
                    ? teller.words.alertPage.open
                    : acknowledgedText(open, teller)}
              </span>
            </span>
          </a>
        </li>
      );
    })}
  </ul>
);
