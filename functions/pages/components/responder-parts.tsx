import type { AlertRecord } from "../../../lib/alerts/shown-alert.ts";
import { eachSensor, type HomeDevice, type SensorOfDevice } from "../../../lib/devices/home-device.ts";
import { RESPONDERS } from "../../../lib/language/sent.ts";
import type { OpenedCall } from "../../../lib/sharing/responder/responder.queries.ts";
import { RESPONDER_ANSWERS } from "../../../schema/vocabulary.ts";
import { alertText, placeText } from "../format/alert-text.ts";
import { nameOf } from "../format/name-of.ts";
import { Banner } from "./banner.tsx";
import { Icon } from "./icons.tsx";
import { List, Row, Section } from "./list.tsx";
import { SensorNow } from "./sensor-now.tsx";
import { useTeller } from "./teller-scope.ts";

type Props = {
  call: OpenedCall;
  open: readonly AlertRecord[];
  places: readonly HomeDevice[];
};

export function Incident({ call, open, places }: Props) {
  const teller = useTeller();
  const { home, presses, contactId } = call;
  const { responder: words, common } = teller.words;
  const pressed = new Set(
    presses.filter((press) => press.contactId === contactId).map(({ answer }) => answer),
  );
  // A room with two devices says which of them measures what.
  const placed = ({ device: { space, name }, sensor }: SensorOfDevice): string => {
    const isShared = places.filter((each) => each.space === space).length > 1;
    const where = space === "" ? name : isShared ? `${space}, ${name}` : space;
    return placeText(nameOf(sensor, teller.words), where);
  };
  return (
    <>
      <p class="hint home-name">{home.name}</p>
      {open.map((alert) => {
        const shown = home.alerts.find(({ id }) => id === alert.id);
        const { title, advice } = alertText({ ...alert, evidence: shown?.evidence ?? null }, home, teller);
        return (
          <Banner tone={alert.severity} icon={alert.kind === "leak" ? "flood" : "alert"}>
            <h1 class="first">{title}</h1>
            <p>{common.since(teller.dateTime(alert.openedAt))}</p>
            <p class="advice">{advice}</p>
          </Banner>
        );
      })}
      <form method="post" class="panel answers">
        <h2>{words.question}</h2>
        {RESPONDER_ANSWERS.map((answer) => (
          <button
            type="submit"
            name="answer"
            value={answer}
            class={answer === "cannot" || pressed.has(answer) ? "second" : undefined}
          >
            {pressed.has(answer) ? <Icon name="well" /> : null} {words.answers[answer]}
          </button>
        ))}
        <p class="hint">{words.answersHint}</p>
      </form>
      {presses.length === 0 ? null : (
        <section class="panel" aria-labelledby="answered" role="status">
          <h2 id="answered">{words.answered}</h2>
          <List items={presses}>
            {({ name, answer, at }) => (
              <Row
                title={RESPONDERS[teller.language].answers[answer](name)}
                hint={<time datetime={at}>{teller.dateTime(at)}</time>}
              />
            )}
          </List>
        </section>
      )}
      {places.length === 0 ? null : (
        <Section id="readings" title={words.readings}>
          <List items={eachSensor(places)}>
            {(shown) => <Row title={placed(shown)} mark={<SensorNow {...shown} />} />}
          </List>
          <p>
            <a href="?">{words.refresh}</a>
          </p>
        </Section>
      )}
    </>
  );
}

/** Last on the page: a person who is needed looks for something else first. */
export const Stop = () => (
  <form method="post" class="stop">
    <button type="submit" name="answer" value="stop" class="second">
      {useTeller().words.responder.stop}
    </button>
  </form>
);
