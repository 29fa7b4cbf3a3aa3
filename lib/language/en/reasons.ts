import { withTexts } from "../with-texts.ts";
import type { ReasonWords } from "../words.ts";
import texts from "./reasons.json" with { type: "json" };

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

export const EN_REASONS: ReasonWords = /* @__PURE__ */ withTexts(texts.reasons, {
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
} satisfies Partial<ReasonWords>);
