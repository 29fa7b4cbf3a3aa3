import { LIMITS } from "../../../schema/limits.ts";
import type { AlertKind, Block, ResponderAnswer } from "../../../schema/vocabulary.ts";
import { ALERT_LIMITS } from "../../alerts/limits.ts";
import type { Hour } from "../notice-view.ts";
import type { DarkShare } from "../notice-words.ts";

import { EN_KINDS, hourText } from "./kinds.ts";

/** A language's words for all that goes out about alerts. */
export const EN_NOTICES = {
  kinds: EN_KINDS,
  /** Stand where a name says nothing. */
  yourHome: "your home",
  yourCity: "your city",
  lessThanAMinute: "less than a minute",
  isAt: (value: string) => `is at ${value}`,
  holdsAt: (value: string) => `is holding at ${value}`,
  wasAt: (value: string, { clock, weekday }: Hour) =>
    `was at ${value} at ${weekday === null ? clock : `${clock} on ${weekday}`}`,
  /** `span` is null for an hour. */
  trend: (degrees: number, isDown: boolean, span: string | null) =>
    `, ${isDown ? "down" : "up"} ${degrees} in ${span ?? "an hour"}`,
  /** Null for what has passed already, and for an end that says nothing. */
  freezes: (earliest: Hour | null, latest: { hour: Hour; isLikely: boolean } | null) => {
    const early = earliest === null ? " at any time now" : ` as early as ${hourText(earliest)}`;
    return latest === null ? early : `${early}, ${latest.isLikely ? "about" : "by"} ${hourText(latest.hour)}`;
  },
  ahead: (time: string) => ` by ${time}`,
  /** A headline for where every character counts. */
  shortened: (headline: string) => headline.replace(" is at ", " "),
  after: (span: string) => `, after ${span}`,
  since: (hour: Hour) => `, since ${hourText(hour)}`,
  worse: (bad: string) => `Worse: ${bad}`,
  /**
   * Before news that a step of an escalation tells again: nobody has it, or its reader had it for long enough. Before
   * worse news for whoever had it.
   */
  leads: {
    unanswered: (news: string) => `Nobody has answered: ${news}`,
    renewal: (news: string) => `You acknowledged this ${ALERT_LIMITS.ackHours} hours ago: ${news}`,
    worse: (news: string) => `It got worse since you acknowledged it: ${news}`,
  },
  eased: (still: string) => `A little better: ${still}`,
  distrusted: (where: string) => `Check the sensor: ${where}`,
  flapping: (where: string, openings: number) => `On and off: ${where}, ${openings} alerts within an hour`,
  notMonitored: (where: string) => `No longer monitored: ${where}`,
  alwaysSoCold: (where: string) =>
    `Always this cold: ${where}. You'll be alerted if it gets colder than usual`,
  misread: (where: string, sent: string, taken: string) =>
    `Unit corrected: ${where} sends ${sent}, not ${taken}`,
  askUnit: (where: string, value: string) => `Is ${where} at ${value} °F or ${value} °C?`,
  unitAdvice:
    "The sensor doesn't say. Choose the unit on the alert's page: until then it can't raise a critical alert.",
  askPlace: (where: string, value: string) =>
    `${where} is at ${value}: is it in a room, in an unheated space, or part of a machine?`,
  placeAdvice:
    "Its name doesn't say. Choose where it is on the sensor's page: until then it can't raise a critical alert.",
  distrustedAdvice: "Check its cable and battery. Open alerts stay open until its readings look right again.",
  flappingAdvice: (advice: string) => `${advice} We're pausing more alerts until it settles.`,
  cadence: {
    daily: "You'll get one reminder a day from now on.",
    digest: "From now on it's only in the weekly report.",
  },
  facts: {
    where: "Where",
    reading: "Reading",
    failingSince: "Failing since",
    lastReading: "Last reading",
    feed: "Feed",
    since: "Since",
    lasted: "Lasted",
    worst: "Worst",
    why: "Why",
  },
  failing: (failure: string) => `failing: ${failure}`,
  take: "I'm on it",
  see: "See what happened",
  moreAlerts: (count: number) => `and ${count} more alert${count === 1 ? "" : "s"}`,
  moreLines: (count: number) => `… and ${count} more`,
  alerts: (count: number) => `${count} alerts`,
  alertsAt: (alerts: string, home: string) => `${alerts} at ${home}`,
  lastHours: (hours: number, low: string, high: string) =>
    `The last ${hours} hours: ${low === high ? `at ${low}` : `between ${low} and ${high}`}`,
  neighbours: (city: string, share: DarkShare) => {
    if (share === null)
      return `Almost no other participating home in ${city} is offline: check this home's own fuse and router first.`;
    const some =
      share === 0 ? "Some other participating homes" : `About ${share}% of the other participating homes`;
    return `${some} in ${city} are offline too: it isn't only this home.`;
  },
  /** Why a message is not sent on the channel that was chosen for it: a part of a sentence. */
  blocks: {
    country: "this service doesn't send them to that country",
    not_in_plan: "they're part of the Pro plan",
    month_used_up: "this month's are used up",
    all_used_up: "this service has reached its limit for today",
    newcomers_used_up: "new homes have reached their limit for today",
    trial_used_up: `a home on trial sends at most ${LIMITS.trialSmsPerDay} a day`,
    number_used_up: `your number has already had ${LIMITS.numberSmsPerDay} today`,
    number_gone: "your phone number no longer accepts text messages",
    call_country: "this service doesn't call such numbers",
    call_not_in_plan: "they're part of the Pro plan",
    call_month_used_up: "this month's are used up",
    call_day_used_up: `a home makes at most ${LIMITS.homeCallsPerDay} a day`,
    call_all_used_up: "this service has reached its limit for today",
    call_newcomers_used_up: "new homes have reached their limit for today",
    call_number_gone: "your phone number no longer accepts calls",
    used_up: "this home has reached its limit for today",
  } satisfies Record<Block, string>,
  byMail: (reason: string, wasCall: boolean) =>
    `This would have been a ${wasCall ? "phone call" : "text message"}, but ${reason}. We sent it by mail instead.`,
  test: {
    subject: "Test from Hearthwatch",
    text: (home: string) => `This is a test from Hearthwatch for ${home}. Alerts reach you the same way.`,
  },
};
export type NoticeWords = typeof EN_NOTICES;

/** What somebody without an account is written, in one language. */
export const EN_RESPONDERS = {
  kinds: {
    freeze: "Danger of freezing",
    humidity: "Very damp",
    leak: "Water detected",
    outage: "A sensor is offline",
    forecast: "A hard freeze is coming",
    time_to_freeze: "Pipes may freeze soon",
    heating_stopped: "The heating may have stopped",
    cold_storage: "A freezer or fridge is too warm",
    sensor_fault: "A sensor isn't working",
    incident: "The home is offline",
    rule: "A limit was reached",
  } satisfies Record<AlertKind, string>,
  /** The subject of a call: what, and in whose home. */
  subject: (what: string, home: string) => `${what} at ${home}`,
  /** Why they are called; `hours` is how long an acknowledgement holds. */
  reasons: {
    nobody: () => "Nobody at home has answered. Can you help?",
    worse: () => "It got worse since you said you'd help. Can you still help?",
    expired: (hours) => `You said you'd help ${hours} hours ago, and it's still open. Can you still help?`,
  } satisfies Record<string, (hours: number) => string>,
  more: (count: number) => (count === 1 ? "One more alert is open." : `${count} more alerts are open.`),
  since: (where: string, hour: Hour) => `${where}, since ${hourText(hour)}.`,
  open: "See it and answer",
  /** The question before anything else is ever sent. */
  ask: (by: string, home: string) =>
    `${by} would like us to contact you when something goes wrong at ${home} and nobody answers`,
  askMore: "You won't get anything else unless you say yes. You can stop it at any time with the same link.",
  askOpen: "Answer",
  /** What the members hear of somebody's answer. */
  answers: {
    on_my_way: (who) => `${who} is on the way`,
    there: (who) => `${who} is there`,
    water_off: (who) => `${who} has turned the water off`,
    cannot: (who) => `${who} can't come`,
  } satisfies Record<ResponderAnswer, (who: string) => string>,
  about: (title: string, home: string) => `${title}, at ${home}.`,
  see: "See the alert",
};
export type ResponderWords = typeof EN_RESPONDERS;
