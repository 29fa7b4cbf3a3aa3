import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { Hono } from "hono/tiny";
import type { Problem } from "../../lib/kernel/outcome.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import { WORDS } from "../../lib/language/pages.ts";
import { badgeSvg, calendarText, shieldsBadge } from "../../lib/sharing/embeds.ts";
import {
  type SharedStanding,
  sensorOf,
  showSharedStanding,
} from "../../lib/sharing/home-page/home-pages.actions.ts";
import { findSharedCalendar } from "../../lib/sharing/shared-page.queries.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { LANGUAGES, SECRET_TYPES } from "../../schema/vocabulary.ts";
import { hashHex, publicText } from "../_http/body.ts";
import { limitUnknownTokens } from "../_http/limit-unknown-tokens.ts";
import { limitProblem } from "../_http/rate-limit.ts";
import { Document } from "./components/document.tsx";
import { Standing } from "./components/standing.tsx";
import type { FamilyPorts } from "./family.tsx";
import { homeBadge, sensorBadge } from "./format/badge-of.ts";
import { calendarEvents } from "./format/calendar-events.ts";
import type { Teller } from "./format/teller.ts";
import { PAGE_LIMITS } from "./limits.ts";
import { CARD_POLICY, tokenInPath } from "./page-headers.ts";
import { type Reader, tellerOf } from "./reader.ts";

const POLICY = { name: "badge", limit: PAGE_LIMITS.badgesPerMinute, windowSeconds: 60 };
const BADGE = { maxAgeSeconds: PAGE_LIMITS.badgeMaxAgeSeconds };
/** A picture may be shown by every site, those that isolate themselves among them. */
const ANYWHERE = {
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Allow-Origin": "*",
} as const;
const CARD_SIZE = { width: 360, height: 480 };
const SIDE_MIN = 120;

type Props = SharedStanding & { teller: Teller; href: string };

/** A home in the frame of another site: how it is, its first values, and the way to the whole page. */
export function EmbedCard({ home, standing, now, teller, href }: Props) {
  const { words, language } = teller;
  const shown = home.devices
    .flatMap((device) => device.sensors.map((sensor) => ({ device, sensor })))
    .slice(0, PAGE_LIMITS.cardSensorsMax);
  return (
    <Document title={home.name} language={language} words={words} now={now}>
      <main id="content" class="embed" tabindex={-1}>
        <h1>{home.name}</h1>
        <Standing standing={standing} home={home} teller={teller} />
        <ul class="lines">
          {shown.map((each) => {
            const { label, message } = sensorBadge(each, home, teller);
            return (
              <li>
                <span>{label}</span>
                <strong>{message}</strong>
              </li>
            );
          })}
        </ul>
        <p>
          <a href={href} target="_blank" rel="noopener noreferrer">
            {words.common.poweredBy}
          </a>
        </p>
      </main>
    </Document>
  );
}

export type EmbedPorts = FamilyPorts & { baseUrl: string };

/**
 * `/s/{token}/badge.svg`, `badge.json`, `card`, `oembed.json` and `calendar.ics`: what a link shows on other sites and in
 * calendars. They set no cookie, are the same for everybody, and end with the link.
 */
export function embedPages(ports: EmbedPorts) {
  const routes = new Hono();
  const guard = [tokenInPath, ...requireEmbedToken(ports)] as const;
  routes.get("/s/:token/badge.svg", ...guard, async (c) => {
    const badge = await badgeFor(c, ports);
    return badge === null ? ended(c) : picture(c, badgeSvg(badge));
  });
  routes.get("/s/:token/badge.json", ...guard, async (c) => {
    const badge = await badgeFor(c, ports);
    if (badge === null) return ended(c);
    openToAll(c);
    const text = JSON.stringify(shieldsBadge(badge, PAGE_LIMITS.badgeMaxAgeSeconds));
    return publicText(c, text, { ...BADGE, type: "application/json" });
  });
  routes.get("/s/:token/card", ...guard, async (c) => {
    const shown = await showSharedStanding(ports, c.req.param("token"));
    if (!shown.ok) return ended(c);
    const teller = tellerOf(readerIn(c), shown.value.home, shown.value.now);
    c.header("Content-Security-Policy", CARD_POLICY);
    c.header("Cache-Control", `public, max-age=${PAGE_LIMITS.badgeMaxAgeSeconds}`);
    c.header("Refresh", String(PAGE_LIMITS.cardRefreshSeconds));
    return c.html(<EmbedCard {...shown.value} teller={teller} href={`/s/${c.req.param("token")}`} />);
  });
  routes.get("/s/:token/oembed.json", ...guard, async (c) => {
    const shown = await showSharedStanding(ports, c.req.param("token"));
    if (!shown.ok) return ended(c);
    openToAll(c);
    const { name } = shown.value.home;
    return publicText(c, oembed(c, name, ports.baseUrl), { ...BADGE, type: "application/json" });
  });
  routes.get("/s/:token/calendar.ics", ...guard, async (c) => {
    const now = ports.clock();
    const token = c.req.param("token");
    const calendar = await findSharedCalendar(ports.db, token, now);
    if (calendar === null) return ended(c);
    const teller = tellerOf(readerIn(c), calendar.home, now);
    const events = calendarEvents({ calendar, teller, url: `${ports.baseUrl}/s/${token}` });
    const text = calendarText({ name: calendar.home.name, events });
    return publicText(c, text, {
      type: "text/calendar; charset=utf-8",
      maxAgeSeconds: PAGE_LIMITS.calendarMaxAgeSeconds,
    });
  });
  return routes;
}

/** What the address says of its reader; nothing is remembered, so that everybody may share one answer. */
function readerIn(c: Context): Reader {
  const unit = c.req.query("unit");
  return {
    language: LANGUAGES.find((each) => each === c.req.query("lang")) ?? "en",
    unit: unit === "C" || unit === "F" ? unit : null,
    isLarge: false,
  };
}

/** Of `?sensor=` where it is given; null where the link or the sensor isn't shown. */
async function badgeFor(c: Context, ports: EmbedPorts) {
  const shown = await showSharedStanding(ports, c.req.param("token") ?? "");
  if (!shown.ok) return null;
  const { home, now } = shown.value;
  const teller: Teller = tellerOf(readerIn(c), home, now);
  const sensorId = c.req.query("sensor");
  if (sensorId === undefined) return homeBadge(shown.value, teller);
  const found = sensorOf(home.devices, sensorId);
  return found === null ? null : sensorBadge(found, home, teller);
}

function openToAll(c: Context): void {
  for (const [name, value] of Object.entries(ANYWHERE)) c.header(name, value);
  c.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
}

function picture(c: Context, text: string): Promise<Response> {
  openToAll(c);
  return publicText(c, text, { ...BADGE, type: "image/svg+xml; charset=utf-8" });
}

/** https://oembed.com: the card as a piece of HTML, no larger than the asking site wants it. */
function oembed(c: Context, title: string, baseUrl: string): string {
  const width = side(c.req.query("maxwidth"), CARD_SIZE.width);
  const height = side(c.req.query("maxheight"), CARD_SIZE.height);
  const html = cardHtml(`${baseUrl}/s/${c.req.param("token") ?? ""}/card`, { width, height });
  const provider = { provider_name: "Hearthwatch", provider_url: baseUrl };
  return JSON.stringify({ version: "1.0", type: "rich", title, ...provider, width, height, html });
}

const side = (asked: string | undefined, usual: number): number =>
  /^\d{1,5}$/.test(asked ?? "") ? Math.max(SIDE_MIN, Math.min(Number(asked), usual)) : usual;

/** The frame in which a card stands: it may run nothing, and open its link in a place of its own. */
export const cardHtml = (url: string, { width, height } = CARD_SIZE): string =>
  `<iframe src="${url}" width="${width}" height="${height}" title="Hearthwatch" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0"></iframe>`;

/** Nothing of the home: a picture says that it is over, everything else is a sentence. */
function ended(c: Context): Response {
  return refused(c, { name: "not_found" });
}

function refused(c: Context, problem: Problem): Response {
  c.set("problem", problem.name);
  const { status, error } = PROBLEMS[problem.name];
  const { product, ended: words } = WORDS[readerIn(c).language];
  c.header("Cache-Control", "no-store");
  const sentence = problem.sentence ?? error;
  if (!c.req.path.endsWith(".svg")) return c.json({ error: sentence }, status);
  openToAll(c);
  const message = problem.name === "not_found" ? words.title : sentence;
  const svg = badgeSvg({ label: product, message, tone: "unknown" });
  return c.body(svg, status, { "Content-Type": "image/svg+xml; charset=utf-8" });
}

/** As the link's page, with a count of its own: a badge on a busy site locks no family out. */
function requireEmbedToken(ports: EmbedPorts) {
  const limit = limitUnknownTokens(ports, {
    type: SECRET_TYPES.shareToken,
    unknown: "not_found",
    refuse: refused,
    secretOf: (c) => c.req.param("token"),
  });
  const count = createMiddleware(async (c, next) => {
    const token = c.req.param("token") ?? "";
    if (!isWellFormedSecret(SECRET_TYPES.shareToken, token)) return ended(c);
    const problem = await limitProblem(c, ports.limiter, POLICY, await hashHex(token));
    return problem === null ? await next() : refused(c, problem);
  });
  return [limit, count] as const;
}
