import type { ReasonWords } from "../words.ts";

const LIMITS = { warning: "warning limit", critical: "critical limit", high: "high limit", low: "low limit" };
const HOW = {
  at_or_below: "at or below",
  at_or_above: "at or above",
  above: "above",
  not_above: "not above",
  inside: "inside",
  below: "below",
  equals: "equal to",
} as const;

/** Two decimals: a value a little beyond its limit must not look like the limit. */
const EXACT = 2;

export const EN_REASONS: ReasonWords = {
  plain: {
    water: "The sensor detects water",
    dry: "The sensor is dry",
    keeps_getting_damp: "It gets wet for a short time again and again, as condensation does",
    keeps_getting_wet: "It gets wet again and again, more often than condensation explains",
    measures_again: "The sensor is measuring again",
    probe_unplugged: "The probe reports a fault: it is unplugged or broken",
    value_repeats: "The sensor repeats one value while its surroundings change: it may be stuck",
    has_drifted: "The sensor has drifted slowly away from the thermometers around it",
    distrusted_faulty:
      "The probe reports a fault: it is unplugged or broken, so its readings can't end an alert",
    distrusted_stuck:
      "The sensor repeats one value while others change: it may be stuck, so its readings can't end an alert",
    distrusted_drifted:
      "The sensor has drifted away from the thermometers around it, so its readings can't end an alert",
    rooms_warming: "The rooms have been getting warmer for hours",
    power_back: "The power is back, or most devices are back online",
    power_out: "The power is out, and it's getting cold",
    warming: "It is getting warmer",
    steady: "The temperature is holding for now",
    outside_not_freezing: "It doesn't get cold enough outside",
    cool_as_usual: "It is as cool as on other days at this hour",
    cooling_unknown: "There isn't enough data about the cooling yet",
    frozen_already: "It is below freezing already",
    no_forecast: "There's no forecast at the moment",
    forecast_too_short: "The forecast doesn't reach the next hours",
    never_reported: "The device hasn't sent any data yet",
    not_all_offline: "Not all devices are offline",
    no_room_reports: "No room has a current reading",
    colder_on_purpose: "Someone explained why it's colder",
    probe_fault: "The probe reports a fault",
    no_reading: "No reading yet",
    older_than_latest: "The reading is older than the sensor's latest",
    from_the_future: "The reading's time is in the future",
    too_late: "The reading came too late to count as current",
    too_far_from_before: "The reading is too far from the previous one: it counts once it's repeated",
    not_a_temperature: "The sensor doesn't measure a temperature",
    not_a_humidity: "The sensor doesn't measure humidity",
    recovered: "It is back to normal",
    cleared: "It's no longer monitored",
    answered: "Someone explained it",
    disabled: "The alert, its sensor or its device has been disabled",
    removed: "Its device has been deleted",
    moved: "Its device has been moved to another space",
    always_so_cold: "It's always this cold there",
    misread: "Its readings were read in the wrong unit",
  },
  valued: {
    limit: ({ value, how, name, limit }, say) =>
      `${say.quantity(value, EXACT)} is ${HOW[how]} the ${name === null ? "limit" : LIMITS[name]} of ${say.quantity(limit, EXACT)}`,
    no_limit: ({ value }, say) => `${say.quantity(value, EXACT)}, no limit is set`,
    forecast_low: ({ value, how, limit }, say) =>
      `A low of ${say.quantity(value, EXACT)} is ${HOW[how]} the limit of ${say.quantity(limit, EXACT)}`,
    rule: ({ value, how, is, limit }, say) =>
      `${say.quantity(value, EXACT)} is ${is ? "" : "not "}${HOW[how]} ${say.quantity(limit, EXACT)}`,
    other_unit: ({ unit }) => `The sensor doesn't measure in ${unit}`,
    silent: ({ minutes, allowed }) => `No reading for ${minutes} of ${allowed} minutes allowed`,
    cooling: ({ hours }, say) =>
      `About ${say.number(hours, 1)} h until it reaches ${say.freezing()} at the present cooling`,
    rooms_cold: ({ rooms, value }, say) =>
      `${rooms === 1 ? "The room is" : `All ${rooms} rooms are`} cold and still falling: ${say.quantity(value, EXACT)}`,
    rooms_colder_than_usual: ({ rooms, value, usual }, say) =>
      `${rooms === 1 ? "The heated room is" : `All ${rooms} heated rooms are`} colder than in the last week at this hour, and still falling: ${say.quantity(value, EXACT)}, below ${say.quantity(usual, EXACT)}`,
    devices_offline: ({ devices }) => `${devices} devices went offline together`,
  },
  placed: {
    called: ({ name }) => `It is called "${name}"`,
    called_and_cold: ({ name }) => `It's called "${name}" and is just as cold`,
    freezer_cold: () => "It was as cold as a freezer all week",
    fridge_cold: () => "It was as cold and as steady as a fridge all week",
    cold_nights: () => "It got much colder each night than by day, as it does outdoors",
    never_warm: () => "It was never as warm as a heated room all week",
    names_no_place: ({ name }) => `The name "${name}" doesn't say where it is`,
  },
};
