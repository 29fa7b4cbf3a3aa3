import type { Context, Hono, MiddlewareHandler } from "hono";
import { changeDevice, deleteDevice } from "../../lib/devices/devices.actions.ts";
import { revealIngestKey, rotateIngestKey } from "../../lib/devices/ingest-keys.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { findReceived } from "../../lib/readings/readings.queries.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import type { PageDevice } from "../../lib/sharing/home-page/page-home.ts";
import { deviceNotes } from "../../lib/sharing/home-page/standing.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { Action } from "../../schema/vocabulary.ts";
import { DeviceChange } from "../../schema/wire/devices.ts";
import { validate } from "../_http/validate.ts";
import { DeviceNoteText } from "./components/device-lines.tsx";
import { EndPanel } from "./components/end-panel.tsx";
import { Ask, Field, Form, Press } from "./components/fields.tsx";
import { Folded } from "./components/folded.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { ReceivedBodies } from "./components/received-bodies.tsx";
import type { DevicePagePorts } from "./device-ports.ts";
import { readForm } from "./form.ts";
import { formRefused, shownOnce } from "./form-note.ts";
import { nameOf, stateWord } from "./format/name-of.ts";
import type { Teller } from "./format/teller.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

const PATH = "/devices/:id";

/** `/devices/{id}`: its sensors, and everything that can be done with a device. */
export function addDevicePages(
  routes: Hono<PageEnv>,
  ports: DevicePagePorts,
  guard: MiddlewareHandler<PageEnv>,
): void {
  routes.get(PATH, guard, (c) => devicePage(c, ports));
  routes.post(PATH, guard, pageMay("manage_devices"), (c) => change(c, ports));
  routes.post(`${PATH}/reveal`, guard, pageMay("reveal_ingest_key"), async (c) => {
    const revealed = await revealIngestKey(ports, c.var, c.req.param("id"));
    const path = `/devices/${c.req.param("id")}`;
    if (!revealed.ok) return formRefused(c, path, revealed.problem);
    const url = `${ports.baseUrl}/api/ingest/${revealed.value.ingest_key}`;
    return shownOnce(c, path, { kind: "ingest", url });
  });
  routes.post(`${PATH}/rotate`, guard, pageMay("rotate_ingest_key"), async (c) => {
    const rotated = await rotateIngestKey(ports, actingOf(c), c.req.param("id"));
    return rotated.ok
      ? doneAt(c, `/devices/${rotated.value.device.id}/set-up`, "rotated")
      : formRefused(c, `/devices/${c.req.param("id")}`, rotated.problem);
  });
  routes.post(`${PATH}/remove`, guard, pageMay("manage_devices"), async (c) => {
    const removed = await deleteDevice(ports, actingOf(c), c.req.param("id"));
    return removed.ok ? doneAt(c, "/devices", "removed") : formRefused(c, "/devices", removed.problem);
  });
}

async function change(c: Context<PageEnv>, ports: DevicePagePorts): Promise<Response> {
  const form = await readForm(c);
  if (!form.ok) return problemPage(c, form.problem);
  const { text, has } = form.value;
  const wish = validate(DeviceChange, {
    ...(has("name") ? { name: text("name"), space: text("space") } : {}),
    ...(has("enabled") ? { enabled: text("enabled") === "yes" } : {}),
  });
  const id = c.req.param("id") ?? "";
  if (!wish.ok) return formRefused(c, `/devices/${id}`, wish.problem, form.value);
  const { name, space, enabled } = wish.value;
  const changed = await changeDevice(ports, actingOf(c), id, { name, space, enabled });
  return changed.ok
    ? doneAt(c, `/devices/${id}`, "saved")
    : formRefused(c, `/devices/${id}`, changed.problem, form.value);
}

async function devicePage(c: Context<PageEnv>, ports: DevicePagePorts): Promise<Response> {
  const now = ports.clock();
  const { householdId } = c.var.member;
  const [home, bodies] = await Promise.all([
    findHomePage(ports.db, householdId, now),
    findReceived(ports.db, householdId, c.req.param("id") ?? "", now),
  ]);
  const device = home?.devices.find(({ id }) => id === c.req.param("id"));
  if (home === null || device === undefined) return problemPage(c, { name: "not_found" });
  const { frame, words, teller, note: formNote } = ownerPage(c, now, "devices", home);
  const ingestUrl = formNote?.shown?.kind === "ingest" ? formNote.shown.url : undefined;
  const isAllowed = (action: Action) => may(action, c.var.member) === "yes";
  const [note] = deviceNotes({ devices: [device] }, now);
  return c.html(
    <OwnerFrame {...frame} title={device.name} up="devices">
      <p>{note === undefined ? null : <DeviceNoteText note={note} teller={teller} />}</p>
      {ingestUrl === undefined ? null : (
        <section class="panel">
          <h2>{words.device.key}</h2>
          <code class="key">{ingestUrl}</code>
        </section>
      )}
      <Sensors device={device} teller={teller} />
      {isAllowed("manage_sensors") && device.sensors.length > 0 ? (
        <p class="links">
          <a href={`/devices/${device.id}/set-up/sensors`}>{words.naming.title}</a>
        </p>
      ) : null}
      {isAllowed("manage_devices") ? <ChangePanel device={device} teller={teller} /> : null}
      {isAllowed("rotate_ingest_key") && device.type === "push" ? (
        <KeyForms device={device} teller={teller} />
      ) : null}
      {isAllowed("manage_devices") ? <ReceivedBodies bodies={bodies} teller={teller} /> : null}
      {isAllowed("manage_devices") ? (
        <EndPanel
          path={`/devices/${device.id}`}
          enabled={device.enabled}
          disableHint={words.device.disableHint}
          remove={words.device.remove}
          removeHint={words.device.removeHint}
          words={words}
        />
      ) : null}
    </OwnerFrame>,
  );
}

function Sensors({ device, teller }: { device: PageDevice; teller: Teller }) {
  const { words } = teller;
  return (
    <section class="panel" aria-labelledby="sensors">
      <h2 id="sensors">{words.device.sensors}</h2>
      {device.sensors.length === 0 ? <p class="hint">{words.card.never}</p> : null}
      <Folded
        items={device.sensors}
        asks={({ value, unitSource, fault, faultyAt }) =>
          value === null || unitSource === "assumed" || fault !== null || faultyAt !== null
        }
        list={(sensors) => (
          <ul class="device-lines">
            {sensors.map(({ id, key, label, value, unit, unitSource, isState, kind, visible }) => (
              <li>
                <a href={`/sensors/${id}`}>{nameOf({ key, label, kind }, words)}</a>
                <span class="hint">
                  {value === null
                    ? words.card.never
                    : isState
                      ? stateWord(words, kind, value !== 0)
                      : teller.value(value, unit)}
                  {unitSource === "assumed" ? ` (${words.unit.unknown})` : null}
                  {unitSource === "siblings" ? ` · ${words.unit.likeOthers}` : null}
                  {visible ? null : ` · ${words.sensor.hidden}`}
                </span>
              </li>
            ))}
          </ul>
        )}
        words={words}
      />
    </section>
  );
}

function ChangePanel({ device, teller }: { device: PageDevice; teller: Teller }) {
  const { words } = teller;
  return (
    <Form action={`/devices/${device.id}`} class="panel narrow">
      <Field
        label={words.device.name}
        name="name"
        value={device.name}
        required
        maxlength={LIMITS.deviceNameCharactersMax}
      />
      <Field
        label={words.device.space}
        name="space"
        value={device.space}
        hint={words.device.spaceHint}
        maxlength={LIMITS.spaceCharactersMax}
      />
      <button type="submit">{words.owner.save}</button>
    </Form>
  );
}

function KeyForms({ device, teller }: { device: PageDevice; teller: Teller }) {
  const { device: words } = teller.words;
  return (
    <section class="panel" aria-labelledby="key-forms">
      <h2 id="key-forms">{words.key}</h2>
      <div class="row">
        <a class="button second" href={`/devices/${device.id}/set-up`}>
          {words.setUp}
        </a>
        <Press action={`/devices/${device.id}/reveal`} text={words.reveal} kind="second" />
        <Ask action={`/devices/${device.id}/rotate`} text={words.rotate} warning={words.rotateHint} />
      </div>
    </section>
  );
}
