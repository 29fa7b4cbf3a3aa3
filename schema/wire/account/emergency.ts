import * as z from "zod/mini";
import { LIMITS } from "../../limits.ts";
import { CARD_PLACES } from "../../vocabulary.ts";
import { shownName, shownText, yesNo } from "../text.ts";

/** Lines that a person reads, each on its own. */
function linesOf(charactersMax: number) {
  const error = `must be text of at most ${charactersMax} characters`;
  return z
    .string()
    .check(
      z.trim(),
      z.maxLength(charactersMax),
      z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u, { error: `${error} without control characters` }),
    );
}

const where = linesOf(LIMITS.cardTextMax);
const steps = linesOf(LIMITS.cardStepsMax);

export const CardContent = z.strictObject({
  /** Where the home is and where to find each; "" where nobody has said it. */
  places: z.strictObject({ address: z._default(where, ""), shutoff: where, breaker: where, boiler: where }),
  /** What to do, in the home's own words; "" for ours. */
  steps: z.strictObject({ freeze: steps, leak: steps, power: steps }),
  /** Whom to call, the first one first. */
  calls: z
    .array(
      z.strictObject({
        name: shownName,
        phone: shownText(0, LIMITS.nameCharactersMax),
        note: shownText(0, LIMITS.nameCharactersMax),
      }),
    )
    .check(z.maxLength(LIMITS.cardCallsMax)),
});
export type CardContent = z.output<typeof CardContent>;

/** Replaces the whole card. `version`: the one that was read, so that nobody's change is lost; optional. */
export const EmergencyCardChange = z.extend(CardContent, {
  /** True if the family page shows it too. */
  is_shared: yesNo,
  version: z.optional(z.int()),
});
export type EmergencyCardChange = z.output<typeof EmergencyCardChange>;

export const PhotoQuery = z.object({ place: z.enum(CARD_PLACES) });
