/** Why a message is not sent on a channel, and comes as mail instead where that helps. */
export const BLOCKS = [
  "country",
  "not_in_plan",
  "month_used_up",
  "all_used_up",
  "newcomers_used_up",
  "trial_used_up",
  "number_used_up",
  "number_gone",
  "call_country",
  "call_not_in_plan",
  "call_month_used_up",
  "call_day_used_up",
  "call_all_used_up",
  "call_newcomers_used_up",
  "call_number_gone",
  "used_up",
] as const;
export type Block = (typeof BLOCKS)[number];

export const isOfCall = (block: Block): boolean => block.startsWith("call_");
