import type { Context } from "hono";
import { type Problem, refuse } from "../../lib/kernel/outcome.ts";
import { WORDS } from "../../lib/language/pages.ts";
import { nameText } from "../../lib/language/sms-text.ts";
import { type Badge, badgeSvg, calendarText } from "../../lib/sharing/embeds.ts";
import { standingOf } from "../../lib/sharing/home-page/standing.ts";
import { findSharedCalendar, findSharedPage } from "../../lib/sharing/shared-page.queries.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { HOUSEHOLD_UNITS, LANGUAGES } from "../../schema/vocabulary.ts";
import { publicText } from "../_http/body.ts";
import { tokenOf } from "../_http/rate-limit.ts";
import { CopyButton } from "./components/copy-button.tsx";
import { Section } from "./components/list.tsx";
import { Go } from "./components/press.tsx";
import { sharedFrame, shareLinkGuards } from "./family.tsx";
import { calendarEvents } from "./format/calendar-events.ts";
import { standingText } from "./format/standing-text.ts";
import { type Reader, tellerOf } from "./reader.ts";
import { linkSite, type PageServices, type Site } from "./site.ts";

const BADGE_MAX_AGE_SECONDS = 60;
const BADGE_CHARACTERS_MAX = 60;
const CALENDAR_MAX_AGE_SECONDS = 900;
const SVG = "image/svg+xml; charset=utf-8";

/**
 * `/s/{token}/badge.svg` and `calendar.ics`: what a link shows on other sites and in
 * calendars. They set no cookie, are the same for everybody, and end with the link.
 */
export function embedPages(site: Site): void {
  const { services } = site;
  // A count of its own: a badge on a busy site locks no family out.
  const { get } = linkSite(site, ...shareLinkGuards(services, RATE_LIMITS.badges, refused));
  get("/s/:token/badge.svg", async (c) => {
    const badge = await badgeFor(c, services);
    if (badge === null) return refused(c, { name: "not_found" });
    openToAll(c);
    return publicText(c, badgeSvg(badge), { maxAgeSeconds: BADGE_MAX_AGE_SECONDS, type: SVG });
  });
  get("/s/:token/calendar.ics", async (c) => {
    const now = services.clock();
    const token = tokenOf(c);
    const calendar = await findSharedCalendar(services.db, token, now);
    if (calendar === null) return refused(c, { name: "not_found" });
    const teller = tellerOf(readerIn(c), calendar.home, now);
    const events = calendarEvents({ calendar, teller, url: `${services.baseUrl}/s/${token}` });
    const text = calendarText({ name: calendar.home.name, events });
    return publicText(c, text, {
      type: "text/calendar; charset=utf-8",
      maxAgeSeconds: CALENDAR_MAX_AGE_SECONDS,
    });
  });
  // The link as a badge and a calendar, ready to be copied.
  linkSite(site, ...shareLinkGuards(services)).page("/s/:token/elsewhere", {
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
      return (
        <>
          <p class="note">{words.warning}</p>
          <Section id="calendar" title={words.calendar}>
            <p>{words.calendarHint}</p>
            <Copied of="calendar-address" text={calendar} />
            <p>
              <Go href={calendar.replace(/^https?:/, "webcal:")}>{service.send}</Go>
            </p>
          </Section>
          <Section id="badge" title={words.badge}>
            <p>
              <img src={badge.slice(services.baseUrl.length)} alt={words.badge} height={20} />
            </p>
            <p>{words.badgeHint}</p>
            <Copied of="badge-html" text={`<a href="${base}"><img src="${badge}" alt="Hearthwatch"></a>`} />
            <Copied of="badge-markdown" text={`[![Hearthwatch](${badge})](${base})`} />
          </Section>
        </>
      );
    },
  });
}

/** What the address says of its reader; nothing is remembered, so that everybody may share one answer. */
const readerIn = (c: Context): Reader => ({
  language: LANGUAGES.find((each) => each === c.req.query("lang")) ?? "en",
  unit: HOUSEHOLD_UNITS.find((each) => each === c.req.query("unit")) ?? null,
  isLarge: false,
});

/** How the home is, in a few words, beside what the link is called; null where it shows nothing. */
async function badgeFor(c: Context, services: PageServices): Promise<Badge | null> {
  const now = services.clock();
  const home = await findSharedPage(services.db, tokenOf(c), now);
  if (home === null) return null;
  const teller = tellerOf(readerIn(c), home, now);
  const { first, tone } = standingText(standingOf(home, now), home, teller, false);
  const { product } = teller.words;
  const message = nameText(first, product, BADGE_CHARACTERS_MAX);
  return { label: nameText(home.name, product), message, tone };
}

/** A picture may be shown by every site, those that isolate themselves among them. */
function openToAll(c: Context): void {
  c.header("Cross-Origin-Resource-Policy", "cross-origin");
  c.header("Access-Control-Allow-Origin", "*");
  c.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
}

/** Nothing of the home: a picture says that it is over, everything else is a sentence. */
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
  const svg = badgeSvg({ label: product, message, tone: "unknown" });
  return c.body(svg, status, { "Content-Type": SVG });
}

const Copied = ({ of, text }: { of: string; text: string }) => (
  <>
    <pre>
      <code id={of}>{text}</code>
    </pre>
    <CopyButton of={of} />
  </>
);
