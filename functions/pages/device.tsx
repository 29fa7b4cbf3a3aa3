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
import { DeviceNoteText } from "./components/device-lines.tsx";
import { EndPanel } from "./components/end-panel.tsx";
import { Ask, Field, Form, Press } from "./components/fields.tsx";
import { Folded } from "./components/folded.tsx";
import { List, Row, Section } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { ReceivedBodies } from "./components/received-bodies.tsx";
import type { DevicePagePorts } from "./device-ports.ts";
import { formsOn, idIn } from "./form-action.ts";
import { shownOnce } from "./form-note.ts";
import { nameOf, stateWord } from "./format/name-of.ts";
import type { Teller } from "./format/teller.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

const PATH = "/devices/:id";

/** `/devices/{id}`: its sensors, and everything that can be done with a device. */
export function addDevicePages(
  routes: Hono<PageEnv>,
  ports: DevicePagePorts,
  guard: MiddlewareHandler<PageEnv>,
): void {
  const forms = formsOn(routes, guard);
  routes.get(PATH, guard, (c) => devicePage(c, ports));
  forms(PATH, pageMay("manage_devices"), {
    shape: DeviceChange,
    wish: ({ text, has }) => ({
      ...(has("name") ? { name: text("name"), space: text("space") } : {}),
      ...(has("enabled") ? { enabled: text("enabled") === "yes" } : {}),
    }),
    run: (c, { name, space, enabled }) => changeDevice(ports, actingOf(c), idIn(c), { name, space, enabled }),
    done: "saved",
  });
  forms(`${PATH}/reveal`, pageMay("reveal_ingest_key"), {
    page: pageOf,
    run: (c) => revealIngestKey(ports, c.var, idIn(c)),
    done: (c, { ingest_key: key }) =>
      shownOnce(c, pageOf(c), { kind: "ingest", url: `${ports.baseUrl}/api/ingest/${key}` }),
  });
  forms(`${PATH}/rotate`, pageMay("rotate_ingest_key"), {
    page: pageOf,
    run: (c) => rotateIngestKey(ports, actingOf(c), idIn(c)),
    done: "rotated",
    to: (c) => `${pageOf(c)}/set-up`,
  });
  forms(`${PATH}/remove`, pageMay("manage_devices"), {
    page: "/devices",
    run: (c) => deleteDevice(ports, actingOf(c), idIn(c)),
    done: "removed",
  });
}

const pageOf = (c: Context<PageEnv>): string => `/devices/${idIn(c)}`;

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
      <p class="hint">{note === undefined ? null : <DeviceNoteText note={note} teller={teller} />}</p>
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
    <Section id="sensors" title={words.device.sensors}>
      {device.sensors.length === 0 ? <p class="hint">{words.card.never}</p> : null}
      <Folded
        items={device.sensors}
        asks={({ value, unitSource, fault, faultyAt }) =>
          value === null || unitSource === "assumed" || fault !== null || faultyAt !== null
        }
        list={(sensors) => (
          <List>
            {sensors.map(({ id, key, label, value, unit, unitSource, isState, kind, visible }) => (
              <Row
                href={`/sensors/${id}`}
                title={nameOf({ key, label, kind }, words)}
                hint={[
                  value === null
                    ? words.card.never
                    : isState
                      ? stateWord(words, kind, value !== 0)
                      : teller.value(value, unit),
                  ...(unitSource === "assumed" ? [words.unit.unknown] : []),
                  ...(unitSource === "siblings" ? [words.unit.likeOthers] : []),
                  ...(visible ? [] : [words.sensor.hidden]),
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
    <Section id="key-forms" title={words.key}>
      <div class="row">
        <a class="button second" href={`/devices/${device.id}/set-up`}>
          {words.setUp}
        </a>
        <Press action={`/devices/${device.id}/reveal`} text={words.reveal} kind="second" />
        <Ask action={`/devices/${device.id}/rotate`} text={words.rotate} warning={words.rotateHint} />
      </div>
    </Section>
  );
}
