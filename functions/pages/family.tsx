import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { openPhoto } from "../../lib/emergency/card.actions.ts";
import { shownCard } from "../../lib/emergency/card.ts";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { LimitPolicy } from "../../lib/kernel/ports.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import { WORDS } from "../../lib/language/pages.ts";
import {
  type FamilyPage,
  showFamilyPage,
  showFamilySensor,
} from "../../lib/sharing/home-page/home-pages.actions.ts";
import { CHART_RANGES } from "../../lib/sharing/home-page/workbench.ts";
import { findCardHomeId, findSharedPage } from "../../lib/sharing/shared-page.queries.ts";
import type { ProblemName } from "../../schema/problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { hashHex, imageReply } from "../_http/body.ts";
import { limitUnknownTokens } from "../_http/limit-unknown-tokens.ts";
import { limitProblem } from "../_http/rate-limit.ts";
import { AlertList } from "./components/alert-card.tsx";
import { Chart, RangeChoices } from "./components/chart.tsx";
import { Document } from "./components/document.tsx";
import { EmergencyCardView } from "./components/emergency-card.tsx";
import { Icon } from "./components/icons.tsx";
import { Rooms } from "./components/rooms.tsx";
import { SensorNow } from "./components/sensor-now.tsx";
import { ReaderChoices, SharedSubpage } from "./components/shared-subpage.tsx";
import { QuietNote, Standing } from "./components/standing.tsx";
import { useTeller } from "./components/teller-scope.ts";
import { nameOf } from "./format/name-of.ts";
import { PAGE_LIMITS } from "./limits.ts";
import { liveHtml } from "./live.tsx";
import { noticePage, problemPage } from "./problem-page.tsx";
import { readerOf, tellerOf } from "./reader.ts";
import { idIn } from "./session.ts";
import { linkSite, type PageServices, type Site, tokenIn } from "./site.ts";

const PATH = "/s/:token";
const POLICY: LimitPolicy = { name: "page", limit: PAGE_LIMITS.pagePerMinute, windowSeconds: 60 };

/** `/s/{token}`: what a family sees, without an account. */
export function familyPages(site: Site): void {
  const { services } = site;
  const { get } = linkSite(site, ...requireShareLink(services));
  get(PATH, async (c) => {
    const shown = await showFamilyPage(services, tokenIn(c));
    if (!shown.ok) return endedPage(c);
    const page = shown.value;
    const teller = tellerOf(readerOf(c), page.home, page.now);
    const isKiosk = c.req.query("kiosk") === "1";
    c.header("Cache-Control", "private, no-cache");
    return await liveHtml(
      c,
      <Document
        title={page.home.name}
        teller={teller}
        isKiosk={isKiosk}
        script="share.js"
        manifest={`${baseOf(c)}/manifest.webmanifest`}
      >
        <header class="top">
          <h1>
            <Icon name="hearth" />
            {page.home.name}
          </h1>
          {isKiosk ? null : <ReaderChoices />}
        </header>
        <FamilyMain page={page} services={services} base={baseOf(c)} />
        <footer class="foot">
          <a href={`${baseOf(c)}/elsewhere`}>{teller.words.elsewhere.title}</a>
          <a href="/">{teller.words.common.poweredBy}</a>
        </footer>
      </Document>,
    );
  });
  get(`${PATH}/photos/:id`, async (c) => {
    const home = await findCardHomeId(services.db, tokenIn(c), services.clock());
    if (home === null) return endedPage(c);
    const opened = await openPhoto(services, home, idIn(c));
    return opened.ok ? imageReply(c, opened.value) : endedPage(c);
  });
  get(`${PATH}/manifest.webmanifest`, async (c) => {
    const home = await findSharedPage(services.db, tokenIn(c), services.clock());
    if (home === null) return endedPage(c);
    return c.body(JSON.stringify(manifestOf(home.name, baseOf(c))), 200, {
      "Content-Type": "application/manifest+json",
    });
  });
  get(`${PATH}/sensors/:id`, (c) => sensorPage(c, services));
}

const baseOf = (c: Context): string => `/s/${tokenIn(c)}`;

async function sensorPage(c: Context, services: PageServices): Promise<Response> {
  const [token, sensorId, range] = [tokenIn(c), idIn(c), c.req.query("range")];
  const shown = await showFamilySensor(services, { token, sensorId, range });
  if (!shown.ok) return problemPage(c, shown.problem);
  const { home, device, sensor, chart, now } = shown.value;
  const teller = tellerOf(readerOf(c), home, now);
  c.header("Cache-Control", "private, no-cache");
  return c.html(
    <SharedSubpage
      token={token}
      home={home.name}
      title={nameOf(sensor, teller.words)}
      teller={teller}
      kept={`&range=${chart.range}`}
    >
      <p class="hint">{device.space || device.name}</p>
      <SensorNow sensor={sensor} device={device} />
      <RangeChoices shown={chart.range} ranges={home.scope === "live" ? ["24h"] : CHART_RANGES} />
      <Chart home={home} chart={chart} isOfPage />
    </SharedSubpage>,
  );
}

function FamilyMain({ page, services, base }: { page: FamilyPage; services: PageServices; base: string }) {
  const teller = useTeller();
  const { home, rooms } = page;
  const card = page.card === null ? null : shownCard(page.card, services.objects !== null);
  const isDanger = home.alerts.length > 0;
  const shown =
    card === null ? null : (
      <details class="panel card-fold" id="emergency" open={isDanger}>
        <summary>{teller.words.settings.emergency}</summary>
        <EmergencyCardView card={card} photosPath={`${base}/photos`} />
      </details>
    );
  return (
    <main id="content" tabindex={-1} data-live={20}>
      <Standing home={home} />
      <AlertList alerts={home.alerts.slice(1)} home={home} />
      {isDanger ? shown : null}
      <QuietNote home={home} />
      <Rooms rooms={rooms} hrefOf={({ sensor }) => `${base}/sensors/${sensor.id}`} />
      {isDanger ? null : shown}
    </main>
  );
}

/** Nothing of the home: not even that there was one. */
export function endedPage(c: Context): Response | Promise<Response> {
  c.set("problem", "not_found" satisfies ProblemName);
  const { ended } = WORDS[readerOf(c).language];
  return noticePage(c, { ...ended, status: 404 });
}

/**
 * Refuses a token that can be none without a database call, counts the others by their hash, and those that
 * nobody knows by their caller.
 */
export function requireShareLink(
  services: PageServices,
  policy = POLICY,
  refuse: (c: Context, problem: Problem) => Response | Promise<Response> = refused,
) {
  const unknown = limitUnknownTokens(services, {
    type: SECRET_TYPES.shareToken,
    unknown: "not_found",
    refuse,
    secretOf: tokenIn,
  });
  const count = createMiddleware(async (c, next) => {
    if (!isWellFormedSecret(SECRET_TYPES.shareToken, tokenIn(c))) return refuse(c, { name: "not_found" });
    const problem = await limitProblem(c, services.limiter, policy, await hashHex(tokenIn(c)));
    return problem === null ? await next() : refuse(c, problem);
  });
  return [unknown, count];
}

const refused = (c: Context, problem: Problem) =>
  problem.name === "not_found" ? endedPage(c) : problemPage(c, problem);

/** What makes a page installable: under its own name, opening where it was installed from. */
const manifestOf = (name: string, startUrl: string) => ({
  name,
  short_name: name,
  id: startUrl,
  start_url: startUrl,
  scope: "/",
  display: "standalone",
  background_color: "#f7f3ec",
  theme_color: "#a8420d",
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any maskable" },
  ],
});
