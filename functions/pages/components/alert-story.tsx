import { isOutsider } from "../../../lib/alerts/episode.ts";
import { ALERT_LIMITS } from "../../../lib/alerts/settings.ts";
import { breaksThrough } from "../../../lib/channels/quiet-hours.ts";
import { sensorOf } from "../../../lib/devices/home-device.ts";
import { HOUR_MS } from "../../../lib/kernel/time.ts";
import type { AlertPage } from "../../../lib/sharing/home-page/home-pages.actions.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { beganAt, whomText } from "../format/alert-text.ts";
import { alertIcon } from "./alert-card.tsx";
import { Chart } from "./chart.tsx";
import { type AlertCard, CardPart } from "./emergency-card.tsx";
import { Choice, Form, type Option } from "./fields.tsx";
import { Banner, LinkLine, Note, Press, Section } from "./list.tsx";
import { UnitQuestion } from "./sensor-now.tsx";
import { Snoozes } from "./standing.tsx";
import { Ago, useTeller } from "./teller-scope.tsx";
import { Timeline } from "./timeline.tsx";

/** For how long somebody may have turned it down, in hours: what most people mean by it. */
const TURNED_DOWN_HOURS = [12, LIMITS.turnedDownHoursDefault, 72, 168, LIMITS.answerHoursMax] as const;

export type AlertView = {
  page: AlertPage;
  takers: readonly Option[];
  card: AlertCard;
  /** Where its forms are sent: by the session, or by the link of a message. */
  paths: {
    ack: string | null;
    answer: string | null;
    evidence: string | null;
    handOver: string;
    quiet: string;
  };
};

export function AlertStory({ title, advice, ...view }: AlertView & { title: string; advice: string }) {
  const { page, paths, card } = view;
  const { alert, home, chart } = page;
  const sensor = sensorOf(home.devices, alert.sensorId)?.sensor;
  const { words, dateTime, span } = useTeller();
  const { closedAt } = alert;
  const began = beganAt(alert, home);
  const isOver = closedAt !== null;
  return (
    <>
      <Banner tone={isOver ? "well" : alert.severity} icon={isOver ? "well" : alertIcon(alert)}>
        <h1 class="first">{title}</h1>
        {isOver ? (
          <p>
            {dateTime(alert.openedAt)} · {words.alertPage.lasted(span(closedAt - alert.openedAt))}.{" "}
            {words.alertPage.over(dateTime(closedAt))}
          </p>
        ) : (
          <>
            <p>
              {words.common.since(dateTime(began))} · <Ago at={began} />
            </p>
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
          {isOver ? null : <NextSteps steps={page.nextSteps} />}
          {chart === null ? null : (
            <Chart home={home} chart={chart} alerts={[alert]} past={page.findings.at(-1)?.finding.limit} />
          )}
        </div>
        <div>
          {isOver ? null : <CardPart kinds={[alert.kind]} {...card} />}
          <Timeline entries={page.timeline} findings={page.findings} />
          {paths.evidence !== null && <LinkLine href={paths.evidence} text={words.evidence.link} />}
        </div>
      </div>
    </>
  );
}

function HeatingQuestion({ path, now }: { path: string; now: Date }) {
  const { words: all, dateTime } = useTeller();
  const { question: words } = all.alertPage;
  const untilAfter = (hours: number) => dateTime(now.getTime() + hours * HOUR_MS);
  const untils = TURNED_DOWN_HOURS.map((hours): Option => [String(hours), untilAfter(hours)]);
  const press = { action: path, name: "answer", kind: "first" } as const;
  return (
    <Section id="question" title={words.title} hint={words.hint}>
      <Form action={path} submit={words.turnedDown}>
        <input type="hidden" name="answer" value="turned_down" />
        <Choice label={words.until} name="hours" value={LIMITS.turnedDownHoursDefault} options={untils} />
      </Form>
      <Press {...press} value="door_open" text={words.doorOpen(LIMITS.doorOpenHoursDefault)} />
      <Press {...press} value="no" text={words.no} />
      <p class="hint">{words.noHint}</p>
    </Section>
  );
}

function TakenBy({ page: { alert, acknowledgedBy, timeline }, paths: { ack } }: AlertView) {
  const { words, clock, dateTime } = useTeller();
  const { alertPage, standing, timeline: told } = words;
  const { acknowledgedAt: at, closedAt } = alert;
  const isOutside = isOutsider(alert.acknowledgedBy);
  const who = acknowledgedBy ?? alertPage.somebody;
  // To whom it was assigned, they may not have answered yet.
  const taken = timeline.findLast(({ type }) => type === "acknowledged" || type === "handed_over");
  const takenBy = (when: string): string =>
    taken?.type === "handed_over"
      ? `${told.handedOver(taken.who ?? alertPage.somebody, who)}, ${when}.`
      : alertPage.takenBy(who, when);
  const quiet = alert.severity === "critical" ? alertPage.quietUntil : alertPage.quietUnlessWorse;
  return (
    <>
      {at === null ? null : (
        <Note kind="done">
          {isOutside ? `${standing.helping(who, clock(at))}.` : takenBy(dateTime(at))}{" "}
          {closedAt === null ? quiet(dateTime(at + ALERT_LIMITS.ackHours * HOUR_MS)) : null}
        </Note>
      )}
      {ack === null || closedAt !== null || (at !== null && !isOutside) ? null : (
        <form method="post" action={ack} class="panel ack">
          <button type="submit">{isOutside ? alertPage.ackToo : alertPage.ack}</button>
          <p class="hint">{alertPage.ackHint(ALERT_LIMITS.ackHours)}</p>
        </form>
      )}
    </>
  );
}

/** What else can be done about an open alert: hand it over, or hold warnings back where that holds it back. */
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

/** Who is notified next and when, unless somebody answers: the one thing that whoever lies awake asks. */
function NextSteps({ steps }: { steps: AlertPage["nextSteps"] }) {
  const { words, clock } = useTeller();
  if (steps.length === 0) return null;
  return (
    <Section id="next-steps" title={words.alertPage.next}>
      <ol class="story">
        {steps.map(({ at, whom, name }) => (
          <li>
            <time datetime={new Date(at).toISOString()}>{clock(at)}</time>{" "}
            <strong>{whomText(whom, words) ?? name ?? words.escalation.nobodyNow}</strong>
          </li>
        ))}
      </ol>
    </Section>
  );
}
