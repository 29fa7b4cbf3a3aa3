import { LIMITS } from "../../../schema/limits.ts";
import { ALERT_LIMITS } from "../../alerts/limits.ts";
import type { NoticeWords, ResponderWords } from "../notice-words.ts";
import { EN_KINDS, hourText } from "./kinds.ts";

export const EN_NOTICES: NoticeWords = {
  kinds: EN_KINDS,
  yourHome: "your home",
  yourCity: "your city",
  lessThanAMinute: "less than a minute",
  isAt: (value) => `is at ${value}`,
  holdsAt: (value) => `is holding at ${value}`,
  wasAt: (value, { clock, weekday }) =>
    `was at ${value} at ${weekday === null ? clock : `${clock} on ${weekday}`}`,
  trend: (degrees, isDown, span) => `, ${isDown ? "down" : "up"} ${degrees} in ${span ?? "an hour"}`,
  freezes: (earliest, latest) => {
    const early = earliest === null ? " at any time now" : ` as early as ${hourText(earliest)}`;
    return latest === null ? early : `${early}, ${latest.isLikely ? "about" : "by"} ${hourText(latest.hour)}`;
  },
  ahead: (time) => ` by ${time}`,
  shortened: (headline) => headline.replace(" is at ", " "),
  after: (span) => `, after ${span}`,
  since: (hour) => `, since ${hourText(hour)}`,
  worse: (bad) => `Worse: ${bad}`,
  leads: {
    unanswered: (news) => `Nobody has answered: ${news}`,
    renewal: (news) => `You acknowledged this ${ALERT_LIMITS.ackHours} hours ago: ${news}`,
    worse: (news) => `It got worse since you acknowledged it: ${news}`,
  },
  eased: (still) => `A little better: ${still}`,
  distrusted: (where) => `Check the sensor: ${where}`,
  flapping: (where, openings) => `On and off: ${where}, ${openings} alerts within an hour`,
  notMonitored: (where) => `No longer monitored: ${where}`,
  alwaysSoCold: (where) => `Always this cold: ${where}. You'll be alerted if it gets colder than usual`,
  misread: (where, sent, taken) => `Unit corrected: ${where} sends ${sent}, not ${taken}`,
  askUnit: (where, value) => `Is ${where} at ${value} °F or ${value} °C?`,
  unitAdvice:
    "The sensor doesn't say. Choose the unit on the alert's page: until then it can't raise a critical alert.",
  askPlace: (where, value) =>
    `${where} is at ${value}: is it in a room, in an unheated space, or part of a machine?`,
  placeAdvice:
    "Its name doesn't say. Choose where it is on the sensor's page: until then it can't raise a critical alert.",
  distrustedAdvice: "Check its cable and battery. Open alerts stay open until its readings look right again.",
  flappingAdvice: (advice) => `${advice} We're pausing more alerts until it settles.`,
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
  failing: (failure) => `failing: ${failure}`,
  take: "I'm on it",
  see: "See what happened",
  moreAlerts: (count) => `and ${count} more alert${count === 1 ? "" : "s"}`,
  moreLines: (count) => `… and ${count} more`,
  alerts: (count) => `${count} alerts`,
  alertsAt: (alerts, home) => `${alerts} at ${home}`,
  lastHours: (hours, low, high) =>
    `The last ${hours} hours: ${low === high ? `at ${low}` : `between ${low} and ${high}`}`,
  neighbours: (city, share) => {
    if (share === null)
      return `Almost no other participating home in ${city} is offline: check this home's own fuse and router first.`;
    const some =
      share === 0 ? "Some other participating homes" : `About ${share}% of the other participating homes`;
    return `${some} in ${city} are offline too: it isn't only this home.`;
  },
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
  },
  byMail: (reason, wasCall) =>
    `This would have been a ${wasCall ? "phone call" : "text message"}, but ${reason}. We sent it by mail instead.`,
  test: {
    subject: "Test from Hearthwatch",
    text: (home) => `This is a test from Hearthwatch for ${home}. Alerts reach you the same way.`,
  },
};

export const EN_RESPONDERS: ResponderWords = {
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
  },
  subject: (what, home) => `${what} at ${home}`,
  reasons: {
    nobody: () => "Nobody at home has answered. Can you help?",
    worse: () => "It got worse since you said you'd help. Can you still help?",
    expired: (hours) => `You said you'd help ${hours} hours ago, and it's still open. Can you still help?`,
  },
  more: (count) => (count === 1 ? "One more alert is open." : `${count} more alerts are open.`),
  since: (where, hour) => `${where}, since ${hourText(hour)}.`,
  open: "See it and answer",
  ask: (by, home) =>
    `${by} would like us to contact you when something goes wrong at ${home} and nobody answers`,
  askMore: "You won't get anything else unless you say yes. You can stop it at any time with the same link.",
  askOpen: "Answer",
  answers: {
    on_my_way: (who) => `${who} is on the way`,
    there: (who) => `${who} is there`,
    water_off: (who) => `${who} has turned the water off`,
    cannot: (who) => `${who} can't come`,
  },
  about: (title, home) => `${title}, at ${home}.`,
  see: "See the alert",
};
