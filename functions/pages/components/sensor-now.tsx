import type { PageSensor } from "../../../lib/sharing/home-page/page-home.ts";
import { stateKind, stateWord } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Ago } from "./ago.tsx";
import { Icon } from "./icons.tsx";

/** What a sensor says now, and how long ago that was. */
export function SensorNow({ sensor, teller }: { sensor: PageSensor; teller: Teller }) {
  const { value, unit, recordedAt } = sensor;
  if (value === null || recordedAt === null) return <p class="value none">{teller.words.card.never}</p>;
  const figure = teller.figure(value, unit);
  return (
    <p class={sensor.isState ? "value word now" : "value now"}>
      {sensor.isState ? <Icon name={stateKind(sensor.kind)} /> : null}
      {sensor.isState ? stateWord(teller.words, sensor.kind, value !== 0) : figure.text}
      {sensor.isState ? null : <small>{figure.unit}</small>}
      {sensor.unitSource === "assumed" ? <span class="mark">{teller.words.unit.unknown}</span> : null}
      <span class="age">
        <Ago at={recordedAt} teller={teller} />
      </span>
    </p>
  );
}
