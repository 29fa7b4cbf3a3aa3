import type { NoticeView } from "./notice-view.ts";

/** What a kind says: when it begins or gets worse, while it lasts, when it is over, and what to do about it. */
export type KindWords = {
  /** The kind in a list of counts: `2 freeze, 1 leak`. */
  noun: string;
  /** The kind in a sentence about an alert: `Crawlspace: freezing cold, critical`. */
  plight: string;
  bad: (view: NoticeView) => string;
  still: (view: NoticeView) => string;
  /** Words for getting worse, where it is more than "Worse:" before `bad`. */
  worse?: (view: NoticeView) => string;
  over: (view: NoticeView) => string;
  /** Where it comes and goes: one line for all of it, and what to do; null where the usual words do. */
  again?: (view: NoticeView) => { line: string; advice: string } | null;
  /** The question, where an answer may end it. */
  answered?: (view: NoticeView) => string;
  advice: (view: NoticeView) => string;
};

/** The other homes of a city: how many in a hundred are dark too; 0 for some, null for hardly any. */
export type DarkShare = number | null;
