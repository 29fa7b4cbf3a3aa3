import type { Child } from "hono/jsx";
import { isOutsider } from "../../../lib/alerts/episode.ts";
import { ACK_HOURS, ackHoldsUntil } from "../../../lib/alerts/escalation.ts";
import type { RecordedFinding } from "../../../lib/alerts/shown-alert.ts";
import { breaksThrough } from "../../../lib/channels/quiet-hours.ts";
import { sensorOf } from "../../../lib/devices/home-device.ts";
import { HOUR_MS } from "../../../lib/kernel/time.ts";
import { REASONS } from "../../../lib/language/languages.ts";
import type { Words } from "../../../lib/language/pages.ts";
import type { Reason as Why } from "../../../lib/language/reason.ts";
import { reasonText } from "../../../lib/language/reason-text.ts";
import { sayIn } from "../../../lib/language/say.ts";
import { RESPONDERS } from "../../../lib/language/sent.ts";
import type { AlertPage } from "../../../lib/sharing/home-page/home-pages.actions.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { RESPONDER_ANSWERS } from "../../../schema/vocabulary.ts";
import type { TimelineEntry } from "../../../schema/wire/timeline.ts";
import { type AlertCard, CardPart } from "../emergency.tsx";
import { type alertText, beganAt, namedText, viaText, whomText } from "../format/alert-text.ts";
import { Failure, type Teller, useTeller } from "../format/teller.tsx";
import { Chart } from "./chart.tsx";
import { Choice, Form, type Option } from "./fields.tsx";
import { Banner, Facts, LinkLine, Note, Press, Section } from "./list.tsx";
import { UnitQuestion } from "./sensor-card.tsx";
import { alertIcon, Snoozes } from "./standing.tsx";

/** The choices for how long the heating is turned down, in hours. */
const TURNED_DOWN_HOURS = [12, LIMITS.turnedDownHoursDefault, 72, 168, LIMITS.answerHoursMax] as const;

export type AlertView = {
  page: AlertPage;
  takers: readonly Option[];
  card: AlertCard;
  /** True if somebody else has assigned the alert to the reader, who hasn't answered yet. */
  isAsked: boolean;
  /** The paths of the forms, with a session or through a message's link. Null for a form that isn't offered. */
  paths: {
    ack: string | null;
    answer: string | null;
    evidence: string | null;
    handOver: string;
    quiet: string;
  };
};

export function AlertStory({ title, advice, since, ...view }: AlertView & ReturnType<typeof alertText>) {
  const { page, paths, card } = view;
  const { alert, home, chart } = page;
  const sensor = sensorOf(home.devices, alert.sensorId)?.sensor;
  const { words, clock, dateTime, span } = useTeller();
  const { closedAt } = alert;
  const began = beganAt({ ...alert, evidence: page.findings.at(-1)?.finding.peak ?? null }, home);
  const isOver = closedAt !== null;
  return (
    <>
      <Banner tone={isOver ? "well" : alert.severity} icon={isOver ? "well" : alertIcon(alert)}>
        <h1 class="first">{title}</h1>
        {isOver ? (
          <p>
            {dateTime(began)} · {words.alertPage.lasted(span(closedAt - began))}.{" "}
            {words.alertPage.over(dateTime(closedAt))}
          </p>
        ) : (
          <>
            <p>{since}</p>
            <p class="advice">{advice}</p>
          </>
        )}
      </Banner>
      <div class="columns">
        <div>
          {sensor && !isOver && <UnitQuestion sensor={sensor} />}
          {paths.answer === null ? null : <HeatingQuestion path={paths.answer} now={page.now} />}
          <TakenBy {...view} />
          {isOver || paths.ack === null ? null : <MoreToDo {...view} />}
          {!isOver && page.nextSteps.length > 0 && (
            <Section id="next-steps" title={words.alertPage.next}>
              <ol class="story">
                {page.nextSteps.map(({ at, whom, name }) => (
                  <li>
                    <time datetime={new Date(at).toISOString()}>{clock(at)}</time>{" "}
                    <strong>{whomText(whom, words) ?? name ?? words.escalation.nobodyNow}</strong>
                  </li>
                ))}
              </ol>
            </Section>
          )}
          {isOver ? null : <CardPart kinds={[alert.kind]} {...card} />}
        </div>
        <div>
          {chart !== null && <Chart home={home} chart={chart} alerts={[alert]} findings={page.findings} />}
          <Timeline {...page} />
          {paths.evidence !== null && <LinkLine href={paths.evidence} text={words.evidence.link} />}
        </div>
      </div>
    </>
  );
}

function HeatingQuestion({ path, now }: { path: string; now: Date }) {
  const { words: all, dateTime } = useTeller();
  const { question: words } = all.alertPage;
  const doorOpen = words.doorOpen(LIMITS.doorOpenHoursDefault);
  const untilAfter = (hours: number) => dateTime(now.getTime() + hours * HOUR_MS);
  const untils = TURNED_DOWN_HOURS.map((hours): Option => [String(hours), untilAfter(hours)]);
  return (
    <Section id="question" title={words.title} hint={words.hint}>
      <Form action={path} submit={words.turnedDown}>
        <input type="hidden" name="answer" value="turned_down" />
        <Choice label={words.until} name="hours" value={LIMITS.turnedDownHoursDefault} options={untils} />
      </Form>
      <Press action={path} send={{ answer: "door_open" }} text={doorOpen} kind="first" />
      <Press action={path} send={{ answer: "no" }} text={words.no} kind="first" />
      <p class="hint">{words.noHint}</p>
    </Section>
  );
}

function TakenBy({ page: { alert, acknowledgedBy, timeline }, paths: { ack }, isAsked }: AlertView) {
  const { words, clock, dateTime } = useTeller();
  const { alertPage, standing, timeline: told } = words;
  const { acknowledgedAt: at, closedAt } = alert;
  const isOutside = isOutsider(alert.acknowledgedBy);
  const who = acknowledgedBy ?? alertPage.somebody;
  // A person to whom the alert was assigned may not have answered yet, so the text names who assigned it.
  const taken = timeline.findLast(({ type }) => type === "acknowledged" || type === "handed_over");
  const isUnanswered = taken?.type === "handed_over" && taken.who !== who;
  const takenBy = (when: string): string =>
    isUnanswered
      ? `${told.handedOver(taken.who ?? alertPage.somebody, who)}, ${when}.`
      : alertPage.takenBy(who, when);
  // Only an urgent alert is asked about again while it is acknowledged.
  const isUrgent = breaksThrough(alert.kind, alert.severity);
  const quiet = (from: number) =>
    isUrgent ? alertPage.quietUntil(dateTime(ackHoldsUntil(from, isUnanswered))) : alertPage.quietUnlessWorse;
  return (
    <>
      {at === null ? null : (
        <Note kind="done">
          {isOutside ? `${standing.helping(who, clock(at))}.` : takenBy(dateTime(at))}{" "}
          {closedAt === null ? quiet(at) : null}
        </Note>
      )}
      {ack !== null && closedAt === null && (at === null || isOutside || isAsked) && (
        <form method="post" action={ack} class="panel ack">
          <button type="submit">{isOutside ? alertPage.ackToo : alertPage.ack}</button>
          <p class="hint">{isUrgent ? alertPage.ackHint(ACK_HOURS) : alertPage.ackHintMild}</p>
        </form>
      )}
    </>
  );
}

/** Other actions for an open alert: assign it to someone else, or snooze if a snooze pauses this kind of alert. */
function MoreToDo({ page: { alert }, takers, paths }: AlertView) {
  const { alertPage: words, home } = useTeller().words;
  const isUrgent = breaksThrough(alert.kind, alert.severity);
  if (isUrgent && takers.length === 0) return null;
  return (
    <details class="panel figures">
      <summary>{isUrgent ? words.handOver : words.more}</summary>
      {takers.length > 0 && (
        <Form action={paths.handOver} submit={words.handOver} kind="second">
          <Choice label={words.handOverTo} name="user_id" hint={words.handOverHint} options={takers} />
        </Form>
      )}
      {!isUrgent && [<p class="hint">{home.quietHint}</p>, <Snoozes action={paths.quiet} />]}
    </details>
  );
}

/** A line of the timeline: its sentence and details. */
type Line = { said: string; facts: readonly (Child | false)[] };

/** Everything that happened and why, oldest first, even after the end. Entries of the same minute are grouped. */
export function Timeline({ timeline, findings }: Pick<AlertPage, "timeline" | "findings">) {
  const teller = useTeller();
  const minutes = Map.groupBy(timeline, ({ at }) => teller.dateTime(at));
  const linesOf = (within: readonly TimelineEntry[]): Line[] => {
    const alike = Map.groupBy(within, (entry) => (isPlain(entry) ? sentLater(entry, teller) : entry));
    return [...alike.values()].flatMap((entries) => {
      const [first] = entries;
      if (first === undefined) return [];
      return isPlain(first)
        ? messagesLine(entries, sentLater(first, teller), teller.words)
        : { said: sentenceOf(first, teller), facts: factsOf(first, findings, teller) };
    });
  };
  return (
    <Section id="timeline" title={teller.words.timeline.title}>
      <ol class="story">
        {[...minutes].map(([time, within]) => (
          <li>
            <time datetime={within[0]?.at}>{time}</time>
            <ul>
              {linesOf(within).map(({ said, facts }) => (
                <li>
                  <strong>{said}</strong>{" "}
                  {facts.length === 0 ? null : (
                    <span class="hint">
                      <Facts of={facts} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Returns true for a message without an error or a receipt. The timeline joins those that were sent together. */
const isPlain = ({ type, what, error, receipt }: TimelineEntry): boolean =>
  type === "message" && what !== "contact_called" && error === null && receipt === null;

/** Returns when a message was sent, if that was in a later minute; else false. */
function sentLater({ state, at, settled_at: settled }: TimelineEntry, { dateTime }: Teller): string | false {
  return state === "sent" && settled !== null && dateTime(settled) !== dateTime(at) && dateTime(settled);
}

function messagesLine(
  entries: readonly TimelineEntry[],
  later: string | false,
  { alertPage: page, timeline }: Words,
): Line {
  const unique = (texts: readonly string[]) => [...new Set(texts)].join(", ");
  const names = unique(entries.map(({ who }) => who ?? page.somebody));
  const channels = unique(entries.flatMap(({ channel }) => channel ?? []).map((each) => page.channels[each]));
  const states = unique(entries.flatMap(({ state }) => state ?? []).map((each) => page.states[each]));
  return { said: timeline.message(names), facts: [channels, states, later] };
}

function sentenceOf({ type, what, who, via }: TimelineEntry, { words, language }: Teller): string {
  const { timeline, alertPage } = words;
  const name = who ?? alertPage.somebody;
  switch (type) {
    case "decision":
      return namedText(alertPage.transitions, what ?? "");
    case "message":
      return what === "contact_called" ? timeline.called(name) : timeline.message(name);
    case "step":
      return timeline.step(whomText(what, words) ?? name);
    case "acknowledged":
      return timeline.acknowledged(name) + viaText({ via }, words);
    case "handed_over":
      return what === name
        ? timeline.acknowledged(name)
        : timeline.handedOver(name, what ?? alertPage.somebody);
    case "answer":
      return timeline.answered(name, namedText(timeline.heating, what ?? ""));
    case "expired":
      return timeline.expired;
    case "press": {
      const answer = RESPONDER_ANSWERS.find((each) => each === what);
      // The same words as in the members' messages.
      return answer === undefined ? name : RESPONDERS[language].answers[answer](name);
    }
    default:
      return type satisfies never;
  }
}

/** Returns details: a decision's reason, and a note if nobody was notified; or the state of a message. */
function factsOf(entry: TimelineEntry, findings: AlertPage["findings"], teller: Teller) {
  const { words } = teller;
  const { type, at, what, channel, state, receipt, error } = entry;
  const { alertPage, delivery } = words;
  if (type === "decision") {
    const isIt = ({ finding }: RecordedFinding) =>
      finding.at === Date.parse(at) && finding.transition === what;
    const { finding, notifiedAt } = findings.find(isIt) ?? {};
    if (finding === undefined) return [];
    const isHeld = finding.suppressedBy !== null;
    const unsaid = isHeld ? alertPage.held : alertPage.notNotifiedYet;
    return [<Reason reason={finding.why} />, (isHeld || notifiedAt === null) && unsaid];
  }
  if (channel === null) return [];
  return [
    alertPage.channels[channel],
    state !== null && alertPage.states[state],
    receipt !== null && delivery.receipts[receipt],
    sentLater(entry, teller),
    error !== null && <Failure text={error} />,
  ];
}

/** A decision's reason in the reader's language and unit. */
function Reason({ reason }: { reason: Why }) {
  const { language, unit, timeZone } = useTeller();
  const say = sayIn({ language, temperatureUnit: unit, timeZone });
  return <span>{reasonText(reason, REASONS[language], say)}</span>;
}
