import { quantityOf } from "../../../lib/kernel/units.ts";
import type { PageDevice, PageSensor } from "../../../lib/sharing/home-page/page-home.ts";
import { nameOf } from "../format/name-of.ts";
import { stateWord } from "../format/state-word.ts";
import type { Teller } from "../format/teller.ts";
import { Press } from "./fields.tsx";
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
          <p>
            {device.sensors
              .map((sensor) => `${nameOf(sensor, teller.words)}: ${nowText(sensor, teller)}`)
              .join(" · ")}
          </p>
        </div>
      </section>
      {device.sensors.map((sensor) => (
        <UnitQuestion sensor={sensor} reader="manager" teller={teller} />
      ))}
      <section class="panel" data-part="naming">
        <p class="hint">{teller.words.naming.hint}</p>
        <a class="button" href={`/devices/${device.id}/set-up/sensors`}>
          {teller.words.naming.title}
        </a>
      </section>
      <section class="panel" data-part="test">
        <p class="hint">{words.testHint}</p>
        <div class="row">
          <Press action={`/devices/${device.id}/set-up/test`} text={words.test} kind="second" />
          <a class="button second" href="/home">
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
