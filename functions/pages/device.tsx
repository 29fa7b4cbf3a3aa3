import { changeDevice, deleteDevice } from "../../lib/alerts/change-devices.actions.ts";
import { createDevice } from "../../lib/devices/devices.actions.ts";
import { revealIngestKey, rotateIngestKey } from "../../lib/devices/ingest-keys.actions.ts";
import { findReceived } from "../../lib/readings/shown.queries.ts";
import { type DeviceNote, deviceNotes } from "../../lib/sharing/home-page/standing.ts";
import { DeviceChange, NewDevice } from "../../schema/wire/devices.ts";
import { Field, Form } from "./components/fields.tsx";
import { Ask, Copied, Empty, EndPanel, Facts, LinkLine, List, Press, Section } from "./components/list.tsx";
import { ReceivedBodies } from "./device-set-up.tsx";
import { nameOf, placeText, sensorText } from "./format/alert-text.ts";
import { Ago, useTeller } from "./format/teller.tsx";
import { deviceOf, homeOf, idIn, type Site } from "./site.ts";

const PATH = "/devices/:id";

/** `/devices`, `/devices/new` and `/devices/{id}`: the list, the form for a new device, and one device's settings. */
export function devicePages({ services, page, act }: Site): void {
  page("/devices", null, {
    place: "devices",
    load: (c) => homeOf(c, services),
    view: (home, { words, teller, mayDo }) => [
      home.devices.length === 0 ? (
        <Empty icon="device" text={`${words.device.none} ${words.device.lead}`} />
      ) : (
        <div class="panel">
          <DeviceLines notes={deviceNotes(home, teller.now)} />
        </div>
      ),
      mayDo("manage_devices") && <LinkLine kind="button" href="/devices/new" text={words.device.add} />,
      mayDo("manage_feeds") && (
        <p class="hint">
          <a href="/feeds">{words.device.feeds}</a>
          {` · ${words.device.feedsHint}`}
        </p>
      ),
    ],
  });
  page("/devices/new", "manage_devices", {
    place: "devices",
    title: ({ device }) => device.add,
    view: (_, { words: { device } }) => (
      <Form action="/devices/new" shape={NewDevice} labels={device} class="panel" submit={device.make}>
        <p>{device.lead}</p>
        <Field name="name" />
        <Field name="space" />
      </Form>
    ),
  });
  act("/devices/new", "manage_devices", NewDevice, createDevice, ({ device }, { c }) =>
    c.redirect(`/devices/${device.id}/set-up`, 303),
  );
  const onDevice = page(PATH, null, {
    place: "devices",
    load: (c) => ({
      device: deviceOf(c, services),
      bodies: findReceived(services.db, c.var.householdId, idIn(c), services.clock()),
    }),
    title: (_, { device }) => device.name,
    view: ({ device, bodies }, { c, words, teller, note, mayDo }) => [
      <p class="hint">
        {deviceNotes({ devices: [device] }, teller.now).map((note) => (
          <DeviceNoteText note={note} />
        ))}
      </p>,
      note?.shown?.kind === "ingest" ? (
        <section class="panel">
          <h2>{words.device.key}</h2>
          <Copied of="shown" text={note.shown.url} />
        </section>
      ) : null,
      <Section id="sensors" title={words.device.sensors}>
        {device.sensors.length === 0 && <p class="hint">{words.card.never}</p>}
        <List
          items={device.sensors}
          asks={({ value, unitSource, fault, faultyAt }) =>
            value === null || unitSource === "assumed" || fault !== null || faultyAt !== null
          }
        >
          {(sensor) => ({
            href: `/sensors/${sensor.id}`,
            title: nameOf(sensor, words),
            facts: [
              sensorText(sensor, teller),
              sensor.unitSource === "assumed" && words.unit.unknown,
              sensor.unitSource === "siblings" && words.unit.likeOthers,
              !sensor.visible && words.sensor.hidden,
            ],
          })}
        </List>
      </Section>,
      mayDo("manage_sensors") && device.sensors.length > 0 && (
        <LinkLine class="links" href={`${c.req.path}/set-up/sensors`} text={words.naming.title} />
      ),
      mayDo("manage_devices") ? (
        <Form action={c.req.path} shape={DeviceChange} labels={words.device} values={device} class="panel">
          <Field name="name" hint="" />
          <Field name="space" />
        </Form>
      ) : null,
      mayDo("rotate_ingest_key") && device.type === "push" ? (
        <Section id="key-forms" title={words.device.key}>
          <div class="row">
            <LinkLine kind="button second" href={`${c.req.path}/set-up`} text={words.device.setUp} />
            <Press action={`${c.req.path}/reveal`} text={words.device.reveal} />
            <Ask
              action={`${c.req.path}/rotate`}
              text={words.device.rotate}
              warning={words.device.rotateHint}
            />
          </div>
        </Section>
      ) : null,
      mayDo("manage_devices") ? (
        <>
          <ReceivedBodies bodies={bodies} />
          <EndPanel path={c.req.path} enabled={device.enabled} words={words.device} />
        </>
      ) : null,
    ],
  });
  onDevice.act(PATH, "manage_devices", DeviceChange, changeDevice, "saved");
  onDevice.act(`${PATH}/reveal`, "reveal_ingest_key", null, revealIngestKey, ({ ingest_key: key }) => ({
    kind: "ingest",
    url: `${services.baseUrl}/api/ingest/${key}`,
  }));
  onDevice.act(`${PATH}/rotate`, "rotate_ingest_key", null, rotateIngestKey, "rotated", {
    to: (c) => `/devices/${idIn(c)}/set-up`,
  });
  onDevice.act(`${PATH}/remove`, "manage_devices", null, deleteDevice, "removed", { page: "/devices" });
}

export const DeviceLines = ({ notes }: { notes: readonly DeviceNote[] }) => (
  <List items={notes} asks={isOdd}>
    {(note) => ({
      href: `/devices/${note.device.id}`,
      lead: <span class={`dot ${note.status}`} />,
      title: placeText(note.device.name, note.device.space),
      hint: <DeviceNoteText note={note} />,
    })}
  </List>
);

export const isOdd = ({ status, hasLowBattery, hasWeakSignal, device }: DeviceNote): boolean =>
  (status !== "ok" && status !== "disabled") ||
  hasLowBattery ||
  hasWeakSignal ||
  device.clockOffsetSeconds !== null;

function DeviceNoteText({ note }: { note: DeviceNote }) {
  const { device, status, batteryPct, batteryDaysLeft, hasLowBattery, hasWeakSignal } = note;
  const { words: all, span } = useTeller();
  const { home, status: words } = all;
  const { clockOffsetSeconds: offset } = device;
  const facts = [
    words[status],
    device.lastSeenAt !== null && status !== "disabled" && <Ago at={device.lastSeenAt} />,
    batteryPct !== null && (
      <span class={hasLowBattery ? "mark low" : ""}>
        {home.battery(Math.round(batteryPct))}
        {batteryDaysLeft === null ? null : `, ${home.batteryDays(Math.round(batteryDaysLeft))}`}
      </span>
    ),
    hasWeakSignal && home.weakSignal,
    offset !== null && home[offset > 0 ? "clockAhead" : "clockBehind"](span(Math.abs(offset) * 1_000)),
  ];
  return <Facts of={facts} />;
}
