import { deviceStatus } from "../../../lib/devices/device-status.ts";
import type { HomeSensor, SensorOfDevice } from "../../../lib/devices/home-device.ts";
import { convert } from "../../../lib/kernel/units.ts";
import { BARE_TEMPERATURE_UNITS, type BareTemperatureUnit } from "../../../schema/vocabulary.ts";
import { nameOf, stateKind, stateWord, unitQuestion } from "../format/alert-text.ts";
import type { Teller } from "../format/teller.ts";
import { Go, Icon, Section } from "./list.tsx";
import { Ago, useMay, useMember, useTeller } from "./teller-scope.tsx";

/** What a sensor says now, how long ago that was, and what is to be known of it. */
export function SensorNow({ sensor, device }: SensorOfDevice) {
  if (sensor.value === null || sensor.recordedAt === null)
    return <p class="value">{useTeller().words.card.never}</p>;
  return (
    <div>
      <Value sensor={sensor} kind="now" />
      <p class="age">
        <Mark sensor={sensor} device={device} /> <Ago at={sensor.recordedAt} />
      </p>
    </div>
  );
}

type ValueProps = { sensor: HomeSensor; kind?: "now" };

export function Value({ sensor: { value, unit, isState, kind: of }, kind }: ValueProps) {
  const { words, figure } = useTeller();
  if (value === null) return <p class="value">–</p>;
  const isOn = value !== 0;
  const { text, unit: shown } = figure(value, unit);
  const classes = ["value", isState ? "word" : "", kind].filter(Boolean).join(" ");
  return (
    <p class={classes}>
      {isState ? <Icon name={of === "door" && isOn ? "open" : stateKind(of)} /> : null}
      {isState ? stateWord(words, of, isOn) : text}
      {isState ? null : <small>{shown}</small>}
    </p>
  );
}

/** Why a value is not to be trusted as it stands. */
export function Mark({ sensor, device }: SensorOfDevice) {
  const { words, now } = useTeller();
  const mark = sensor.unitSource === "assumed" ? words.unit.unknown : doubt();
  return mark === null ? null : <span class="mark">{mark}</span>;

  function doubt(): string | null {
    const status = deviceStatus(device, now);
    if (sensor.faultyAt !== null) return words.card.faulty;
    if (sensor.fault !== null) return words.sensor.fault;
    return status === "offline" || status === "late" ? words.card[status] : null;
  }
}

const OTHER = { "°F": "°C", "°C": "°F" } as const;

/** Asks in which unit a sensor measures that nobody has said of; one press answers. Nothing where that is known. */
export function UnitQuestion({ sensor }: { sensor: HomeSensor }) {
  const teller = useTeller();
  const [isLinked, mayAnswer] = [useMember() === undefined, useMay("manage_sensors")];
  const { id, value, unitSource } = sensor;
  if (unitSource !== "assumed" || value === null) return null;
  const { unit: words } = teller.words;
  return (
    <Section
      id={`unit-${id}`}
      title={unitQuestion(nameOf(sensor, teller.words), value, teller)}
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
