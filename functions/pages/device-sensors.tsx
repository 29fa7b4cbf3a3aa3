import type { Context } from "hono";
import type { HomeDevice, HomeSensor } from "../../lib/devices/home-device.ts";
import { changeSensors, settleUnit } from "../../lib/devices/sensors.actions.ts";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import { BARE_TEMPERATURE_UNITS } from "../../schema/vocabulary.ts";
import { SensorsBatch } from "../../schema/wire/devices.ts";
import { Choice } from "./components/fields.tsx";
import { Facts } from "./components/list.tsx";
import { SensorNaming } from "./components/sensor-settings.tsx";
import { useTeller } from "./components/teller-scope.ts";
import type { Form } from "./form.ts";
import { checkForm } from "./form-check.ts";
import { nameOf, stateWord } from "./format/name-of.ts";
import { actingOf, idIn, type PageEnv } from "./session.ts";
import { deviceOf, type PageServices, type Site } from "./site.ts";

const PATH = "/devices/:id/set-up/sensors";

/** `/devices/{id}/set-up/sensors`: the name, the place and the unit of each sensor of a device, in one form. */
export function deviceSensorPages({ services, page, form }: Site): void {
  page(PATH, "manage_sensors", {
    place: "devices",
    load: (c) => deviceOf(c, services),
    title: ({ naming }) => naming.title,
    view: (device, { c, words }) => (
      <>
        <p class="hint">
          <a href={`/devices/${device.id}`}>{device.name}</a>
          {device.space === "" ? null : ` · ${device.space}`}
        </p>
        {device.sensors.length === 0 ? (
          <p>{words.card.never}</p>
        ) : (
          <form method="post" action={c.req.path} class="panel stack">
            <p class="hint">{words.naming.hint}</p>
            {device.sensors.map((sensor) => (
              <SensorFields sensor={sensor} device={device} />
            ))}
            <button type="submit">{words.naming.save}</button>
          </form>
        )}
      </>
    ),
  });
  form(PATH, "manage_sensors", {
    run: async (c, _, sent) => {
      const device = await deviceOf(c, services);
      return device.ok ? saveSensors(c, services, device.value, sent) : device;
    },
    done: "saved",
    to: (c) => `/devices/${idIn(c)}`,
    wakes: services,
  });
}

async function saveSensors(
  c: Context<PageEnv>,
  services: PageServices,
  device: HomeDevice,
  form: Form,
): Promise<Outcome<unknown>> {
  const wish = checkForm(SensorsBatch, { sensors: device.sensors.map((sensor) => wishOf(sensor, form)) });
  if (!wish.ok) return wish;
  const changed = await changeSensors(services, actingOf(c), wish.value.sensors);
  for (const sensor of device.sensors) {
    if (!changed.ok) return changed;
    const unit = BARE_TEMPERATURE_UNITS.find((each) => each === form.text(`unit.${sensor.id}`));
    const isSaid = sensor.unitSource !== "assumed" && sensor.unit === unit;
    if (unit === undefined || !isBare(sensor) || isSaid) continue;
    const settled = await settleUnit(services, actingOf(c), { sensorId: sensor.id }, unit);
    if (!settled.ok) return settled;
  }
  return changed;
}

/** A name that is left empty, or a sensor that came while the form was open, stays as it is. */
function wishOf({ id }: HomeSensor, { text, has }: Form) {
  const label = text(`label.${id}`);
  const placement = text(`placement.${id}`);
  return {
    id,
    ...(label === "" ? {} : { label }),
    ...(has(`placement.${id}`) ? { placement: placement || null } : {}),
  };
}

/** A temperature whose readings don't name their unit. */
const isBare = ({ kind, unit, unitSource }: HomeSensor): boolean =>
  kind === "temperature" &&
  (unit === "°F" || unit === "°C") &&
  unitSource !== null &&
  unitSource !== "sender";

function SensorFields({ sensor, device }: { sensor: HomeSensor; device: HomeDevice }) {
  const { words, number } = useTeller();
  const { id, key, kind, value, unit, isState } = sensor;
  const isAssumed = sensor.unitSource === "assumed";
  const now = (measured: number) =>
    isState
      ? stateWord(words, kind, measured !== 0)
      : `${number(measured, 1)}${unit === null ? "" : `\u00a0${unit}`}`;
  return (
    <fieldset class="stack">
      <legend>{nameOf(sensor, words)}</legend>
      <p class="hint">
        <Facts of={[key, value !== null && now(value)]} />
      </p>
      <SensorNaming sensor={sensor} device={device} suffix={`.${id}`} />
      {isBare(sensor) ? (
        <Choice
          label={words.naming.unit}
          name={`unit.${id}`}
          value={isAssumed ? "" : (unit ?? "")}
          options={[
            ...(isAssumed ? [["", words.naming.chooseUnit] as const] : []),
            ...BARE_TEMPERATURE_UNITS.map((each) => [each, each] as const),
          ]}
          hint={words.naming.unitHint}
        />
      ) : null}
    </fieldset>
  );
}
