import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { COMPARISONS, SEVERITIES } from "../vocabulary.ts";
import { changeOf, instant, nextCursor, shownName, shownText, someId, yesNo } from "./text.ts";

const magnitude = LIMITS.readingMagnitudeMax;
const number = z.number().check(z.minimum(-magnitude), z.maximum(magnitude));

const minutes = z.number().check(z.minimum(0), z.maximum(LIMITS.ruleMinutesMax));

const is = z.enum(COMPARISONS);
/** A state may be compared with true and false, which are 1 and 0. */
const value = z.union([number, z.pipe(z.boolean(), z.transform(Number))], {
  error: "must be a number, or true or false",
});

const optionalFields = {
  /** A unit of the sensor's quantity; the sensor's own where it is left out. */
  unit: z.optional(z.nullable(shownText(1, LIMITS.idCharactersMax))),
  for_minutes: z.optional(minutes),
  /** How far back from the value it is over. */
  hysteresis: z.optional(number.check(z.minimum(0))),
  /** The time between two notices; null to be notified once for each episode. */
  cooldown_minutes: z.optional(z.nullable(minutes)),
  severity: z.optional(z.enum(SEVERITIES)),
  enabled: z.optional(yesNo),
};

const draftFields = { name: z._default(shownName, "Draft"), is, value, ...optionalFields };

export const NewRule = z.strictObject({ sensor_id: someId, ...draftFields, name: shownName });

/** What is left out stays. The sensor does not change: a rule over another one is another rule. */
export const RuleChange = changeOf({ name: shownName, is, value, ...optionalFields });
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

export const RuleAnswer = z.object({ rule: Rule });

/** Listed in the order of making. */
export const RuleList = z.object({ rules: z.array(Rule), next_cursor: nextCursor });
