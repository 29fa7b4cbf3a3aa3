import type { Context, Hono, MiddlewareHandler } from "hono";
import { guessOf, PLACED_KINDS } from "../../lib/devices/placement/placement.ts";
import { changeSensors, settleUnit } from "../../lib/devices/sensors.actions.ts";
import { type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import type { PageDevice, PageHome, PageSensor } from "../../lib/sharing/home-page/page-home.ts";
import { LIMITS } from "../../schema/limits.ts";
import { BARE_TEMPERATURE_UNITS, PLACEMENTS } from "../../schema/vocabulary.ts";
import { SensorsBatch } from "../../schema/wire/devices.ts";
import { Choice, Field } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import type { DevicePagePorts } from "./device-ports.ts";
import type { Form } from "./form.ts";
import { formsOn, idIn } from "./form-action.ts";
import { checkForm } from "./form-check.ts";
import { nameOf, stateWord } from "./format/name-of.ts";
import type { Teller } from "./format/teller.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

const PATH = "/devices/:id/set-up/sensors";

/** `/devices/{id}/set-up/sensors`: the name, the place and the unit of each sensor of a device, in one form. */
export function addDeviceSensorPages(
  routes: Hono<PageEnv>,
  ports: DevicePagePorts,
  guard: MiddlewareHandler<PageEnv>,
): void {
  const forms = formsOn(routes, guard);
  routes.get(PATH, guard, pageMay("manage_sensors"), async (c) => {
    const found = await load(c, ports);
    return found === null ? problemPage(c, { name: "not_found" }) : formPage(c, found);
  });
  forms(PATH, pageMay("manage_sensors"), {
    run: async (c, _, form) => {
      const found = await load(c, ports);
      return found === null ? refuse("not_found") : saveSensors(c, ports, found.device, form);
    },
    done: "saved",
    to: (c) => `/devices/${idIn(c)}`,
    wakes: ports,
  });
}

async function saveSensors(
  c: Context<PageEnv>,
  ports: DevicePagePorts,
  device: PageDevice,
  form: Form,
): Promise<Outcome<unknown>> {
  const wish = checkForm(SensorsBatch, { sensors: device.sensors.map((sensor) => wishOf(sensor, form)) });
  if (!wish.ok) return wish;
  const changed = await changeSensors(ports, actingOf(c), wish.value.sensors);
  for (const sensor of device.sensors) {
    if (!changed.ok) return changed;
    const unit = BARE_TEMPERATURE_UNITS.find((each) => each === form.text(`unit.${sensor.id}`));
    const isSaid = sensor.unitSource !== "assumed" && sensor.unit === unit;
    if (unit === undefined || !isBare(sensor) || isSaid) continue;
    const settled = await settleUnit(ports, actingOf(c), { sensorId: sensor.id }, unit);
    if (!settled.ok) return settled;
  }
  return changed;
}

type Found = { home: PageHome; device: PageDevice; now: Date };

async function load(c: Context<PageEnv>, ports: DevicePagePorts): Promise<Found | null> {
  const now = ports.clock();
  const home = await findHomePage(ports.db, c.var.member.householdId, now);
  const device = home?.devices.find(({ id }) => id === c.req.param("id"));
  return home === null || device === undefined ? null : { home, device, now };
}

/** A name that is left empty, or a sensor that came while the form was open, stays as it is. */
function wishOf({ id }: PageSensor, { text, has }: Form) {
  const label = text(`label.${id}`);
  const placement = text(`placement.${id}`);
  return {
    id,
    ...(label === "" ? {} : { label }),
    ...(has(`placement.${id}`) ? { placement: placement === "auto" ? null : placement } : {}),
  };
}

/** A temperature whose readings don't name their unit. */
const isBare = ({ kind, unit, unitSource }: PageSensor): boolean =>
  kind === "temperature" &&
  (unit === "°F" || unit === "°C") &&
  unitSource !== null &&
  unitSource !== "sender";

function formPage(c: Context<PageEnv>, { home, device, now }: Found): Response | Promise<Response> {
  const { frame, words, teller } = ownerPage(c, now, "devices", home);
  return c.html(
    <OwnerFrame {...frame} title={words.naming.title}>
      <p class="hint">
        <a href={`/devices/${device.id}`}>{device.name}</a>
        {device.space === "" ? null : ` · ${device.space}`}
      </p>
      {device.sensors.length === 0 ? (
        <p>{words.card.never}</p>
      ) : (
        <form method="post" action={`/devices/${device.id}/set-up/sensors`} class="panel stack">
          <p class="hint">{words.naming.hint}</p>
          {device.sensors.map((sensor) => (
            <SensorFields sensor={sensor} device={device} teller={teller} />
          ))}
          <button type="submit">{words.naming.save}</button>
        </form>
      )}
    </OwnerFrame>,
  );
}

function SensorFields({
  sensor,
  device,
  teller,
}: {
  sensor: PageSensor;
  device: PageDevice;
  teller: Teller;
}) {
  const { words } = teller;
  const name = nameOf(sensor, words);
  const guess = guessOf(sensor, device);
  const options = (["auto", ...PLACEMENTS] as const).map((place) => [place, words.placement[place]] as const);
  return (
    <fieldset class="stack">
      <legend>{name}</legend>
      <p class="hint">
        {sensor.key}
        {sensor.value === null
          ? null
          : ` · ${sensor.isState ? stateWord(words, sensor.kind, sensor.value !== 0) : `${teller.number(sensor.value, 1)}${sensor.unit === null ? "" : `\u00a0${sensor.unit}`}`}`}
      </p>
      <Field
        label={words.naming.name}
        name={`label.${sensor.id}`}
        value={name}
        maxlength={LIMITS.labelCharactersMax}
      />
      {PLACED_KINDS.includes(sensor.kind) ? (
        <Choice
          label={words.naming.place}
          name={`placement.${sensor.id}`}
          value={sensor.placement ?? "auto"}
          options={options}
          hint={
            guess === null ? words.device.placementHint : words.naming.guess(words.placement[guess.placement])
          }
        />
      ) : null}
      {isBare(sensor) ? (
        <Choice
          label={words.naming.unit}
          name={`unit.${sensor.id}`}
          value={sensor.unitSource === "assumed" ? "" : (sensor.unit ?? "")}
          options={[
            ...(sensor.unitSource === "assumed" ? [["", words.naming.chooseUnit] as const] : []),
            ...BARE_TEMPERATURE_UNITS.map((unit) => [unit, unit] as const),
          ]}
          hint={words.naming.unitHint}
        />
      ) : null}
    </fieldset>
  );
}
