import { HOME_TITLES } from "../../../schema/vocabulary.ts";
import {
  type BuiltInSettings,
  type FreezeSettings,
  sensorSettings,
  settingsFor,
} from "../../devices/alert-settings.ts";
import { isRoom } from "../../devices/placement/placement.ts";
import { DAY_MS, HOUR_MS, type Moment } from "../../kernel/time.ts";
import { plain, type Quantity } from "../../language/reason.ts";
import { type Assessment, assess } from "../advance.ts";
import { type EpisodeState, notifiedOfThis } from "../episode.ts";
import {
  type AlertSubject,
  aboutOf,
  enabledSensors,
  type Surroundings,
  stateIndex,
  type TickDevice,
  type TickFacts,
} from "../facts.ts";
import { isHeld } from "../heating/heated-rooms.ts";
import { type SensorOutlook, unheatedAhead } from "../physics/cooling.ts";
import { historyIn, type Point } from "../physics/history.ts";
import { amountOf, limitCelsius as celsius, differenceIn, moved } from "../sensor-input.ts";
import { OUTDOOR_SUBJECT } from "../settings.ts";
import { measured, nextReminder, type Ruled, type Verdict } from "../verdict.ts";

const FORECAST_HOURS = 24;
const HOURS_A_DAY = 24;
const DEGREES_AN_HOUR = 15;

/** Hours of solar time: close enough to local time, and known for any place from its longitude. */
const EVENING = { from: 17, to: 21 } as const;

function isEveningAt(longitude: number, now: Moment): boolean {
  const hour = (now / HOUR_MS + longitude / DEGREES_AN_HOUR + HOURS_A_DAY) % HOURS_A_DAY;
  return hour >= EVENING.from && hour < EVENING.to;
}

/** Evaluates forecasts of a hard frost, or of a frosty unheated space. Subject: `outdoor`, or the space's sensor. */
export function judgeForecasts(
  facts: TickFacts,
  devices: readonly TickDevice[],
  outlooks: ReadonlyMap<string, SensorOutlook>,
  { forecast, series }: Surroundings,
  now: Moment,
): Assessment[] {
  if (facts.place === null) return [];
  const { household } = facts;
  const stateOf = stateIndex(facts.states);
  const isEvening = isEveningAt(facts.place.longitude, now);
  const judge = (
    subject: string,
    about: AlertSubject,
    settings: BuiltInSettings["forecast"],
    hours: readonly Point[] | null,
    newsBelow?: number,
  ) => {
    const limit = about.sensorId === null ? settings.outdoorLow : settings.indoorLow;
    if (!settings.enabled || limit === null) return [];
    const known = forecast === null || hours === null ? null : { fetchedAt: forecast.fetchedAt, hours };
    const frost = { sensorId: about.sensorId, limit, isEvening, forecast: known, newsBelow };
    const rule = frostRule(frost, settings, now);
    return [assess(facts, { kind: "forecast", subject, about, settings }, rule, now)];
  };
  // While the question about the heating is open, it speaks for the rooms.
  const isAsked = stateOf("heating_stopped", household.id).state.open;
  const thermometers = enabledSensors(devices).filter(
    ({ sensor: { id, kind } }) => kind === "temperature" && series.has(id),
  );
  const spaces = thermometers.flatMap(({ device, sensor }) => {
    const past = outlooks.get(sensor.id)?.past ?? historyIn(series, sensor, now);
    const isSpokenFor = (isAsked && isRoom(sensor, device)) || isHeld({ device, sensor });
    const isLookedAt = forecast !== null && !isSpokenFor;
    const ahead = isLookedAt ? unheatedAhead(past, forecast.hours, FORECAST_HOURS) : null;
    if (ahead === null && !stateOf("forecast", sensor.id).state.open) return [];
    const settings = sensorSettings("forecast", household, device, sensor);
    const cold = sensorSettings("freeze", household, device, sensor);
    const newsBelow = newsBelowTold(stateOf("freeze", sensor.id).state, cold, now);
    return judge(sensor.id, aboutOf(device, sensor), settings, ahead, newsBelow);
  });
  const outdoors = { title: HOME_TITLES.outdoors, deviceId: null, sensorId: null };
  const settings = settingsFor("forecast", household.settings);
  return [...judge(OUTDOOR_SUBJECT, outdoors, settings, forecast?.hours ?? null), ...spaces];
}

type Frost = {
  /** Null if there is no forecast: then nothing opens and nothing closes. */
  forecast: Surroundings["forecast"];
  /** The sensor of the unheated space that `hours` describe; null for the outdoors. */
  sensorId: string | null;
  limit: Quantity;
  /** True if it is evening at the home. Only then is the forecast for the coming night notified. */
  isEvening: boolean;
  /** A forecast above this is no news, in °C; absent if any forecast is news. */
  newsBelow?: number | undefined;
};

/**
 * The temperature in °C down to which a forecast for a space is no news, because its freeze alert was notified recently
 * and wouldn't be sent again. Undefined if there is no such notice.
 */
export function newsBelowTold(
  { notified }: EpisodeState,
  { reopenQuietMs, worseBy }: FreezeSettings,
  now: Moment,
): number | undefined {
  if (notified === null || now - notified.at >= reopenQuietMs) return undefined;
  return -notified.badness - differenceIn(worseBy, "°C");
}

export const frostRule =
  (frost: Frost, settings: BuiltInSettings["forecast"], now: Moment) =>
  (state: EpisodeState): Ruled => ({
    verdict: verdictOn(frost, settings, now),
    course: {
      remind: nextReminder(state, settings.remindMs),
      reopenQuietMs: Math.min(
        settings.reopenQuietMs,
        frost.sensorId === null ? Number.POSITIVE_INFINITY : SPACE_QUIET_MS,
      ),
      // A colder forecast is news for another cold spell only, not in one that was notified.
      worseBy: state.open && notifiedOfThis(state) !== null ? null : COLDER_BY_CELSIUS,
      // A frost that didn't come isn't news.
      tellsEnd: false,
    },
  });

function verdictOn(input: Frost, settings: BuiltInSettings["forecast"], now: Moment): Verdict {
  const { limit, sensorId } = input;
  if (input.forecast === null || now - input.forecast.fetchedAt > settings.forecastAgeMs)
    return { is: "unknown", why: plain("no_forecast") };
  const low = lowest(input.forecast.hours, now, now + settings.windowMs);
  if (low === null) return { is: "unknown", why: plain("forecast_too_short") };
  const isBad = low.celsius <= celsius(limit);
  const isNews =
    isBad &&
    input.isEvening &&
    low.celsius <= (input.newsBelow ?? low.celsius) &&
    !hasJustBeen(input.forecast.hours, low, settings, celsius(limit), now);
  const isStillBad = low.celsius < celsius(moved(limit, settings.hysteresis, 1));
  const evidence = { sensorId, deviceId: null, value: low.celsius, unit: "°C", at: low.at };
  return measured(
    {
      severity: isNews ? "warning" : null,
      holds: isBad || isStillBad ? "warning" : null,
      badness: -low.celsius,
      evidence,
      limit: {
        ...limit,
        name: sensorId === null ? "outdoor_low" : "indoor_low",
        is: "at_or_below",
        forMs: 0,
      },
      why: {
        code: "forecast_low",
        values: { value: amountOf(evidence), how: isBad ? "at_or_below" : "above", limit },
      },
    },
    now,
  );
}

/** After a month, something else may cool a space. Outdoors it is only the weather, so the quiet time is longer. */
const SPACE_QUIET_MS = 30 * DAY_MS;

/** A forecast is news again if it is this much colder than the last night, and than the last notified frost. */
const COLDER_BY_CELSIUS = 5;

/** True if the last night was about as cold: a cold spell is news as it begins, and when it gets much colder. */
function hasJustBeen(
  hours: readonly Point[],
  low: Point,
  { windowMs }: BuiltInSettings["forecast"],
  limit: number,
  now: Moment,
): boolean {
  const before = lowest(hours, now - windowMs, now - HOUR_MS);
  return before !== null && before.celsius <= limit && low.celsius > before.celsius - COLDER_BY_CELSIUS;
}

/** The coldest hour from the current one to `until`, the earliest of several; null if there is none. */
export function lowest(hours: readonly Point[], now: Moment, until: Moment): Point | null {
  let low: Point | null = null;
  for (const hour of hours) {
    if (hour.at <= now - HOUR_MS || hour.at > until) continue;
    if (low === null || hour.celsius < low.celsius) low = hour;
  }
  return low;
}
