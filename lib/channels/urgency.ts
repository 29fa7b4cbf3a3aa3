import type { AlertsChangedEvent } from "../../schema/wire/events.ts";
import { fnv1a } from "../kernel/text.ts";
import { breaksThrough } from "./quiet-hours.ts";

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

/** How a message is shown. */
export type Shown = {
  /** How loud it may be; news where it is left out. */
  urgency?: Urgency;
  /** Names the alerts that it is about, where a screen shows one message about them and not each; absent for others. */
  tag?: string;
  /** True if it is the first message about them. */
  isFirst?: boolean;
};

/** What a channel needs of a notice to show it as loudly as it is, and in the place of an earlier one. */
export const shownAs = ({ event, isFirst }: { event: AlertsChangedEvent; isFirst: boolean }): Shown => ({
  urgency: urgencyOf(event),
  tag: tagOf(event),
  isFirst,
});

const HEX = 16;

/** The alert, or the set of them: what is about one of several takes no place of what named them all. */
function tagOf({ data }: AlertsChangedEvent): string {
  const ids = data.alerts.map(({ id }) => id).toSorted();
  const [first = "", ...others] = ids;
  return others.length === 0 ? first : `${ids.length}-${fnv1a(ids.join(" ")).toString(HEX)}`;
}

/** True if it only says that alerts are over or milder: then it makes no sound. */
export const isSettling = ({ urgency = "news", tag }: Shown): boolean =>
  urgency === "news" && tag !== undefined;
