import type { TickFacts } from "../../lib/alerts/facts.ts";
import { judgedOutlook } from "../../lib/alerts/kinds/time-to-freeze.ts";
import { historyOf } from "../../lib/alerts/physics/history.ts";
import type { Finding } from "../../lib/alerts/verdict.ts";
import type { AlertKind } from "../../schema/vocabulary.ts";
import { frozenAt, type Story } from "./story.ts";
import { postsBefore, SERIES_HOURS, watch } from "./watch.ts";
import { HOUR_MS } from "./weather.ts";

export const LEADS = [24, 12, 6, 3, 1] as const;

/** What was answered so long before a room froze. `hours` is null where no answer was given. */
export type Answer = {
  lead: number;
  hours: number | null;
  low: number;
  high: number;
  law: string;
  sensor: string;
};

export type FailureRun = {
  story: Story;
  answers: Answer[];
  /**
   * Hours from the failure to the first word that anybody was sent, and to the question whether it stopped.
   */
  firstWordHours: number | null;
  questionHours: number | null;
  /** Rooms that froze, and those of them told "no longer cooling" between the failure and the freezing. */
  frozen: number;
  calledSafe: number;
  /**
   * Messages of the whole failure, nobody acknowledging: what is told at one moment is one; those that are
   * texts too.
   */
  messages: number;
  texts: number;
  /** What was told, as "kind transition". */
  notified: string[];
};

/** Plays a home whose heating fails, and asks it at each lead how long it has. */
export function runFailure(story: Story): FailureRun {
  const ends = story.rooms.map((room) => frozenAt(story, room));
  const failedAt = story.failedAt ?? 0;
  const until = Math.max(...ends.map((end) => end ?? story.endsAt));
  const answers: Answer[] = [];
  const { findings } = watch(story, until + 6 * HOUR_MS, (now, facts) => {
    for (const [room, end] of ends.entries())
      for (const lead of LEADS)
        if (end !== null && isTick(now, end - lead * HOUR_MS) && now > failedAt + HOUR_MS)
          answers.push(answerOf(story, room, facts, now, (end - now) / HOUR_MS, lead));
  });
  const sent = findings.filter(({ suppressedBy, at }) => suppressedBy === null && at > failedAt);
  const firstWord = sent.find(({ transition }) => transition === "opened");
  const question = sent.find(({ kind, transition }) => kind === "heating_stopped" && transition === "opened");
  const calledSafe = ends.filter((end, room) =>
    sent.some(
      ({ kind, transition, subject, at }) =>
        SOOTHING.includes(kind) &&
        transition === "closed" &&
        (subject === `t${room}` || kind === "heating_stopped") &&
        end !== null &&
        at < end,
    ),
  );
  const hoursTo = (at: number | undefined) => (at === undefined ? null : (at - failedAt) / HOUR_MS);
  return {
    story,
    answers,
    firstWordHours: hoursTo(firstWord?.at),
    questionHours: hoursTo(question?.at),
    frozen: ends.filter((end) => end !== null).length,
    calledSafe: calledSafe.length,
    messages: new Set(sent.map(({ at }) => at)).size,
    texts: new Set(sent.filter(isText).map(({ at }) => at)).size,
    notified: sent.map(({ kind, transition }) => `${kind} ${transition}`),
  };
}

/** The end of one of these says that a room is out of danger. */
const SOOTHING: readonly AlertKind[] = ["time_to_freeze", "freeze", "heating_stopped"];

/** Counts as the default of text messages does: what is critical and new, and its end. */
const isText = ({ severity, transition }: Finding): boolean =>
  severity === "critical" && transition !== "reminded";

const isTick = (now: number, wanted: number): boolean => wanted >= now && wanted < now + 15 * 60_000;

function answerOf(
  story: Story,
  room: number,
  facts: TickFacts,
  now: number,
  truth: number,
  lead: number,
): Answer {
  const sensor = facts.devices[room]?.sensors[0];
  const posts = postsBefore(story.rooms[room]?.posts ?? [], now, SERIES_HOURS);
  const about = { lead, law: story.law, sensor: story.sensor };
  if (sensor === undefined) return { ...about, hours: null, low: 0, high: 0 };
  const outlook = judgedOutlook(facts, historyOf(posts, now), story.weather.forecastAt(now));
  if (outlook.is !== "cooling") return { ...about, hours: null, low: 0, high: 0 };
  const { hours, hoursLow, hoursHigh } = outlook.estimate;
  const scale = lead / truth;
  return { ...about, hours: hours * scale, low: hoursLow * scale, high: (hoursHigh ?? 1e9) * scale };
}

export type WinterRun = { days: number; unexplained: number; explained: number };

/** Plays a winter in which nothing fails, and counts the questions whether the heating stopped. */
export function runWinter(story: Story): WinterRun {
  const { findings } = watch(story, story.endsAt);
  const asked = findings.filter(
    ({ kind, transition, suppressedBy }) =>
      kind === "heating_stopped" && transition === "opened" && suppressedBy === null,
  );
  const explained = asked.filter(({ at }) =>
    story.explained.some(({ from, to }) => at >= from && at <= to),
  ).length;
  return {
    days: (story.rooms[0]?.celsius.length ?? 0) / 1_440,
    explained,
    unexplained: asked.length - explained,
  };
}
