import { LIMITS } from "../../../schema/limits.ts";
import type { InboundAction } from "../../../schema/vocabulary.ts";
import type { ActivityAction } from "../activity.ts";
import { type QuietWish, snoozeHours } from "./apply-action.ts";

/** An action that changes something: which of the two modes, and the word for it in the home's activity. */
export type QuietAct = { mode: "snooze" | "vacation"; activity: ActivityAction };

export const QUIET_ACTS: { [A in InboundAction]: QuietAct | null } = {
  snooze: { mode: "snooze", activity: "snoozed" },
  clear_snooze: { mode: "snooze", activity: "snooze_cleared" },
  vacation: { mode: "vacation", activity: "vacation_started" },
  clear_vacation: { mode: "vacation", activity: "vacation_cleared" },
  // Asking is no act: a panel that polls would bury what was done.
  status: null,
};

/** What is logged: the hours that count, not those that were asked for. */
export function quietDetails({ action, hours }: QuietWish): Record<string, number | null> {
  if (action === "snooze") return { hours: snoozeHours(hours) };
  return action === "vacation" ? { hours } : {};
}

/**
 * For how many seconds the same signed call counts as a replay; null for one that may always act. Without a
 * timestamp only a snooze needs it, whose end would move; the others say the same however often they come.
 */
export function replaySeconds(action: InboundAction, isTimestamped: boolean): number | null {
  if (action === "status") return null;
  if (isTimestamped) return LIMITS.inboundReplaySeconds;
  return action === "snooze" ? LIMITS.inboundRepeatSeconds : null;
}
