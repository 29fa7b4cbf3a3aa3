import { deviceStatus } from "../../../lib/devices/device-status.ts";
import type { HomeSensor, SensorOfDevice } from "../../../lib/devices/home-device.ts";
import { convert } from "../../../lib/kernel/units.ts";
import { BARE_TEMPERATURE_UNITS, type BareTemperatureUnit } from "../../../schema/vocabulary.ts";
import { nameOf, stateKind, stateWord, unitQuestion } from "../format/alert-text.ts";
import type { Teller } from "../format/teller.ts";
import { Icon, LinkLine, Second, Section } from "./list.tsx";
import { Ago, useMay, useMember, useTeller } from "./teller-scope.tsx";

/** What a sensor says now, how long ago that was, and what is to be known of it. */
export function SensorNow({ sensor, device }: SensorOfDevice) {
  if (sensor.value === null || sensor.recordedAt === null)
    return <p class="value">{useTeller().words.card.never}</p>;
  return (
    <div>
      <Value sensor={sensor} isNow />
      <p class="age">
        <Mark sensor={sensor} device={device} /> <Ago at={sensor.recordedAt} />
      </p>
    </div>
  );
}

export function Value({
  sensor: { value, unit, isState, kind },
  isNow,
}: {
  sensor: HomeSensor;
  isNow?: true;
}) {
  const { words, figure } = useTeller();
  if (value === null) return <p class="value">–</p>;
  const isOn = value !== 0;
  const { text, unit: shown } = figure(value, unit);
  return (
    <p class={["value", isState && "word", isNow && "now"].filter(Boolean).join(" ")}>
      {isState ? <Icon name={kind === "door" && isOn ? "open" : stateKind(kind)} /> : text}
      {isState ? stateWord(words, kind, isOn) : <small>{shown}</small>}
    </p>
  );
}

/** Why a value is not to be trusted as it stands. */
export function Mark({ sensor, device }: SensorOfDevice) {
  const { words, now } = useTeller();
  const status = deviceStatus(device, now);
  const mark =
    (sensor.unitSource === "assumed" && words.unit.unknown) ||
    (sensor.faultyAt !== null && words.card.faulty) ||
    (sensor.fault !== null && words.sensor.fault) ||
    ((status === "offline" || status === "late") && words.card[status]);
  return mark && <span class="mark">{mark}</span>;
}

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
      {isLinked && <LinkLine kind="button second" href={`/sensors/${id}`} text={words.choose} />}
      {mayAnswer ? (
        <form method="post" action={`/sensors/${id}/unit`} class="row">
          {BARE_TEMPERATURE_UNITS.map((unit) => (
            <Second name="unit" value={unit} text={words.itIs(both(value, unit, teller))} />
          ))}
        </form>
      ) : null}
    </Section>
  );
}

function both(value: number, unit: BareTemperatureUnit, { asSent }: Teller): string {
  const other = unit === "°F" ? "°C" : "°F";
  return `${asSent(value, unit)} (${asSent(Math.round(convert(value, unit, other) ?? value), other)})`;
}
