import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { COMPARISONS, SEVERITIES } from "../vocabulary.ts";
import { changeOf, instant, nextCursor, shownName, shownText, someId, yesNo } from "./text.ts";

const magnitude = LIMITS.readingMagnitudeMax;
const number = z.number().check(z.minimum(-magnitude), z.maximum(magnitude));

const minutes = z.number().check(z.minimum(0), z.maximum(LIMITS.ruleMinutesMax));

const is = z.enum(COMPARISONS);
/** A state may also be compared with true or false, which are 1 and 0. */
const value = z.union([number, z.pipe(z.boolean(), z.transform(Number))], {
  error: "must be a number, or true or false",
});

const optionalFields = {
  /** A unit of the sensor's quantity; if omitted, the sensor's own. */
  unit: z.optional(z.nullable(shownText(1, LIMITS.idCharactersMax))),
  for_minutes: z.optional(minutes),
  /** How far beyond the limit the value must return before the alert ends. */
  hysteresis: z.optional(number.check(z.minimum(0))),
  /** The time between two notifications; null to notify once for each episode. */
  cooldown_minutes: z.optional(z.nullable(minutes)),
  severity: z.optional(z.enum(SEVERITIES)),
  enabled: z.optional(yesNo),
};

const draftFields = { name: z._default(shownName, "Draft"), is, value, ...optionalFields };

export const NewRule = z.strictObject({ sensor_id: someId, ...draftFields, name: shownName });

/** Omitted fields keep their value. A rule's sensor can't change. */
export const RuleChange = changeOf({ name: shownName, is, value, ...optionalFields });
export type RuleChange = z.output<typeof RuleChange>;

/** A rule to try. */
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

/** In creation order. */
export const RuleList = z.object({ rules: z.array(Rule), next_cursor: nextCursor });
