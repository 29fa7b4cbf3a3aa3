import type { PlainReason, ReasonCode, ReasonValues } from "../alerts/reason.ts";
import type { PlacementReasonValues } from "../devices/placement/placement.ts";
import type { Say } from "./say.ts";

/** A language's sentences for why something was decided: one for each code. */
export type ReasonWords = {
  plain: Record<PlainReason, string>;
  valued: { [C in Exclude<ReasonCode, PlainReason>]: (values: ReasonValues[C], say: Say) => string };
  placed: { [C in keyof PlacementReasonValues]: (values: PlacementReasonValues[C]) => string };
};
