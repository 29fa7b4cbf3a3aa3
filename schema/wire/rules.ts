import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { COMPARISONS, SEVERITIES } from "../vocabulary.ts";
import { nextCursor } from "./paging.ts";
import { shownText, someId, yesNo } from "./text.ts";

const instant = z.iso.datetime();

const magnitude = LIMITS.readingMagnitudeMax;
const number = (error: string) =>
  z.number({ error }).check(z.minimum(-magnitude, { error }), z.maximum(magnitude, { error }));

const minutesError = `must be a number of minutes from 0 to ${LIMITS.ruleMinutesMax}`;
const minutes = z
  .number({ error: minutesError })
  .check(z.minimum(0, { error: minutesError }), z.maximum(LIMITS.ruleMinutesMax, { error: minutesError }));

const hysteresisError = "must be a number that is not negative, in the unit of the value";

const name = shownText(1, LIMITS.nameCharactersMax);
const is = z.enum(COMPARISONS, { error: `must be one of ${COMPARISONS.join(", ")}` });
/** A state may be compared with true and false, which are 1 and 0. */
const value = z.union([number("must be a number"), z.pipe(z.boolean(), z.transform(Number))], {
  error: "must be a number, or true or false",
});

const optionalFields = {
  /** A unit of the sensor's quantity; the sensor's own where it is left out. */
  unit: z.optional(z.nullable(shownText(1, LIMITS.idCharactersMax))),
  for_minutes: z.optional(minutes),
  /** How far back from the value it is over. */
  hysteresis: z.optional(number(hysteresisError).check(z.minimum(0, { error: hysteresisError }))),
  /** The time between two notices; null to be notified once for each episode. */
  cooldown_minutes: z.optional(z.nullable(minutes)),
  severity: z.optional(z.enum(SEVERITIES, { error: `must be ${SEVERITIES.join(" or ")}` })),
  enabled: z.optional(yesNo),
};

const draftFields = { name: z._default(name, "Draft"), is, value, ...optionalFields };

export const NewRule = z.strictObject({ sensor_id: someId, ...draftFields, name });
export type NewRule = z.output<typeof NewRule>;

/** What is left out stays. The sensor does not change: a rule over another one is another rule. */
export const RuleChange = z
  .strictObject({ name: z.optional(name), is: z.optional(is), value: z.optional(value), ...optionalFields })
  .check(
    z.refine((change) => Object.values(change).some((field) => field !== undefined), {
      error: "must have at least one field of a rule",
    }),
    z.meta({ minProperties: 1 }),
  );
export type RuleChange = z.output<typeof RuleChange>;

/** A rule that is only tried out. */
export const DraftRule = z.strictObject(draftFields);

export const Rule = z.object({
  id: z.string(),
  sensor_id: z.string(),
  name: z.string(),
  is: z.enum(COMPARISONS),
  value: z.number(),
  unit: z.nullable(z.string()),
  for_minutes: z.number(),
  hysteresis: z.number(),
  cooldown_minutes: z.nullable(z.number()),
  severity: z.enum(SEVERITIES),
  enabled: z.boolean(),
  created_at: instant,
  updated_at: instant,
});
export type Rule = z.output<typeof Rule>;

export const RuleAnswer = z.object({ rule: Rule });
export type RuleAnswer = z.output<typeof RuleAnswer>;

/** Listed in the order of making. */
export const RuleList = z.object({ rules: z.array(Rule), next_cursor: nextCursor });
export type RuleList = z.output<typeof RuleList>;
