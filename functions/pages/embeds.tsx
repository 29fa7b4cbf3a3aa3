import type { Context } from "hono";
import type { AlertRecord } from "../../lib/alerts/shown-alert.ts";
import { type Problem, refuse } from "../../lib/kernel/outcome.ts";
import { dateFormat } from "../../lib/kernel/text.ts";
import { DAY_MS, MINUTE_MS } from "../../lib/kernel/time.ts";
import { WORDS } from "../../lib/language/pages.ts";
import { nameText } from "../../lib/language/sms-text.ts";
import { badgeSvg, type CalendarEvent, calendarText } from "../../lib/sharing/embeds.ts";
import type { SharedPageHome } from "../../lib/sharing/home-page/page-home.ts";
import { type DeviceNote, deviceNotes, standingOf } from "../../lib/sharing/home-page/standing.ts";
import { SHARING_LIMITS } from "../../lib/sharing/limits.ts";
import { findSharedCalendar, findSharedPage } from "../../lib/sharing/shared-page.queries.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { HOUSEHOLD_UNITS, LANGUAGES } from "../../schema/vocabulary.ts";
import { publicText } from "../_http/body.ts";
import { tokenOf } from "../_http/rate-limit.ts";
import { Copied, LinkLine, Section } from "./components/list.tsx";
import { standingText } from "./components/standing.tsx";
import { sharedFrame, shareLinkGuards } from "./family.tsx";
import { adviceIn, kindTexts, pastTitle, placeText } from "./format/alert-text.ts";
import type { Teller } from "./format/teller.tsx";
import { type Reader, tellerOf } from "./reader.ts";
import type { Site } from "./site.ts";

const BADGE_MAX_AGE_SECONDS = 60;
const BADGE_CHARACTERS_MAX = 60;
const CALENDAR_MAX_AGE_SECONDS = 900;
const SVG = "image/svg+xml; charset=utf-8";

/** `/s/{token}/badge.svg`, `/calendar.ics` and `/elsewhere`: a share link as a badge and a calendar for other apps. */
export function embedPages({ services, link }: Site): void {
  // A separate rate limit: a badge on a busy site must not lock the family out of its page.
  const { get } = link(...shareLinkGuards(services, RATE_LIMITS.badges, refused));
  get("/s/:token/badge.svg", null, async (c) => {
    const now = services.clock();
    const home = await findSharedPage(services.db, tokenOf(c), now);
    if (home === null) return refused(c, { name: "not_found" });
    const teller = tellerOf(readerIn(c), home, now);
    // The badge shows the link's name and the state of the home in a few words.
    const { first, tone } = standingText(standingOf(home, now), home, teller, false);
    const { product } = teller.words;
    const [label, message] = [nameText(home.name, product), nameText(first, product, BADGE_CHARACTERS_MAX)];
    openToAll(c);
    const maxAgeSeconds = BADGE_MAX_AGE_SECONDS;
    return publicText(c, badgeSvg({ label, message, tone }), { maxAgeSeconds, type: SVG });
  });
  get("/s/:token/calendar.ics", null, async (c) => {
    const now = services.clock();
    const token = tokenOf(c);
    const calendar = await findSharedCalendar(services.db, token, now);
    if (calendar === null) return refused(c, { name: "not_found" });
    const { home, episodes } = calendar;
    const teller = tellerOf(readerIn(c), home, now);
    const url = `${services.baseUrl}/s/${token}`;
    const told = episodes.filter(({ incidentId }) => incidentId === null);
    const events = [
      ...told.map((alert) => alertEvent(alert, home, teller, url)),
      ...deviceNotes(home, now).flatMap((note) => batteryEvent(note, teller, url) ?? []),
    ];
    return publicText(c, calendarText({ name: home.name, events }), {
      type: "text/calendar; charset=utf-8",
      maxAgeSeconds: CALENDAR_MAX_AGE_SECONDS,
    });
  });
  // `/s/{token}/elsewhere`: the badge and the calendar, ready to copy.
  link(...shareLinkGuards(services)).page("/s/:token/elsewhere", null, {
    load: async (c) => {
      c.header("Cache-Control", "private, no-cache");
      return (await findSharedPage(services.db, tokenOf(c), services.clock())) ?? refuse("not_found");
    },
    zone: (home) => home,
    title: ({ elsewhere }) => elsewhere.title,
    frame: ({ name }, { c }) => sharedFrame(c, name),
    view: (_, { c, teller: { language, words: all } }) => {
      const { elsewhere: words, service } = all;
      const base = `${services.baseUrl}/s/${tokenOf(c)}`;
      const calendar = `${base}/calendar.ics?lang=${language}`;
      const badge = `${base}/badge.svg?lang=${language}`;
      return [
        <p class="note">{words.warning}</p>,
        <Section id="calendar" title={words.calendar}>
          <p>{words.calendarHint}</p>
          <Copied of="calendar-address" text={calendar} />
          <LinkLine kind="button second" href={calendar.replace(/^https?:/, "webcal:")} text={service.send} />
        </Section>,
        <Section id="badge" title={words.badge}>
          <p>
            <img src={badge.slice(services.baseUrl.length)} alt={words.badge} height={20} />
          </p>
          <p>{words.badgeHint}</p>
          <Copied of="badge-html" text={`<a href="${base}"><img src="${badge}" alt="Hearthwatch"></a>`} />
          <Copied of="badge-markdown" text={`[![Hearthwatch](${badge})](${base})`} />
        </Section>,
      ];
    },
  });
}

/** Reads language and unit from the query only, never from a cookie, so that caches can share the response. */
const readerIn = (c: Context): Reader => ({
  language: LANGUAGES.find((each) => each === c.req.query("lang")) ?? "en",
  unit: HOUSEHOLD_UNITS.find((each) => each === c.req.query("unit")) ?? null,
  isLarge: false,
});

/** Lets every site embed the picture, even a cross-origin isolated one. */
function openToAll(c: Context): void {
  c.header("Cross-Origin-Resource-Policy", "cross-origin");
  c.header("Access-Control-Allow-Origin", "*");
  c.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
}

/** Answers a refusal without any data of the home: an SVG for the badge, JSON for the rest. */
function refused(c: Context, problem: Problem): Response {
  c.set("problem", problem.name);
  const { status, error } = PROBLEMS[problem.name];
  const { product, ended: words } = WORDS[readerIn(c).language];
  c.header("Cache-Control", "no-store");
  c.header("X-Error-Code", problem.name);
  const sentence = problem.sentence ?? error;
  if (!c.req.path.endsWith(".svg")) return c.json({ error: sentence }, status);
  openToAll(c);
  const message = problem.name === "not_found" ? words.title : sentence;
  return c.body(badgeSvg({ label: product, message, tone: "unknown" }), status, { "Content-Type": SVG });
}

/** An open alert ends at the next quarter hour, so that the calendar doesn't change every second. */
const STILL_MS = 15 * MINUTE_MS;

function alertEvent(alert: AlertRecord, home: SharedPageHome, teller: Teller, url: string): CalendarEvent {
  const { calendar: words, kinds, rule } = teller.words;
  const { id, kind, severity, openedAt, closedAt } = alert;
  const start = new Date(openedAt);
  const end = new Date(closedAt ?? (Math.floor(teller.now.getTime() / STILL_MS) + 1) * STILL_MS);
  const state = closedAt === null ? rule.stillOpen : words.over(teller.dateTime(closedAt));
  const summary = pastTitle(alert, home, teller);
  const advice = adviceIn(alert, summary, kindTexts(alert, teller.words).advice(), teller);
  return {
    uid: `alert-${id}@hearthwatch`,
    summary,
    description: `${words.severities[severity]} · ${state}\n${advice}`,
    category: kinds[kind],
    // Calendar apps don't draw an event without a duration.
    when: { start, end: new Date(Math.max(end.getTime(), openedAt + MINUTE_MS)) },
    changedAt: closedAt === null ? start : end,
    url,
  };
}

/** Returns an event on the day when the battery is expected to be empty, or today if it is low without an estimate. */
function batteryEvent(note: DeviceNote, teller: Teller, url: string): CalendarEvent | undefined {
  const { device, batteryPct, batteryDaysLeft: left, hasLowBattery } = note;
  const isAhead = left !== null && left <= SHARING_LIMITS.calendarDays;
  if (!hasLowBattery && !isAhead) return undefined;
  const { calendar: words, home: homeWords } = teller.words;
  const facts = [
    batteryPct !== null && homeWords.battery(batteryPct),
    left !== null && homeWords.batteryDays(left),
  ];
  return {
    uid: `battery-${device.id}@hearthwatch`,
    summary: words.battery(placeText(device.name, device.space)),
    description: facts.filter(Boolean).join(" · "),
    category: words.maintenance,
    when: { day: dayText(teller.timeZone, teller.now.getTime() + (left ?? 0) * DAY_MS) },
    changedAt: new Date(`${dayText("UTC", teller.now.getTime())}T00:00:00Z`),
    url,
  };
}

/** Formats a local date: `2026-11-22`. */
const dayText = (timeZone: string, atMs: number): string =>
  dateFormat("sv", { dateStyle: "short", timeZone }).format(atMs);
