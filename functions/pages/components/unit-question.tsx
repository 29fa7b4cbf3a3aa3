import type { HomeSensor } from "../../../lib/devices/home-device.ts";
import { convert } from "../../../lib/kernel/units.ts";
import { BARE_TEMPERATURE_UNITS, type BareTemperatureUnit } from "../../../schema/vocabulary.ts";
import { unitQuestion } from "../format/alert-text.ts";
import { nameOf } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Section } from "./list.tsx";
import { Go } from "./press.tsx";
import { useMay, useMember, useTeller } from "./teller-scope.ts";

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
