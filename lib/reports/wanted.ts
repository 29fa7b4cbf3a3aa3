import type { ReportKind } from "../../schema/vocabulary.ts";

/** Names the choice of a member in `memberships.notifications`, and what holds without one. */
const CHOICES = {
  weekly: { name: "weeklyDigest", isWanted: true },
  monthly: { name: "monthlyReport", isWanted: false },
  quarterly: { name: "quarterlyReport", isWanted: false },
} as const satisfies Record<ReportKind, { name: string; isWanted: boolean }>;

export type ReportChoices = { [K in ReportKind as (typeof CHOICES)[K]["name"]]?: boolean };

export const wantsReport = (kind: ReportKind, choices: ReportChoices): boolean =>
  choices[CHOICES[kind].name] ?? CHOICES[kind].isWanted;

/** What is laid over a member's choices when they have had enough of one kind. */
export const withoutReport = (kind: ReportKind): ReportChoices => ({ [CHOICES[kind].name]: false });
