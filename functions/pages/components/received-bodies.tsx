import type { HomeDevice, HomeSensor } from "../../../lib/devices/home-device.ts";
import type { ReadSensor, ReceivedBody } from "../../../lib/readings/received-body/received-body.ts";
import { STATE_KINDS } from "../../../schema/vocabulary.ts";
import { nameOf, sensorText, stateWord } from "../format/alert-text.ts";
import { Ago, type Teller, useTeller } from "../format/teller.tsx";
import { Banner, Go, Press, Section, Start } from "./list.tsx";
import { UnitQuestion } from "./sensor-card.tsx";

/** So many values say that it is the right device; the rest is on its own page. */
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

/** `replacedAt`: when its key took another's place: what came before says nothing about this one. */
export function FirstReading({ device, replacedAt }: { device: HomeDevice; replacedAt: Date | null }) {
  const teller = useTeller();
  const { device: words } = teller.words;
  const { lastSeenAt } = device;
  if (lastSeenAt === null || (replacedAt !== null && lastSeenAt <= replacedAt))
    return (
      <Banner tone="unknown" icon="waiting" role="status">
        <p class="first">{`3. ${lastSeenAt === null ? words.waiting : words.waitingNewKey}`}</p>
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
        <div class="row">
          <Press action={`/devices/${device.id}/set-up/test`} text={words.test} />
        </div>
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
