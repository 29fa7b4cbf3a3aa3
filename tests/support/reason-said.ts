import type { Reason } from "../../lib/language/reason.ts";
import { wireReason } from "../../lib/language/reason-text.ts";

/** Returns a reason's English sentence, in the units in which it was measured; undefined without a reason. */
export const reasonSaid = (reason: Reason | undefined): string | undefined =>
  reason === undefined ? undefined : wireReason(reason).text;
