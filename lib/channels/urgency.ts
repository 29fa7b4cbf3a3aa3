import type { AlertsChangedEvent } from "../../schema/wire/events.ts";
import { breaksThrough } from "../alerts/quiet/quiet.ts";

/** How loud a message may be: `critical` wakes people, `news` is an end, a code or a test. */
export const URGENCIES = ["critical", "warning", "news"] as const;
export type Urgency = (typeof URGENCIES)[number];

/** Begins a message in an app that has no other way to tell them apart. */
export const SIGNS: Readonly<Record<Urgency, string>> = { critical: "🚨 ", warning: "⚠️ ", news: "" };

const SETTLES: readonly string[] = ["closed", "eased"];

/** Of several alerts the loudest counts. */
export function urgencyOf({ data }: AlertsChangedEvent): Urgency {
  const loud = data.alerts.filter(({ transition }) => !SETTLES.includes(transition));
  if (loud.some(({ kind, severity }) => breaksThrough(kind, severity))) return "critical";
  return loud.length > 0 ? "warning" : "news";
}
