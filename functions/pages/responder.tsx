import type { Context } from "hono";
import { eachSensor, type SensorOfDevice } from "../../lib/devices/home-device.ts";
import { showCard } from "../../lib/emergency/card.actions.ts";
import { done, refuse } from "../../lib/kernel/outcome.ts";
import { RESPONDERS } from "../../lib/language/sent.ts";
import { stateOf } from "../../lib/messages/audience/shown-contact.ts";
import { answerAsk, openAsk } from "../../lib/messages/outsiders/outsiders.actions.ts";
import {
  answerHelp,
  openHelp,
  openOnes,
  placesOf,
  stopCalls,
} from "../../lib/sharing/responder/responder.actions.ts";
import type { OpenedHelp } from "../../lib/sharing/responder/responder.queries.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { RESPONDER_ANSWERS } from "../../schema/vocabulary.ts";
import { clientIp } from "../_http/caller.ts";
import { tokenOf } from "../_http/rate-limit.ts";
import { Banner, Icon, LinkLine, List, Second, Section } from "./components/list.tsx";
import { SensorNow } from "./components/sensor-card.tsx";
import { alertIcon } from "./components/standing.tsx";
import { CardPart } from "./emergency.tsx";
import { alertText, nameOf, placeText } from "./format/alert-text.ts";
import { useTeller } from "./format/teller.tsx";
import { together } from "./page.tsx";
import { countCallers, type Site } from "./site.ts";

const CALL = "/r/:token";
const ASK = "/c/:token";

/** Pages for contacts outside the home. `/r/{token}`: an incident until it ends. `/c/{token}`: consent to be called. */
export function responderPages({ services, link }: Site): void {
  const { edge } = services;
  const { page, form, photos } = link(countCallers(services, RATE_LIMITS.links));
  const open = (c: Context) => openHelp(services, tokenOf(c));
  // A GET changes nothing: mail scanners follow every link.
  page(CALL, null, {
    ...BIG_PAGE,
    load: async (c) => {
      const help = await open(c);
      return help.ok ? together({ help, shown: showCard(services, help.value.householdId) }) : help;
    },
    zone: ({ help }) => help.home,
    language: ({ help }) => help.language,
    title: ({ responder }) => responder.title,
    view: ({ help, shown }, { c, words: all, teller }) => {
      const { responder: words } = all;
      if (isOverFor(help))
        return [
          <h1 class="first">{help.isStopped ? words.stoppedTitle : words.overTitle}</h1>,
          <p role="status">{help.isStopped ? words.stopped : words.over}</p>,
          !help.isStopped && <Stop />,
        ];
      const open = openOnes(help.alerts);
      const places = placesOf(help.home, open);
      const { home, answers, contactId } = help;
      const pressed = new Set(
        answers.filter((each) => each.contactId === contactId).map(({ answer }) => answer),
      );
      // If a room has two devices, each sensor is shown with the name of its device.
      const placed = ({ device: { space, name }, sensor }: SensorOfDevice): string => {
        const isShared = places.filter((each) => each.space === space).length > 1;
        const where = space === "" ? name : isShared ? `${space}, ${name}` : space;
        return placeText(nameOf(sensor, all), where);
      };
      const kinds = open.map(({ kind }) => kind);
      return [
        <p class="hint">{home.name}</p>,
        open.map((alert) => {
          const shown = home.alerts.find(({ id }) => id === alert.id);
          const { title, advice, since } = alertText(
            { ...alert, evidence: shown?.evidence ?? null },
            home,
            teller,
          );
          return (
            <Banner tone={alert.severity} icon={alertIcon(alert)}>
              <h1 class="first">{title}</h1>
              <p>{since}</p>
              <p class="advice">{advice}</p>
            </Banner>
          );
        }),
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
        </form>,
        answers.length > 0 && (
          <Section id="answered" title={words.answered} role="status">
            <List items={answers}>
              {({ name, answer, at }) => ({
                title: RESPONDERS[teller.language].answers[answer](name),
                hint: <time datetime={at}>{teller.dateTime(at)}</time>,
              })}
            </List>
          </Section>
        ),
        places.length > 0 && (
          <Section id="readings" title={words.readings}>
            <List items={eachSensor(places)}>
              {(shown) => ({ title: placed(shown), mark: <SensorNow {...shown} /> })}
            </List>
            <LinkLine href="?" text={words.refresh} />
          </Section>
        ),
        <CardPart kinds={kinds} {...shown} photosPath={`${c.req.path}/photos`} />,
        <Stop />,
      ];
    },
  });
  // The photos, like the page, can be read only until the incident ends.
  photos(CALL, null, async (c) => {
    const opened = await open(c);
    return opened.ok && isOverFor(opened.value) ? refuse("not_found") : opened;
  });
  form(CALL, null, {
    page: null,
    run: async (c, _, { text }) => {
      const [token, ip] = [tokenOf(c), clientIp(c, edge)];
      if (text("answer") === "stop") return stopCalls(services, token, ip);
      const answer = RESPONDER_ANSWERS.find((each) => each === text("answer"));
      if (answer === undefined) return refuse("invalid_request");
      const answered = await answerHelp(services, token, answer, ip);
      // If the alert has ended meanwhile, the page says so.
      return !answered.ok && answered.problem.name === "alert_over" ? done(null) : answered;
    },
    done: (_, { c }) => c.redirect(c.req.path, 303),
  });
  page(ASK, null, {
    ...BIG_PAGE,
    load: (c) => openAsk(services, tokenOf(c)),
    language: ({ language }) => language,
    title: ({ responder }, asked) => responder.askTitles[stateOf(asked)],
    view: (asked, { words: { responder: words, alertPage } }) => {
      const state = stateOf(asked);
      const isOpen = state === "asked";
      return [
        <p class="hint">{asked.homeName}</p>,
        <h1 class="first">{words.askTitles[state]}</h1>,
        <p role={isOpen ? undefined : "status"}>
          {words.askStates[state](asked.homeName, asked.askedBy ?? alertPage.somebody)}
        </p>,
        isOpen ? <p class="hint">{words.askMore}</p> : null,
        state === "stopped" ? null : (
          <form method="post" class="stack answers">
            {isOpen && (
              <button type="submit" name="answer" value="yes">
                {words.askYes}
              </button>
            )}
            <Second name="answer" value="stop" text={isOpen ? words.askNo : words.stop} />
          </form>
        ),
      ];
    },
  });
  form(ASK, null, {
    page: null,
    run: (c, _, { text }) => answerAsk(services, tokenOf(c), text("answer") === "yes", clientIp(c, edge)),
    done: (_, { c }) => c.redirect(c.req.path, 303),
  });
}

const isOverFor = (help: OpenedHelp): boolean => openOnes(help.alerts).length === 0 || help.isStopped;

/** A page without heading and navigation, for a phone at night. */
const BIG_PAGE = { heading: () => null, frame: () => ({ main: "column" }) };

/** The button to get no more messages. It is last on the page, since other buttons are more urgent. */
const Stop = () => (
  <form method="post">
    <Second name="answer" value="stop" text={useTeller().words.responder.stop} />
  </form>
);
