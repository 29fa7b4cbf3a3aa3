import type { ReportKind } from "../../schema/vocabulary.ts";
import type { NotificationPreferences } from "../messages/audience/due-finding.ts";
import { DEFAULT_PREFERENCES } from "../messages/audience/preferences.ts";

/** The choice of a member that each kind goes by. */
const CHOICES = {
  weekly: "weeklyDigest",
  monthly: "monthlyReport",
  quarterly: "quarterlyReport",
} as const satisfies Record<ReportKind, keyof NotificationPreferences>;

export const wantsReport = (kind: ReportKind, choices: Partial<NotificationPreferences>): boolean =>
  ({ ...DEFAULT_PREFERENCES, ...choices })[CHOICES[kind]];

/** What is laid over a member's choices when they have had enough of one kind. */
export const withoutReport = (kind: ReportKind) => ({ [CHOICES[kind]]: false });
