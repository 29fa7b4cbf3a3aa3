import { createDevice } from "../../lib/devices/devices.actions.ts";
import { done } from "../../lib/kernel/outcome.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import { deviceNotes } from "../../lib/sharing/home-page/standing.ts";
import { NewDevice } from "../../schema/wire/devices.ts";
import { DeviceLines, isOdd } from "./components/device-lines.tsx";
import { Field, Form } from "./components/fields.tsx";
import { Folded } from "./components/folded.tsx";
import { Empty } from "./components/list.tsx";
import { actingOf } from "./session.ts";
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
            <Folded
              items={deviceNotes(home, teller.now)}
              asks={isOdd}
              list={(notes) => <DeviceLines notes={notes} teller={teller} />}
              words={words}
            />
          </div>
        )}
        {mayDo("manage_devices") ? (
          <p>
            <a class="button" href="/devices/new">
              {words.device.add}
            </a>
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
    load: () => done(null),
    view: (_, { words: { device } }) => (
      <Form action="/devices/new" shape={NewDevice} class="panel narrow">
        <p>{device.lead}</p>
        <DeviceFields words={device} hint={device.nameHint} />
        <button type="submit">{device.make}</button>
      </Form>
    ),
  });
  form("/devices/new", "manage_devices", {
    shape: NewDevice,
    run: (c, device) => createDevice(services, actingOf(c), device),
    done: (c, { device }) => c.redirect(`/devices/${device.id}/set-up`, 303),
  });
}

type FieldsProps = { words: Words["device"]; hint?: string; name?: string; space?: string };

/** What a device is called, and in which room it is. */
export const DeviceFields = ({ words, hint, name, space }: FieldsProps) => (
  <>
    <Field label={words.name} name="name" value={name} hint={hint} />
    <Field label={words.space} name="space" value={space} hint={words.spaceHint} />
  </>
);
