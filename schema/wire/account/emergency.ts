import * as z from "zod/mini";
import { LIMITS } from "../../limits.ts";
import { CARD_PLACES } from "../../vocabulary.ts";
import { shownName, shownText, yesNo } from "../text.ts";

/** Text of several lines, trimmed, without control characters. */
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
  /** The home's address, and where to find each; "" if nobody has filled it in. */
  places: z.strictObject({ address: z._default(where, ""), shutoff: where, breaker: where, boiler: where }),
  /** The steps in the home's own words; "" for the built-in ones. */
  steps: z.strictObject({ freeze: steps, leak: steps, power: steps }),
  /** The people to call, in this order. */
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

/** Replaces the whole card. `version` is optional: the one that was read, so that nobody's change is lost. */
export const EmergencyCardChange = z.extend(CardContent, {
  /** True if the family page shows the card, too. */
  is_shared: yesNo,
  version: z.optional(z.int()),
});
export type EmergencyCardChange = z.output<typeof EmergencyCardChange>;

export const PhotoQuery = z.object({ place: z.enum(CARD_PLACES) });
