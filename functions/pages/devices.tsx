import { createDevice } from "../../lib/devices/devices.actions.ts";
import { deviceNotes } from "../../lib/sharing/home-page/standing.ts";
import { NewDevice } from "../../schema/wire/devices.ts";
import { DeviceLines } from "./components/device-lines.tsx";
import { Field, Form } from "./components/fields.tsx";
import { Empty } from "./components/list.tsx";
import { Start } from "./components/press.tsx";
import { homeOf, type Site } from "./site.ts";

/** `/devices`: what posts, and how another one is made. */
export function deviceListPages({ services, page, form }: Site): void {
  page("/devices", null, {
    place: "devices",
    load: (c) => homeOf(c, services),
    title: ({ owner }) => owner.places.devices,
    view: (home, { words, teller, mayDo }) => (
      <>
        {home.devices.length === 0 ? (
          <Empty icon="device" text={`${words.device.none} ${words.device.lead}`} />
        ) : (
          <div class="panel">
            <DeviceLines notes={deviceNotes(home, teller.now)} />
          </div>
        )}
        {mayDo("manage_devices") ? (
          <p>
            <Start href="/devices/new">{words.device.add}</Start>
          </p>
        ) : null}
        {mayDo("manage_feeds") ? (
          <p class="hint">
            <a href="/feeds">{words.device.feeds}</a>
            {` · ${words.device.feedsHint}`}
          </p>
        ) : null}
      </>
    ),
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
  form("/devices/new", "manage_devices", {
    shape: NewDevice,
    run: (c, device) => createDevice(services, c.var, device),
    done: (c, { device }) => c.redirect(`/devices/${device.id}/set-up`, 303),
  });
}
