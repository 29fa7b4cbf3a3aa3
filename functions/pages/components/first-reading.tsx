import type { PageDevice, PageSensor } from "../../../lib/domain/home-page/page-home.ts";
import { PLACED_KINDS } from "../../../lib/domain/placement/placement.ts";
import { quantityOf } from "../../../lib/domain/units.ts";
import { PLACEMENTS } from "../../../schema/vocabulary.ts";
import { stateWord } from "../format/state-word.ts";
import type { Teller } from "../format/teller.ts";
import { Choice, Press } from "./fields.tsx";
import { Icon } from "./icons.tsx";
import { UnitQuestion } from "./unit-question.tsx";

/** Waits; and once something has come, asks what only its owner knows. */
export function FirstReading({ device, teller }: { device: PageDevice; teller: Teller }) {
  const { device: words } = teller.words;
  if (device.lastSeenAt === null)
    return (
      <section class="standing unknown" data-part="waiting" role="status">
        <span class="badge">
          <Icon name="waiting" />
        </span>
        <div>
          <p class="first">{words.waiting}</p>
          <p>{words.waitingHint}</p>
        </div>
      </section>
    );
  return (
    <>
      <section class="standing well" data-part="heard" role="status">
        <span class="badge">
          <Icon name="well" />
        </span>
        <div>
          <p class="first">{words.heard}</p>
          <p>{device.sensors.map((sensor) => `${sensor.label}: ${nowText(sensor, teller)}`).join(" · ")}</p>
        </div>
      </section>
      <Celsius device={device} teller={teller} />
      {device.sensors.map((sensor) => (
        <UnitQuestion sensor={sensor} reader="manager" teller={teller} />
      ))}
      {device.sensors
        .filter(({ kind }) => PLACED_KINDS.includes(kind) && kind === "temperature")
        .map((sensor) => (
          <PlacementQuestion device={device} sensor={sensor} teller={teller} />
        ))}
      <section class="panel" data-part="test">
        <p class="hint">{words.testHint}</p>
        <div class="row">
          <Press action={`/devices/${device.id}/set-up/test`} text={words.test} kind="second" />
          <a class="button" href="/home">
            {words.finish}
          </a>
        </div>
      </section>
    </>
  );
}

function nowText({ value, unit, isState, kind }: PageSensor, teller: Teller): string {
  if (value === null) return teller.words.card.never;
  return isState ? stateWord(teller.words, kind, value !== 0) : told(value, unit, teller);
}

/** Shows the unit that it was read as, whatever the home prefers. */
const told = (value: number, unit: string | null, teller: Teller): string =>
  quantityOf(unit) === "temperature" ? `${teller.number(value, 1)}\u00a0${unit}` : teller.value(value, unit);

/** A bare number of a key that the specification names is °F; its owner may know better. */
function Celsius({ device, teller }: { device: PageDevice; teller: Teller }) {
  const { device: words } = teller.words;
  const bare = device.sensors.find(
    ({ unit, value, unitSource }) => unit === "°F" && value !== null && unitSource !== "assumed",
  );
  if (bare === undefined || bare.value === null || bare.unitSource === "sender") return null;
  return (
    <section class="panel" data-part="unit">
      <p>
        <strong>{words.readAs(told(bare.value, bare.unit, teller), bare.label)}</strong>
      </p>
      <div class="row">
        <a class="button second" href="#placement">
          {words.readRight}
        </a>
        <Press action={`/devices/${device.id}/set-up/celsius`} text={words.readCelsius} kind="second" />
      </div>
    </section>
  );
}

function PlacementQuestion({
  device,
  sensor,
  teller,
}: {
  device: PageDevice;
  sensor: PageSensor;
  teller: Teller;
}) {
  const { words } = teller;
  const options = (["auto", ...PLACEMENTS] as const).map((name) => [name, words.placement[name]] as const);
  return (
    <form
      method="post"
      action={`/devices/${device.id}/set-up/sensors/${sensor.id}`}
      class="panel narrow"
      data-part="placement"
      id="placement"
    >
      <Choice
        label={words.device.placement(sensor.label)}
        name="placement"
        value={sensor.placement ?? "auto"}
        options={options}
        hint={words.device.placementHint}
      />
      <button type="submit" class="second">
        {words.owner.save}
      </button>
    </form>
  );
}
