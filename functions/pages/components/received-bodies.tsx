import type { ReadSensor, ReceivedBody } from "../../../lib/readings/received-body/received-body.ts";
import { STATE_KINDS } from "../../../schema/vocabulary.ts";
import { stateWord } from "../format/state-word.ts";
import type { Teller } from "../format/teller.ts";
import { Ago } from "./ago.tsx";

/** What a device sent lately, and what was made of it. Nothing where nothing is known of. */
export function ReceivedBodies({ bodies, teller }: { bodies: readonly ReceivedBody[]; teller: Teller }) {
  const { received: words } = teller.words;
  if (bodies.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="received" data-part="received">
      <h2 id="received">{words.title}</h2>
      <p class="hint">{words.hint}</p>
      <ol class="received">
        {bodies.map((body) => (
          <li>
            <p>
              <span class={body.error === null ? "mark" : "mark low"}>
                {body.error === null ? words.accepted : words.refused}
              </span>{" "}
              <Ago at={new Date(body.at)} teller={teller} />
            </p>
            <p>{madeOf(body, teller)}</p>
            <pre>
              <code>{body.text}</code>
            </pre>
          </li>
        ))}
      </ol>
    </section>
  );
}

function madeOf({ error, sensors, readings }: ReceivedBody, teller: Teller): string {
  const { received: words } = teller.words;
  if (error !== null) return words.refusal(error);
  if (readings === null) return words.tooLong;
  if (readings === 0) return words.healthOnly;
  const more = readings - sensors.length;
  const read = sensors.map((sensor) => readText(sensor, teller));
  return [...read, ...(more > 0 ? [words.more(more)] : [])].join(" · ");
}

function readText({ key, kind, value, unit, assumed }: ReadSensor, teller: Teller): string {
  const { words } = teller;
  if (STATE_KINDS.some((one) => one === kind))
    return `${key}: ${words.sensorKinds[kind]} · ${stateWord(words, kind, value !== 0)}`;
  const figure = `${teller.number(value, Number.isInteger(value) ? 0 : 2)}${unit === null ? "" : `\u00a0${unit}`}`;
  return `${key}: ${words.sensorKinds[kind]} ${figure}${assumed ? ` (${words.unit.unknown})` : ""}`;
}
