import type { Context } from "hono";
import { changeDevice, deleteDevice } from "../../lib/devices/devices.actions.ts";
import type { HomeDevice } from "../../lib/devices/home-device.ts";
import { revealIngestKey, rotateIngestKey } from "../../lib/devices/ingest-keys.actions.ts";
import { done } from "../../lib/kernel/outcome.ts";
import { findReceived } from "../../lib/readings/readings.queries.ts";
import { deviceNotes } from "../../lib/sharing/home-page/standing.ts";
import { DeviceChange } from "../../schema/wire/devices.ts";
import { DeviceNoteText } from "./components/device-lines.tsx";
import { EndPanel } from "./components/end-panel.tsx";
import { Ask, Form, Press } from "./components/fields.tsx";
import { Folded } from "./components/folded.tsx";
import { Go } from "./components/go.tsx";
import { List, Row, Section } from "./components/list.tsx";
import { ReceivedBodies } from "./components/received-bodies.tsx";
import { DeviceFields } from "./devices.tsx";
import { shownOnce } from "./form-note.ts";
import { nameOf, sensorText } from "./format/name-of.ts";
import type { Teller } from "./format/teller.ts";
import { actingOf, idIn, type PageEnv } from "./session.ts";
import { deviceOf, type Site } from "./site.ts";

const PATH = "/devices/:id";

/** `/devices/{id}`: its sensors, and everything that can be done with a device. */
export function devicePages({ services, page, form: formOn }: Site): void {
  const form = page(PATH, null, {
    place: "devices",
    load: async (c) => {
      const [device, bodies] = await Promise.all([
        deviceOf(c, services),
        findReceived(services.db, c.var.member.householdId, idIn(c), services.clock()),
      ]);
      return device.ok ? done({ device: device.value, bodies }) : device;
    },
    title: (_, { device }) => device.name,
    view: ({ device, bodies }, { words, teller, note, mayDo }) => (
      <>
        <p class="hint">
          {deviceNotes({ devices: [device] }, teller.now).map((note) => (
            <DeviceNoteText note={note} teller={teller} />
          ))}
        </p>
        {note?.shown?.kind === "ingest" ? (
          <section class="panel">
            <h2>{words.device.key}</h2>
            <code class="key">{note.shown.url}</code>
          </section>
        ) : null}
        <Sensors device={device} teller={teller} />
        {mayDo("manage_sensors") && device.sensors.length > 0 ? (
          <p class="links">
            <a href={`/devices/${device.id}/set-up/sensors`}>{words.naming.title}</a>
          </p>
        ) : null}
        {mayDo("manage_devices") ? <ChangePanel device={device} teller={teller} /> : null}
        {mayDo("rotate_ingest_key") && device.type === "push" ? (
          <KeyForms device={device} teller={teller} />
        ) : null}
        {mayDo("manage_devices") ? <ReceivedBodies bodies={bodies} teller={teller} /> : null}
        {mayDo("manage_devices") ? (
          <EndPanel
            path={`/devices/${device.id}`}
            enabled={device.enabled}
            disableHint={words.device.disableHint}
            remove={words.device.remove}
            removeHint={words.device.removeHint}
            words={words}
          />
        ) : null}
      </>
    ),
  });
  form(PATH, "manage_devices", {
    shape: DeviceChange,
    run: (c, { name, space, enabled }) =>
      changeDevice(services, actingOf(c), idIn(c), { name, space, enabled }),
    done: "saved",
  });
  form(`${PATH}/reveal`, "reveal_ingest_key", {
    run: (c) => revealIngestKey(services, c.var, idIn(c)),
    done: (c, { ingest_key: key }) =>
      shownOnce(c, pageOf(c), { kind: "ingest", url: `${services.baseUrl}/api/ingest/${key}` }),
  });
  form(`${PATH}/rotate`, "rotate_ingest_key", {
    run: (c) => rotateIngestKey(services, actingOf(c), idIn(c)),
    done: "rotated",
    to: (c) => `${pageOf(c)}/set-up`,
  });
  formOn(`${PATH}/remove`, "manage_devices", {
    page: "/devices",
    run: (c) => deleteDevice(services, actingOf(c), idIn(c)),
    done: "removed",
  });
}

const pageOf = (c: Context<PageEnv>): string => `/devices/${idIn(c)}`;

function Sensors({ device, teller }: { device: HomeDevice; teller: Teller }) {
  const { words } = teller;
  return (
    <Section id="sensors" title={words.device.sensors}>
      {device.sensors.length === 0 ? <p class="hint">{words.card.never}</p> : null}
      <Folded
        items={device.sensors}
        asks={({ value, unitSource, fault, faultyAt }) =>
          value === null || unitSource === "assumed" || fault !== null || faultyAt !== null
        }
        list={(sensors) => (
          <List>
            {sensors.map((sensor) => (
              <Row
                href={`/sensors/${sensor.id}`}
                title={nameOf(sensor, words)}
                hint={[
                  sensorText(sensor, teller),
                  ...(sensor.unitSource === "assumed" ? [words.unit.unknown] : []),
                  ...(sensor.unitSource === "siblings" ? [words.unit.likeOthers] : []),
                  ...(sensor.visible ? [] : [words.sensor.hidden]),
                ].join(" · ")}
              />
            ))}
          </List>
        )}
        words={words}
      />
    </Section>
  );
}

function ChangePanel({ device, teller }: { device: HomeDevice; teller: Teller }) {
  const { words } = teller;
  return (
    <Form action={`/devices/${device.id}`} shape={DeviceChange} class="panel narrow">
      <DeviceFields words={words.device} name={device.name} space={device.space} />
      <button type="submit">{words.owner.save}</button>
    </Form>
  );
}

function KeyForms({ device, teller }: { device: HomeDevice; teller: Teller }) {
  const { device: words } = teller.words;
  return (
    <Section id="key-forms" title={words.key}>
      <div class="row">
        <Go href={`/devices/${device.id}/set-up`}>{words.setUp}</Go>
        <Press action={`/devices/${device.id}/reveal`} text={words.reveal} kind="second" />
        <Ask action={`/devices/${device.id}/rotate`} text={words.rotate} warning={words.rotateHint} />
      </div>
    </Section>
  );
}
