import { PRESENCE_RULES, type SensorKind, type Severity } from "../../../schema/vocabulary.ts";
import type { BuiltInSettings, FreezeSettings } from "../../devices/alert-settings.ts";
import { DAY_MS, HOUR_MS, type Moment } from "../../kernel/time.ts";
import { FREEZING_CELSIUS } from "../../kernel/units.ts";
import { plain, type Quantity } from "../../language/reason.ts";
import { type EpisodeState, namedAt, notifiedOfThis } from "../episode.ts";
import { HABIT_MS, isAiring, isCarriedOut, isHabit, longerMs, quietAfter, withCarried } from "../habit.ts";
import { isOnVacation } from "../quiet/quiet.ts";
import {
  limitCelsius as celsius,
  comparedIn,
  differenceIn,
  edgeAt,
  moved,
  remindAfter,
  type SensorInput,
  type SensorRule,
  type Threshold,
  valueIn,
  verdictBy,
  whyLimit,
} from "../sensor-input.ts";
import { RULE_DEFAULTS, type RuleSettings } from "../settings.ts";
import type { Course, Verdict } from "../verdict.ts";

/** From this far below the limit, one reading is enough to open: closer to it, a draft may be the cause. */
const CLEAR_BY: Quantity = { value: 3, unit: "°F" };

/** A device is slow if its usual interval is longer than `sureMs` times this. */
const SLOW_TIMES = 2;

/** A temperature sensor at or below the warning or critical limit. Subject: the sensor. */
export const judgeFreeze: SensorRule<FreezeSettings> = (before, input, settings, now) => {
  const state = withFoundCold(before, input, now);
  const isFound = (state.foundCold ?? null) !== null;
  const usual = state.open ? settings : asUsual(settings, input);
  const inForce = isOnVacation(input.quiet, now) ? onVacation(usual) : usual;
  // A room that froze before anybody monitored it is notified together with the others, by the next tick.
  const isLeftToTick = isFound && !state.open && input.occasion === "ingest";
  const verdict: Verdict = isLeftToTick
    ? { is: "unknown", why: plain("frozen_already") }
    : verdictBy(state, input, now, thresholdOf(inForce, input));
  const isMild = severityNow(state, verdict) !== "critical";
  const { kelvinPerHour = 0 } = input;
  const isCarried = settings.reopenQuietMs > 0 && isCarriedOut(state, kelvinPerHour, now);
  const lastsMs = isCarried ? HABIT_MS.question : HABIT_MS.room;
  const isUsual = isHabit([state], lastsMs, now);
  const isAired = isCarried && isUsual && isAiring(state, now);
  const isEasing = isGettingWarmer(state, verdict);
  const isPassing = isEasing && notifiedOfThis(state) === null;
  const course: Partial<Course> = {
    closing: { readings: settings.closingReadings, ms: 0 },
    // The next reading of a slow device comes too late to wait for.
    sureMs: (input.usualIntervalMs ?? 0) > settings.sureMs * SLOW_TIMES ? 0 : settings.sureMs,
    remind:
      input.mayBeAlwaysCold === true ||
      input.occasion === "ingest" ||
      isUsual ||
      isEasing ||
      (isMild && (comesWithWeather(settings) || (input.hasReturned === true && settings.reopenQuietMs > 0)))
        ? null
        : remindAfter(state, input, settings.remindMs, now, isMild ? "mild" : "usual"),
    // A closed-off room swings around 40 °F; its critical limit is still notified as usual.
    reopenQuietMs: isMild ? quietAfter(state, settings.reopenQuietMs, lastsMs, now) : settings.reopenQuietMs,
    worseBy: isAired || isNotifiedAsWorst(state, settings) ? null : differenceIn(settings.worseBy, "°C"),
    tellsEnd: tellsEnd(state, input, settings, isUsual),
    habitMs: state.carried?.isBack === true ? HABIT_MS.question : lastsMs,
    ...(isAired || isPassing ? { reopenQuietMs: Number.POSITIVE_INFINITY } : {}),
    ...(isFound ? NOTIFIED_ONCE : {}),
  };
  const settle = (moved: EpisodeState) => ({ state: withCarried(state, moved, kelvinPerHour, now) });
  return { state, verdict, course, settings: inForce, settle };
};

/** From this many K above the coldest of its episode, the sensor was carried inside or its room is heated again. */
const WARMER_BY = 1;

/** True if it is getting warmer: no reminder, and no late word, until it is as cold again. Less frost is no better. */
const isGettingWarmer = ({ open, peak }: EpisodeState, verdict: Verdict): boolean =>
  open &&
  peak !== null &&
  verdict.is === "measured" &&
  -verdict.badness > FREEZING_CELSIUS &&
  peak.badness - verdict.badness >= WARMER_BY;

/** True if it was notified as critical, by its own message or by another alert's that named this room. */
const isNotifiedCritical = (state: EpisodeState): boolean =>
  notifiedOfThis(state)?.severity === "critical" || namedAt(state) !== null;

/** True if a further degree isn't news: it was notified as critical, or as ice where there is no critical limit. */
const isNotifiedAsWorst = (state: EpisodeState, { critical }: FreezeSettings): boolean =>
  isNotifiedCritical(state) || (critical === null && state.notified !== null && state.notified.badness >= 0);

/** True for a place whose frost comes and goes all winter: its warning has no reminders and no end message. */
const comesWithWeather = ({ reopenQuietMs }: FreezeSettings): boolean => reopenQuietMs >= DAY_MS;

/**
 * True if the end is notified. Nobody waits for the end of a warning that recently came and went by itself, or of a
 * room that freezes every day, except a member who acknowledged it or who wants every message.
 */
function tellsEnd(state: EpisodeState, input: SensorInput, settings: FreezeSettings, isUsual: boolean) {
  const isAwaited = state.ack !== null || settings.reopenQuietMs === 0;
  if (isNotifiedCritical(state)) return isAwaited || !isUsual;
  return !comesWithWeather(settings) && (isAwaited || input.hasReturned !== true);
}

/** The severity after this verdict: an alert that eases from critical is reminded of as a warning. */
function severityNow({ severity }: EpisodeState, verdict: Verdict): Severity | null {
  if (verdict.is !== "measured") return severity;
  return severity === "critical" ? verdict.holds : verdict.severity;
}

/** On vacation the higher of the two warning limits applies. */
function onVacation(settings: FreezeSettings): FreezeSettings {
  const { warning, vacationWarning } = settings;
  if (vacationWarning === null) return settings;
  const isHigher = warning === null || celsius(vacationWarning) > celsius(warning);
  return isHigher ? { ...settings, warning: vacationWarning } : settings;
}

/** A room that is usually cold is warned of at this many K below the lowest of its week. */
export const COLDER_BY = 1;

/**
 * Lowers the warning limit of a room that was as cold in its week and warm again, as by a frost guard. An open alert
 * keeps its limits, and the critical limit stays.
 */
function asUsual(settings: FreezeSettings, { usualLow = Number.POSITIVE_INFINITY }: SensorInput) {
  const { warning } = settings;
  if (warning === null || usualLow > celsius(warning)) return settings;
  return { ...settings, warning: { value: usualLow - COLDER_BY, unit: "°C" } };
}

const thresholdOf = ({ warning, critical, hysteresis }: FreezeSettings, input: SensorInput): Threshold => ({
  unit: "°C",
  edges: [
    ...edgeAt(warning, { severity: "warning", is: "at_or_below", name: "warning" }),
    ...edgeAt(critical, { severity: "critical", is: "at_or_below", name: "critical" }),
  ],
  hysteresis,
  forMs: 0,
  otherUnit: plain("not_a_temperature"),
  badness: (value) => -value,
  isClear: (value) =>
    input.isSteady === true || value <= celsius(moved(warning ?? critical ?? NEVER, CLEAR_BY, -1)),
  why: (value, edge, isBad) => whyLimit(value, isBad ? "at_or_below" : "above", edge),
});

/** A limit that no temperature reaches. */
const NEVER: Quantity = { value: Number.NEGATIVE_INFINITY, unit: "°C" };

/** A place that has been this warm for longer than the sun heats a greenhouse is watched like a room from then on. */
const ROOM_CELSIUS = 10;
const WARM_MS = 6 * HOUR_MS;
/** After this time, its hourly readings show what kind of place it is. */
const UNKNOWN_MS = 48 * HOUR_MS;

/**
 * Notes that a place which may always be so cold was frozen at its very first reading: a freezer, the outdoors, or
 * pipes that nobody can save. Forgets it once more is known of the place, it has been warm, or two days are over.
 */
function withFoundCold(state: EpisodeState, input: SensorInput, now: Moment): EpisodeState {
  const celsius = input.reading === null ? null : valueIn(input.reading, "°C");
  if (celsius === null) return state;
  const found = state.foundCold ?? null;
  if (found === null) {
    const isFound =
      input.isFirst === true &&
      input.mayBeAlwaysCold === true &&
      state.episode === 0 &&
      celsius <= FREEZING_CELSIUS;
    return isFound ? { ...state, foundCold: { at: now, warmSince: null } } : state;
  }
  const warmSince = celsius < ROOM_CELSIUS ? null : (found.warmSince ?? now);
  const isWarm = warmSince !== null && now - warmSince >= WARM_MS;
  if (isWarm || input.mayBeAlwaysCold !== true || now - found.at >= UNKNOWN_MS)
    return { ...state, foundCold: null };
  return warmSince === found.warmSince ? state : { ...state, foundCold: { ...found, warmSince } };
}

/** A place found frozen is notified once: no reminder, no end, nothing when it gets colder or freezes again. */
const NOTIFIED_ONCE: Pick<Course, "remind" | "worseBy" | "reopenQuietMs" | "tellsEnd"> = {
  remind: null,
  worseBy: null,
  reopenQuietMs: UNKNOWN_MS,
  tellsEnd: false,
};

/** A rule's temperature that gets this much worse after it was notified or acknowledged is news. */
const WORSE_TEMPERATURE_BY: Quantity = { value: 3, unit: "°F" };
/** The direction in which a custom rule's value gets worse; 0 for none. */
const BADNESS = { above: 1, below: -1, equals: 0 } as const;

/** A humidity sensor too high (or, where wanted, too low) for long enough. Subject: the sensor. */
export const judgeHumidity: SensorRule<BuiltInSettings["humidity"]> = (state, input, settings, now) => {
  const { high, low, hysteresis, forMs, remindMs, reopenQuietMs } = settings;
  const edges = [
    ...edgeAt(high, { severity: "warning", is: "at_or_above", name: "high" }),
    ...edgeAt(low, { severity: "warning", is: "at_or_below", name: "low" }),
  ];
  const verdict = verdictBy(state, input, now, {
    unit: "%",
    edges,
    hysteresis,
    forMs,
    otherUnit: plain("not_a_humidity"),
    why: (value, edge, isBad) =>
      whyLimit(value, isBad ? (edge.name === "high" ? "at_or_above" : "at_or_below") : "inside", edge),
  });
  // Nobody waits for the end of a damp spell.
  const remind = remindAfter(state, input, remindMs, now);
  return { verdict, course: { forMs, remind, reopenQuietMs, tellsEnd: false } };
};

/**
 * A freezer or fridge that has been too warm for longer than an open door or a defrost cycle explains; notified once
 * more when a freezer's food thaws. Subject: the sensor.
 */
export const judgeColdStorage: SensorRule<BuiltInSettings["cold_storage"]> = (
  state,
  input,
  { warm, hysteresis, forMs, closingReadings, remindMs, reopenQuietMs },
  now,
) => {
  const verdict = verdictBy(state, input, now, {
    unit: "°C",
    hysteresis,
    forMs,
    otherUnit: plain("not_a_temperature"),
    edges: edgeAt(warm, { severity: "warning", is: "above", name: "warm" }),
    badness: (value) => value,
    // Only what is kept frozen can thaw.
    rungAt: (value) => Number(isFreezer(warm) && value > FREEZING_CELSIUS),
    why: (value, edge, isBad) => whyLimit(value, isBad ? "above" : "not_above", edge),
  });
  const isUsual =
    verdict.is === "measured" &&
    verdict.rung === 0 &&
    verdict.badness <= (state.peak?.badness ?? 0) + WARMER_BY;
  const waitMs = isUsual ? longerMs(state, HABIT_MS.question, now) : 0;
  const course: Partial<Course> = {
    forMs: Math.min(forMs + waitMs, Math.max(forMs, FOOD_KEEPS_MS)),
    closing: { readings: closingReadings, ms: 0 },
    remind: remindAfter(state, input, remindMs, now),
    reopenQuietMs,
    // An episode that somebody acknowledged may not have ended by itself.
    habitMs: state.ack === null ? HABIT_MS.question : null,
  };
  return { verdict, course };
};

/** Groceries or a long defrost warm a freezer every week: food that is too warm for less than this stays good. */
const FOOD_KEEPS_MS = 4 * HOUR_MS;

const isFreezer = (warm: Quantity | null): boolean =>
  warm !== null && (valueIn(warm, "°C") ?? Number.POSITIVE_INFINITY) < FREEZING_CELSIUS;

/** A household's custom rule for one sensor. Subject: the rule. */
export const judgeRule: SensorRule<RuleSettings> = (state, input, settings, now) => {
  const { severity, is, limit, name, hysteresis, forMs, cooldownMs } = settings;
  const verdict = verdictBy(state, input, now, {
    unit: comparedIn(limit.unit ?? input.reading?.unit ?? null),
    edges: [{ severity, is, limit, name }],
    hysteresis,
    forMs,
    otherUnit: { code: "other_unit", values: { unit: limit.unit ?? "" } },
    badness: (value) => BADNESS[is] * value,
    why: (value, _, isBad) => ({ code: "rule", values: { value, how: is, is: isBad, limit } }),
  });
  const isTemperature = comparedIn(limit.unit) === "°C" && is !== "equals";
  const course = {
    forMs,
    remind: remindAfter(state, input, cooldownMs, now),
    reopenQuietMs: cooldownMs ?? 0,
    worseBy: isTemperature ? differenceIn(WORSE_TEMPERATURE_BY, "°C") : null,
  };
  return { verdict, course };
};

const TELLS_PRESENCE: Partial<Record<SensorKind, string>> = PRESENCE_RULES;

/** The prefix of the subject of a vacation's rule; the sensor's id follows. */
export const VACATION_SUBJECT = "vacation:";

export const vacationSubject = (sensorId: string): string => `${VACATION_SUBJECT}${sensorId}`;

/** The rule that a vacation adds for a door or motion sensor; null for all other kinds. Kind: `rule`. */
export function vacationRule(sensorKind: SensorKind): RuleSettings | null {
  const name = TELLS_PRESENCE[sensorKind];
  if (name === undefined) return null;
  const of = (value: number): Quantity => ({ value, unit: null });
  return { ...RULE_DEFAULTS, name, is: "equals", limit: of(1), hysteresis: of(0) };
}

/** Applies as long as the vacation lasts; what is still open at its end is cleared. */
export const judgeVacation: SensorRule<RuleSettings> = (state, input, settings, now) =>
  isOnVacation(input.quiet, now)
    ? judgeRule(state, input, settings, now)
    : { verdict: { is: "over", reason: "cleared" } };
