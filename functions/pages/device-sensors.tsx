import type { Context } from "hono";
import { settleUnit } from "../../lib/alerts/change-devices.actions.ts";
import type { HomeDevice, HomeSensor } from "../../lib/devices/home-device.ts";
import { changeSensors } from "../../lib/devices/sensors.actions.ts";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import { BARE_TEMPERATURE_UNITS } from "../../schema/vocabulary.ts";
import { SensorsBatch } from "../../schema/wire/devices.ts";
import { Choice, Form, optionsOf } from "./components/fields.tsx";
import { Facts } from "./components/list.tsx";
import { SensorNaming } from "./components/sensor-settings.tsx";
import { useTeller } from "./components/teller-scope.ts";
import type { Form as SentForm } from "./form.ts";
import { nameOf, sensorText } from "./format/name-of.ts";
import type { PageEnv } from "./session.ts";
import { deviceOf, idIn, type PageServices, type Site } from "./site.ts";

const PATH = "/devices/:id/set-up/sensors";
const LABEL = "label.";

/** `/devices/{id}/set-up/sensors`: the name, the place and the unit of each sensor of a device, in one form. */
export function deviceSensorPages({ services, page }: Site): void {
  const { form } = page(PATH, "manage_sensors", {
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
          <Form action={c.req.path} class="panel stack" submit={words.naming.save}>
            <p class="hint">{words.naming.hint}</p>
            {device.sensors.map((sensor) => (
              <SensorFields sensor={sensor} device={device} />
            ))}
          </Form>
        )}
      </>
    ),
  });
  form(PATH, "manage_sensors", {
    shape: SensorsBatch,
    wish: (sent) => ({ sensors: idsIn(sent).map((id) => wishOf(id, sent)) }),
    nameField: ([, place, field], sent) => `${field}.${idsIn(sent)[Number(place)]}`,
    run: async (c, { sensors }, sent) => {
      const changed = await changeSensors(services, c.var, sensors);
      return changed.ok ? settleUnits(c, services, sent) : changed;
    },
    done: "saved",
    to: (c) => `/devices/${idIn(c)}`,
  });
}

/** The sensors that the form asks about, in its order. */
const idsIn = ({ entries }: SentForm): string[] =>
  entries().flatMap(([name]) => (name.startsWith(LABEL) ? [name.slice(LABEL.length)] : []));

/** A name that is left empty stays as it is. */
function wishOf(id: string, { text, has }: SentForm) {
  const [label, placement] = [text(LABEL + id), text(`placement.${id}`)];
  return {
    id,
    ...(label === "" ? {} : { label }),
    ...(has(`placement.${id}`) ? { placement: placement || null } : {}),
  };
}

async function settleUnits(
  c: Context<PageEnv>,
  services: PageServices,
  form: SentForm,
): Promise<Outcome<unknown>> {
  const device = await deviceOf(c, services);
  if (!device.ok) return device;
  for (const sensor of device.value.sensors.filter(isBare)) {
    const unit = BARE_TEMPERATURE_UNITS.find((each) => each === form.text(`unit.${sensor.id}`));
    if (unit === undefined || (sensor.unitSource !== "assumed" && sensor.unit === unit)) continue;
    const settled = await settleUnit(services, c.var, { sensorId: sensor.id }, unit);
    if (!settled.ok) return settled;
  }
  return device;
}

/** A temperature whose readings don't name their unit. */
const isBare = ({ kind, unit, unitSource }: HomeSensor): boolean =>
  kind === "temperature" &&
  (unit === "°F" || unit === "°C") &&
  unitSource !== null &&
  unitSource !== "sender";

function SensorFields({ sensor, device }: { sensor: HomeSensor; device: HomeDevice }) {
  const teller = useTeller();
  const { words } = teller;
  const { id, key, value, unit } = sensor;
  const isAssumed = sensor.unitSource === "assumed";
  const units = optionsOf(BARE_TEMPERATURE_UNITS);
  return (
    <fieldset class="stack">
      <legend>{nameOf(sensor, words)}</legend>
      <p class="hint">
        <Facts of={[key, value !== null && sensorText(sensor, teller, "asSent")]} />
      </p>
      <SensorNaming sensor={sensor} device={device} suffix={`.${id}`} />
      {isBare(sensor) ? (
        <Choice
          label={words.naming.unit}
          name={`unit.${id}`}
          value={isAssumed ? "" : (unit ?? "")}
          options={isAssumed ? [["", words.naming.chooseUnit], ...units] : units}
          hint={words.naming.unitHint}
        />
      ) : null}
    </fieldset>
  );
}
