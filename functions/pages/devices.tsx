import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { createDevice } from "../../lib/devices/devices.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import { deviceNotes } from "../../lib/sharing/home-page/standing.ts";
import { LIMITS } from "../../schema/limits.ts";
import { NewDevice } from "../../schema/wire/devices.ts";
import { DeviceLines, isOdd } from "./components/device-lines.tsx";
import { Field, Form } from "./components/fields.tsx";
import { Folded } from "./components/folded.tsx";
import { Empty } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { addDevicePages } from "./device.tsx";
import type { DevicePagePorts } from "./device-ports.ts";
import { addDeviceSensorPages } from "./device-sensors.tsx";
import { addSetUpPages } from "./device-set-up.tsx";
import { formsOn } from "./form-action.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

/** `/devices`: what posts, and how it is made, set up, changed and removed. */
export function devicePages(ports: DevicePagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  routes.get("/devices", guard, async (c) => {
    const now = ports.clock();
    const home = await findHomePage(ports.db, c.var.member.householdId, now);
    if (home === null) return problemPage(c, { name: "not_found" });
    const { frame, words, teller } = ownerPage(c, now, "devices", home);
    return c.html(
      <OwnerFrame {...frame} title={words.owner.places.devices}>
        {home.devices.length === 0 ? (
          <Empty icon="device" text={`${words.device.none} ${words.device.lead}`} />
        ) : (
          <div class="panel">
            <Folded
              items={deviceNotes(home, now)}
              asks={isOdd}
              list={(notes) => <DeviceLines notes={notes} teller={teller} />}
              words={words}
            />
          </div>
        )}
        {may("manage_devices", c.var.member) === "yes" ? (
          <p>
            <a class="button" href="/devices/new">
              {words.device.add}
            </a>
          </p>
        ) : null}
        {may("manage_feeds", c.var.member) === "yes" ? (
          <p class="hint">
            <a href="/feeds">{words.device.feeds}</a>
            {` · ${words.device.feedsHint}`}
          </p>
        ) : null}
      </OwnerFrame>,
    );
  });
  routes.get("/devices/new", guard, pageMay("manage_devices"), (c) => newDevicePage(c, ports.clock()));
  forms("/devices/new", pageMay("manage_devices"), {
    shape: NewDevice,
    wish: ({ text }) => ({ name: text("name"), space: text("space") }),
    run: (c, device) => createDevice(ports, actingOf(c), device),
    done: (c, { device }) => c.redirect(`/devices/${device.id}/set-up`, 303),
  });
  addSetUpPages(routes, ports, guard);
  addDeviceSensorPages(routes, ports, guard);
  addDevicePages(routes, ports, guard);
  return routes;
}

function newDevicePage(c: Context, now: Date): Response | Promise<Response> {
  const { frame, words } = ownerPage(c, now, "devices");
  const { device } = words;
  return c.html(
    <OwnerFrame {...frame} title={device.add} up="devices">
      <Form action="/devices/new" class="panel narrow">
        <p>{device.lead}</p>
        <Field
          label={device.name}
          name="name"
          hint={device.nameHint}
          required
          maxlength={LIMITS.deviceNameCharactersMax}
        />
        <Field
          label={device.space}
          name="space"
          hint={device.spaceHint}
          maxlength={LIMITS.spaceCharactersMax}
        />
        <button type="submit">{device.make}</button>
      </Form>
    </OwnerFrame>,
  );
}
