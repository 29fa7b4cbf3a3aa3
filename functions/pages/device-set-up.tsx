import type { Context } from "hono";
import { settleUnit } from "../../lib/alerts/change-devices.actions.ts";
import { changeSensors } from "../../lib/devices/devices.actions.ts";
import type { HomeDevice, HomeSensor } from "../../lib/devices/home-device.ts";
import { showCallout } from "../../lib/devices/ingest-keys.actions.ts";
import { findKeyReplacedAt } from "../../lib/devices/ingest-keys.queries.ts";
import { sendTest } from "../../lib/messages/send-test.actions.ts";
import type { ReadSensor, ReceivedBody } from "../../lib/readings/received-body/received-body.ts";
import { findReceived } from "../../lib/readings/shown.queries.ts";
import { BARE_TEMPERATURE_UNITS, type SecurityAct, STATE_KINDS } from "../../schema/vocabulary.ts";
import { SensorsBatch } from "../../schema/wire/devices.ts";
import { Ways } from "./components/chart.tsx";
import { Choice, Form, optionsOf } from "./components/fields.tsx";
import {
  Banner,
  Copied,
  CopyButton,
  Facts,
  Go,
  LinkLine,
  Press,
  QrCode,
  Section,
  Start,
} from "./components/list.tsx";
import { UnitQuestion } from "./components/sensor-card.tsx";
import type { SentForm } from "./form.ts";
import { nameOf, sensorText, stateWord } from "./format/alert-text.ts";
import texts from "./format/snippets.json" with { type: "json" };
import { Ago, type Teller, useTeller } from "./format/teller.tsx";
import { isAskedAgain, type PageContext } from "./page.tsx";
import { SensorNaming } from "./sensor.tsx";
import { deviceOf, idIn, type Site } from "./site.ts";

const PATH = "/devices/:id/set-up";
const SENSORS = `${PATH}/sensors`;
const LABEL = "label.";

/** `/devices/{id}/set-up`: the key, where to paste it, and a live check for readings. `/sensors` below it: names. */
export function setUpPages({ services, page }: Site): void {
  /** Returns the key and until when it is shown; null once it no longer is. */
  const calloutOf = async (c: PageContext["c"]) => {
    const shown = await showCallout(services, c.var.member, idIn(c));
    if (!shown.ok) return null;
    (c as Context).set("told", "secret_revealed" satisfies SecurityAct);
    return shown.value;
  };
  const { form } = page(PATH, "manage_devices", {
    place: "devices",
    load: (c) => {
      const [{ householdId }, deviceId] = [c.var, idIn(c)];
      return {
        device: deviceOf(c, services),
        bodies: findReceived(services.db, householdId, deviceId, services.clock()),
        replacedAt: findKeyReplacedAt(services.db, { householdId, deviceId }),
        callout: isAskedAgain(c) ? null : calloutOf(c),
      };
    },
    title: ({ device: words }, { device }) => `${device.name}: ${words.setUp}`,
    heading: ({ device }) => <h1>{device.name}</h1>,
    liveSeconds: 3,
    isWide: true,
    view: ({ device, bodies, replacedAt, callout }, { words: { device: words }, teller, asked }) => {
      const how = POSTERS.find((each) => each === asked.text("how")) ?? "curl";
      return [
        <div class="columns">
          <div>
            {callout === null ? (
              <Section id="key" title={words.key} hint={words.keyGone}>
                <LinkLine kind="button second" href={`/devices/${device.id}`} text={words.toKey} />
              </Section>
            ) : (
              <>
                <Section id="how" title={`1. ${words.how}`}>
                  <Ways
                    label={words.how}
                    ways={POSTERS.map((poster) => [
                      `?how=${poster}#how`,
                      words.posts[poster],
                      poster === how,
                    ])}
                  />
                </Section>
                <Section id="paste" title={`2. ${words.paste}`}>
                  <p>{words.steps[how]}</p>
                  <pre class="snippet" tabindex={0}>
                    <code id="snippet">{snippetOf(how, callout.ingest_url)}</code>
                  </pre>
                  <CopyButton of="snippet" />
                  <p class="hint">
                    {words.keyUntil} {teller.clock(callout.until)} (<Ago at={callout.until} />)
                  </p>
                  <details class="figures">
                    <summary>{words.addressAlone}</summary>
                    <Copied of="address" text={callout.ingest_url} />
                    <QrCode text={callout.ingest_url} label={words.qr} />
                    <p class="hint">{words.qrHint}</p>
                  </details>
                  <LinkLine class="links" href="/docs/devices" text={words.moreRecipes} />
                </Section>
              </>
            )}
          </div>
          <div id="live">
            <FirstReading device={device} replacedAt={replacedAt} />
            <ReceivedBodies bodies={bodies} />
          </div>
        </div>,
      ];
    },
  });
  form(`${PATH}/test`, "read_home", { run: (c) => sendTest(services, c.var, "email"), done: "sent" });
  // `/devices/{id}/set-up/sensors`: the names, placements and units of all the device's sensors, in one form.
  const sensors = page(SENSORS, "manage_sensors", {
    place: "devices",
    load: (c) => deviceOf(c, services),
    title: ({ naming }) => naming.title,
    up: (_, { id, name }) => [`/devices/${id}`, name],
    view: (device, { c, words, teller }) =>
      device.sensors.length === 0 ? (
        <p>{words.card.never}</p>
      ) : (
        <Form action={c.req.path} class="panel stack" submit={words.naming.save}>
          <p class="hint">{words.naming.hint}</p>
          {device.sensors.map((sensor) => {
            const isAssumed = sensor.unitSource === "assumed";
            const units = optionsOf(BARE_TEMPERATURE_UNITS);
            return (
              <fieldset class="stack">
                <legend>{nameOf(sensor, words)}</legend>
                <p class="hint">
                  <Facts of={[sensor.key, sensor.value !== null && sensorText(sensor, teller, "asSent")]} />
                </p>
                <SensorNaming sensor={sensor} device={device} suffix={`.${sensor.id}`} />
                {isBare(sensor) && (
                  <Choice
                    label={words.naming.unit}
                    name={`unit.${sensor.id}`}
                    value={isAssumed ? "" : sensor.unit}
                    options={isAssumed ? [["", words.naming.chooseUnit], ...units] : units}
                    hint={words.naming.unitHint}
                  />
                )}
              </fieldset>
            );
          })}
        </Form>
      ),
  });
  sensors.form(SENSORS, "manage_sensors", {
    shape: SensorsBatch,
    wish: (sent) => ({ sensors: idsIn(sent).map((id) => wishOf(id, sent)) }),
    nameField: ([, place, field], sent) => `${field}.${idsIn(sent)[Number(place)]}`,
    run: async (c, { sensors }, sent) => {
      const changed = await changeSensors(services, c.var, sensors);
      if (!changed.ok) return changed;
      const device = await deviceOf(c, services);
      for (const sensor of device.ok ? device.value.sensors.filter(isBare) : []) {
        const unit = BARE_TEMPERATURE_UNITS.find((each) => each === sent.text(`unit.${sensor.id}`));
        if (unit === undefined || (sensor.unitSource !== "assumed" && sensor.unit === unit)) continue;
        const settled = await settleUnit(services, c.var, { sensorId: sensor.id }, unit);
        if (!settled.ok) return settled;
      }
      return device;
    },
    done: "saved",
    to: (c) => `/devices/${idIn(c)}`,
  });
}

/** The kind of a sender. Its snippet is printed in `docs/devices.md`, too, and isn't translated. */
type Poster = keyof typeof texts.post;
export const POSTERS = Object.keys(texts.post) as Poster[];

/** Returns a snippet to copy. `url` is the ingest URL with its key; consoles of weather stations ask for its parts. */
export function snippetOf(poster: Poster, url: string): string {
  const [, , host = "", ...path] = url.split("/");
  const facts: Readonly<Record<string, string>> = { url, host, path: `/${path.join("/")}` };
  const text = texts.post[poster].join("\n");
  return text.replace(/(?<!\$)\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
}

/** Returns the ids of the form's sensors, in its order. */
const idsIn = ({ entries }: SentForm): string[] =>
  entries().flatMap(([name]) => (name.startsWith(LABEL) ? [name.slice(LABEL.length)] : []));

/** Returns a sensor's changes. An empty name changes nothing. */
function wishOf(id: string, { text, has }: SentForm) {
  const [label, placement] = [text(LABEL + id), text(`placement.${id}`)];
  return {
    id,
    ...(label === "" ? {} : { label }),
    ...(has(`placement.${id}`) ? { placement: placement || null } : {}),
  };
}

/** Returns true for a temperature whose readings don't name their unit. */
const isBare = ({ kind, unit, unitSource }: HomeSensor): boolean =>
  kind === "temperature" &&
  (unit === "°F" || unit === "°C") &&
  unitSource !== null &&
  unitSource !== "sender";

/** Enough values to recognize the device. Its own page has the rest. */
const SENSORS_TOLD_MAX = 6;

export function ReceivedBodies({ bodies }: { bodies: readonly ReceivedBody[] }) {
  const teller = useTeller();
  const { received: words } = teller.words;
  if (bodies.length === 0) return null;
  return (
    <Section id="received" title={words.title} hint={words.hint}>
      <ol class="received">
        {bodies.map((body) => (
          <li>
            <p>
              <span class={body.error === null ? "mark" : "mark low"}>
                {body.error === null ? words.accepted : words.refused}
              </span>{" "}
              <Ago at={body.at} />
            </p>
            <p>{madeOf(body, teller)}</p>
            <pre>
              <code>{body.text}</code>
            </pre>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function madeOf({ error, sensors, readings, notNumbers = 0 }: ReceivedBody, teller: Teller): string {
  const { received: words } = teller.words;
  if (error !== null) return words.refusal(error);
  if (readings === null) return words.tooLong;
  if (readings === 0) return notNumbers > 0 ? words.notNumbers(notNumbers) : words.healthOnly;
  const read = sensors.map((sensor) => readText(sensor, teller));
  const more = readings > sensors.length && words.more(readings - sensors.length);
  return [...read, more, notNumbers > 0 && words.notNumbers(notNumbers)].filter(Boolean).join(" · ");
}

function readText({ key, kind, value, unit, assumed }: ReadSensor, teller: Teller): string {
  const { words } = teller;
  if (STATE_KINDS.some((one) => one === kind))
    return `${key}: ${words.sensorKinds[kind]} · ${stateWord(words, kind, value !== 0)}`;
  return `${key}: ${words.sensorKinds[kind]} ${teller.asSent(value, unit)}${assumed ? ` (${words.unit.unknown})` : ""}`;
}

/** `replacedAt`: when the device's key was rotated. Earlier readings used the old key, so they don't count. */
export function FirstReading({ device, replacedAt }: { device: HomeDevice; replacedAt: Date | null }) {
  const teller = useTeller();
  const { device: words } = teller.words;
  const { lastSeenAt } = device;
  if (lastSeenAt === null || (replacedAt !== null && lastSeenAt <= replacedAt))
    return (
      <Banner tone="unknown" icon="waiting" role="status">
        <p class="first">{lastSeenAt === null ? words.waiting : words.waitingNewKey}</p>
        <p>{lastSeenAt === null ? words.waitingHint : words.waitingNewKeyHint}</p>
        <noscript>
          <a href="?">{teller.words.responder.refresh}</a>
        </noscript>
      </Banner>
    );
  return (
    <>
      <Banner tone="well" icon="well" role="status">
        <p class="first">{words.heard}</p>
        <p>{firstOf(device.sensors, teller)}</p>
        <p class="row">
          <Start href={`/devices/${device.id}/set-up/sensors`}>{teller.words.naming.title}</Start>
          <Go href="/home">{words.finish}</Go>
        </p>
      </Banner>
      {device.sensors.map((sensor) => (
        <UnitQuestion sensor={sensor} />
      ))}
      <section class="panel">
        <p class="hint">{words.testHint}</p>
        <Press action={`/devices/${device.id}/set-up/test`} text={words.test} />
      </section>
    </>
  );
}

function firstOf(sensors: readonly HomeSensor[], teller: Teller): string {
  const told = sensors.map(
    (sensor) => `${nameOf(sensor, teller.words)}: ${sensorText(sensor, teller, "asSent")}`,
  );
  const more = told.splice(SENSORS_TOLD_MAX).length;
  return [...told, ...(more > 0 ? [teller.words.received.more(more)] : [])].join(" · ");
}
