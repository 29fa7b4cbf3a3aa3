import { isOutsider } from "../../../lib/alerts/episode.ts";
import { ALERT_LIMITS } from "../../../lib/alerts/limits.ts";
import { breaksThrough } from "../../../lib/alerts/quiet/quiet.ts";
import { HOUR_MS } from "../../../lib/kernel/time.ts";
import type { AlertPage } from "../../../lib/sharing/home-page/home-pages.actions.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { ESCALATION_GROUPS } from "../../../schema/vocabulary.ts";
import { Note } from "./banner.tsx";
import { Choice } from "./fields.tsx";
import { Section } from "./list.tsx";
import { Press } from "./press.tsx";
import { Snoozes } from "./quiet-forms.tsx";
import { useTeller } from "./teller-scope.ts";

/** For how long somebody may have turned it down, in hours: what most people mean by it. */
const TURNED_DOWN_HOURS = [12, LIMITS.turnedDownHoursDefault, 72, 168, LIMITS.answerHoursMax] as const;

/** Somebody an alert may be handed over to. */
export type Taker = { userId: string; name: string };

/** Who may take an alert on, and where its forms are sent: by the session, or by the link of a message. */
export type Taking = {
  page: AlertPage;
  takers: readonly Taker[];
  paths: {
    /** Null where there is nothing to press. */
    ack: string | null;
    answer: string | null;
    /** Null for people who may not have it. */
    evidence: string | null;
    handOver: string;
    quiet: string;
  };
};

/** What else can be done about an open alert: hand it over, or hold warnings back where that holds it back. */
export function MoreToDo({ page: { alert }, takers, paths }: Taking) {
  const { alertPage: words, home } = useTeller().words;
  const isUrgent = breaksThrough(alert.kind, alert.severity);
  if (isUrgent && takers.length === 0) return null;
  return (
    <details class="panel figures">
      <summary>{isUrgent ? words.handOver : words.more}</summary>
      {takers.length === 0 ? null : (
        <form method="post" action={paths.handOver} class="stack">
          <Choice
            label={words.handOverTo}
            name="user_id"
            value=""
            hint={words.handOverHint}
            options={takers.map(({ userId, name }) => [userId, name] as const)}
          />
          <button type="submit" class="second">
            {words.handOver}
          </button>
        </form>
      )}
      {isUrgent ? null : (
        <>
          <p class="hint">{home.quietHint}</p>
          <Snoozes action={paths.quiet} />
        </>
      )}
    </details>
  );
}

/** Who takes care of it, and how to take it on. */
export function TakenBy({ page: { alert, acknowledgedBy }, paths: { ack } }: Taking) {
  const teller = useTeller();
  const { alertPage: words, standing } = teller.words;
  const at = alert.acknowledgedAt;
  const isOutside = isOutsider(alert.acknowledgedBy);
  const who = acknowledgedBy ?? words.somebody;
  const until = teller.dateTime(new Date((at?.getTime() ?? 0) + ALERT_LIMITS.ackHours * HOUR_MS));
  return (
    <>
      {at === null ? null : (
        <Note kind="done" icon="well">
          {isOutside
            ? `${standing.helping(who, teller.clock(at))}. `
            : `${words.takenBy(who, teller.dateTime(at))} `}
          {alert.closedAt !== null
            ? null
            : alert.severity === "critical"
              ? words.quietUntil(until)
              : words.quietUnlessWorse(until)}
        </Note>
      )}
      {ack === null || alert.closedAt !== null || (at !== null && !isOutside) ? null : (
        <form method="post" action={ack} class="panel ack">
          <button type="submit">{isOutside ? words.ackToo : words.ack}</button>
          <p class="hint">{words.ackHint(ALERT_LIMITS.ackHours)}</p>
        </form>
      )}
    </>
  );
}

/** Who is notified next and when, unless somebody answers: the one thing that whoever lies awake asks. */
export function NextSteps({ steps }: { steps: AlertPage["nextSteps"] }) {
  const { words: all, clock } = useTeller();
  const { alertPage: words, escalation } = all;
  if (steps.length === 0) return null;
  return (
    <Section id="next-steps" title={words.next}>
      <ol class="story">
        {steps.map(({ at, whom, name }) => {
          const group = ESCALATION_GROUPS.find((each) => each === whom);
          const who = group === undefined ? (name ?? escalation.nobodyNow) : escalation.groups[group];
          return (
            <li>
              <time datetime={at.toISOString()}>{clock(at)}</time> <strong>{who}</strong>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

/** The question of an alert and its answers, each one press. */
export function HeatingQuestion({ path, now }: { path: string; now: Date }) {
  const { words: all, dateTime } = useTeller();
  const { question: words } = all.alertPage;
  const untils = TURNED_DOWN_HOURS.map(
    (hours) => [String(hours), dateTime(now.getTime() + hours * HOUR_MS)] as const,
  );
  return (
    <Section id="question" title={words.title} hint={words.hint}>
      <form method="post" action={path}>
        <input type="hidden" name="answer" value="turned_down" />
        <Choice
          label={words.until}
          name="hours"
          value={String(LIMITS.turnedDownHoursDefault)}
          options={untils}
        />
        <button type="submit">{words.turnedDown}</button>
      </form>
      <Press
        action={path}
        name="answer"
        value="door_open"
        text={words.doorOpen(LIMITS.doorOpenHoursDefault)}
      />
      <Press action={path} name="answer" value="no" text={words.no} />
      <p class="hint">{words.noHint}</p>
    </Section>
  );
}
