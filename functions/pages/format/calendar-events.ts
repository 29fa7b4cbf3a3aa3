import type { AlertRecord } from "../../../lib/alerts/shown-alert.ts";
import { dateFormat } from "../../../lib/kernel/text.ts";
import { DAY_MS, MINUTE_MS } from "../../../lib/kernel/time.ts";
import type { CalendarEvent } from "../../../lib/sharing/embeds.ts";
import type { SharedPageHome } from "../../../lib/sharing/home-page/page-home.ts";
import { type DeviceNote, deviceNotes } from "../../../lib/sharing/home-page/standing.ts";
import { SHARING_LIMITS } from "../../../lib/sharing/limits.ts";
import type { SharedCalendar } from "../../../lib/sharing/shared-page.queries.ts";
import { kindTexts, pastTitle, placeText } from "./alert-text.ts";
import type { Teller } from "./teller.ts";

/** What lasts is written as lasting until the next quarter hour, so that a calendar is not another one each second. */
const STILL_MS = 15 * MINUTE_MS;
const still = (now: Date): Date => new Date((Math.floor(now.getTime() / STILL_MS) + 1) * STILL_MS);

type Facts = { calendar: SharedCalendar; teller: Teller; url: string };

/** A home's alerts and the days on which batteries are due, in the reader's words; a link tells nobody that the home is empty. */
export function calendarEvents({ calendar: { home, episodes }, teller, url }: Facts): CalendarEvent[] {
  const told = episodes.filter(({ incidentId }) => incidentId === null);
  return [
    ...told.map((alert) => alertEvent(alert, home, teller, url)),
    ...deviceNotes(home, teller.now).flatMap((note) => batteryEvent(note, teller, url)),
  ];
}

function alertEvent(alert: AlertRecord, home: SharedPageHome, teller: Teller, url: string): CalendarEvent {
  const { calendar: words, kinds, rule } = teller.words;
  const { id, kind, severity, openedAt, closedAt } = alert;
  const start = new Date(openedAt);
  const end = closedAt === null ? still(teller.now) : new Date(closedAt);
  const state = closedAt === null ? rule.stillOpen : words.over(teller.dateTime(closedAt));
  return {
    uid: `alert-${id}@hearthwatch`,
    summary: pastTitle(alert, home, teller),
    description: `${words.severities[severity]} · ${state}\n${kindTexts(alert, teller.words).advice()}`,
    category: kinds[kind],
    // A calendar draws nothing that ends when it begins.
    when: { start, end: new Date(Math.max(end.getTime(), openedAt + MINUTE_MS)) },
    changedAt: closedAt === null ? start : end,
    url,
  };
}

/** On the day on which it is thought to be empty; today where it says itself that it is low. */
function batteryEvent(
  { device, batteryPct, batteryDaysLeft: left, hasLowBattery }: DeviceNote,
  teller: Teller,
  url: string,
): CalendarEvent[] {
  const isAhead = left !== null && left <= SHARING_LIMITS.calendarDays;
  if (!hasLowBattery && !isAhead) return [];
  const { calendar: words, home: homeWords } = teller.words;
  const dueAt = teller.now.getTime() + (left ?? 0) * DAY_MS;
  const name = placeText(device.name, device.space);
  const facts = [
    ...(batteryPct === null ? [] : [homeWords.battery(batteryPct)]),
    ...(left === null ? [] : [homeWords.batteryDays(left)]),
  ];
  return [
    {
      uid: `battery-${device.id}@hearthwatch`,
      summary: words.battery(name),
      description: facts.join(" · "),
      category: words.maintenance,
      when: { day: dayText(teller.timeZone, dueAt) },
      changedAt: new Date(`${dayText("UTC", teller.now.getTime())}T00:00:00Z`),
      url,
    },
  ];
}

/** `2026-11-22` */
const dayText = (timeZone: string, atMs: number): string =>
  dateFormat("sv", { dateStyle: "short", timeZone }).format(atMs);
