import type { StoredReason } from "../../lib/language/reason.ts";
import { wireReason } from "../../lib/language/reason-text.ts";

/** The English sentence of a reason, in the units in which it was measured; undefined without one. */
export const reasonSaid = (reason: StoredReason | undefined): string | undefined =>
  reason === undefined ? undefined : wireReason(reason).text;
