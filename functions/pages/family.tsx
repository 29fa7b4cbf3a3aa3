import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { Hono } from "hono/tiny";
import { openPhoto } from "../../lib/emergency/card.actions.ts";
import { shownCard } from "../../lib/emergency/card.ts";
import type { Limiter } from "../../lib/kernel/ports.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { WORDS } from "../../lib/language/pages.ts";
import {
  type FamilyPage,
  showFamilyPage,
  showFamilySensor,
} from "../../lib/sharing/home-page/home-pages.actions.ts";
import { isChartRange } from "../../lib/sharing/home-page/workbench.ts";
import { findCardHomeId, findSharedPage } from "../../lib/sharing/shared-page.queries.ts";
import type { ProblemName } from "../../schema/problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { hashHex, imageReply } from "../_http/body.ts";
import { limitUnknownTokens, type UnknownTokenPorts } from "../_http/limit-unknown-tokens.ts";
import { limitProblem } from "../_http/rate-limit.ts";
import { AlertNames } from "./components/alert-card.tsx";
import { ALL_RANGES, Chart, RangeChoices } from "./components/chart.tsx";
import { Document } from "./components/document.tsx";
import { EmergencyCardView } from "./components/emergency-card.tsx";
import { Icon } from "./components/icons.tsx";
import { InstallHint } from "./components/install-hint.tsx";
import { Rooms } from "./components/rooms.tsx";
import { SensorNow } from "./components/sensor-now.tsx";
import { ReaderChoices, SharedSubpage } from "./components/shared-subpage.tsx";
import { QuietNote, Standing } from "./components/standing.tsx";
import { nameOf } from "./format/name-of.ts";
import type { Teller } from "./format/teller.ts";
import { PAGE_LIMITS } from "./limits.ts";
import { liveHtml } from "./live.ts";
import { tokenInPath } from "./page-headers.ts";
import { noticePage, problemPage } from "./problem-page.tsx";
import { readerOf, tellerOf } from "./reader.ts";

export type FamilyPorts = UnknownTokenPorts & Pick<Services, "db" | "objects">;

const POLICY = { name: "page", limit: PAGE_LIMITS.pagePerMinute, windowSeconds: 60 };

/** `/s/{token}`: what a family sees, without an account. */
export function familyPages(ports: FamilyPorts) {
  const routes = new Hono();
  const guard = [tokenInPath, ...requireShareLink(ports)] as const;
  routes.get("/s/:token", ...guard, async (c) => {
    const shown = await showFamilyPage(ports, c.req.param("token"));
    if (!shown.ok) return endedPage(c);
    const page = shown.value;
    const reader = readerOf(c);
    const teller = tellerOf(reader, page.home, page.now);
    const isKiosk = c.req.query("kiosk") === "1";
    c.header("Cache-Control", "private, no-cache");
    return c.html(
      <Document
        title={page.home.name}
        language={reader.language}
        words={teller.words}
        isLarge={reader.isLarge}
        isKiosk={isKiosk}
        now={page.now}
        timeZone={page.home.timeZone}
        scripts={["share.js"]}
        manifest={`${c.req.path.replace(/\/$/, "")}/manifest.webmanifest`}
      >
        <header class="top">
          <h1>
            <Icon name="hearth" />
            {page.home.name}
          </h1>
          {isKiosk ? null : <ReaderChoices reader={reader} teller={teller} />}
        </header>
        <FamilyMain page={page} ports={ports} teller={teller} base={`/s/${c.req.param("token")}`} />
        {isKiosk ? null : <InstallHint words={teller.words} />}
        <footer class="foot">
          <a href={`/s/${c.req.param("token")}/elsewhere`}>{teller.words.elsewhere.title}</a>
          <a href="/">{teller.words.common.poweredBy}</a>
        </footer>
      </Document>,
    );
  });
  routes.get("/s/:token/live", ...guard, async (c) => {
    const shown = await showFamilyPage(ports, c.req.param("token"));
    if (!shown.ok) return endedPage(c);
    const teller = tellerOf(readerOf(c), shown.value.home, shown.value.now);
    const base = `/s/${c.req.param("token")}`;
    const main = <FamilyMain page={shown.value} ports={ports} teller={teller} base={base} />;
    return liveHtml(c, String(main));
  });
  routes.get("/s/:token/photos/:id", ...guard, async (c) => {
    const home = await findCardHomeId(ports.db, c.req.param("token"), ports.clock());
    if (home === null) return endedPage(c);
    const opened = await openPhoto(ports, home, c.req.param("id"));
    return opened.ok ? imageReply(c, opened.value) : endedPage(c);
  });
  routes.get("/s/:token/manifest.webmanifest", ...guard, async (c) => {
    const home = await findSharedPage(ports.db, c.req.param("token"), ports.clock());
    if (home === null) return endedPage(c);
    return c.body(JSON.stringify(manifestOf(home.name, `/s/${c.req.param("token")}`)), 200, {
      "Content-Type": "application/manifest+json",
    });
  });
  return routes;
}

type MainProps = { page: FamilyPage; ports: Pick<FamilyPorts, "objects">; teller: Teller; base: string };

/** How the home is, every alert by its name, and in danger the emergency card right below them. */
function FamilyMain({ page, ports, teller, base }: MainProps) {
  const { home, standing, rooms } = page;
  const card = page.card === null ? null : shownCard(page.card, ports.objects !== null);
  const isDanger = home.alerts.length > 0;
  const shown =
    card === null ? null : (
      <details class="panel card-fold" id="emergency" open={isDanger}>
        <summary>{teller.words.emergency.title}</summary>
        <EmergencyCardView card={card} words={teller.words} photosPath={`${base}/photos`} />
      </details>
    );
  return (
    <main id="content" tabindex={-1}>
      <Standing standing={standing} home={home} teller={teller} />
      <AlertNames alerts={home.alerts.slice(1)} home={home} teller={teller} />
      {isDanger ? shown : null}
      <QuietNote home={home} teller={teller} />
      <Rooms rooms={rooms} teller={teller} hrefOf={({ sensor }) => `${base}/sensors/${sensor.id}`} />
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
export function requireShareLink(ports: UnknownTokenPorts) {
  const limit = limitUnknownTokens(ports, {
    type: SECRET_TYPES.shareToken,
    unknown: "not_found",
    refuse: problemPage,
    secretOf: (c) => c.req.param("token"),
  });
  return [limit, countToken(ports.limiter)] as const;
}

function countToken(limiter: Limiter) {
  return createMiddleware(async (c, next) => {
    const token = c.req.param("token") ?? "";
    if (!isWellFormedSecret(SECRET_TYPES.shareToken, token)) return endedPage(c);
    const problem = await limitProblem(c, limiter, POLICY, await hashHex(token));
    return problem === null ? await next() : problemPage(c, problem);
  });
}

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

/** `/s/{token}/sensors/{id}`: one sensor's chart, of the time that the link's scope allows. */
export function familySensorPages(ports: FamilyPorts) {
  const routes = new Hono();
  routes.get("/s/:token/sensors/:id", tokenInPath, ...requireShareLink(ports), async (c) => {
    const { token, id: sensorId } = c.req.param();
    const range = c.req.query("range");
    const asked = { token, sensorId, range: isChartRange(range) ? range : "24h" } as const;
    const shown = await showFamilySensor(ports, asked);
    if (!shown.ok) return problemPage(c, shown.problem);
    const { home, device, sensor, chart, now } = shown.value;
    const reader = readerOf(c);
    const teller = tellerOf(reader, home, now);
    c.header("Cache-Control", "private, no-cache");
    return c.html(
      <SharedSubpage
        token={token}
        home={home.name}
        title={nameOf(sensor, teller.words)}
        reader={reader}
        teller={teller}
        kept={`&range=${chart.range}`}
      >
        <p class="hint">{device.space || device.name}</p>
        <SensorNow sensor={sensor} device={device} teller={teller} />
        <RangeChoices
          shown={chart.range}
          ranges={home.scope === "live" ? ["24h"] : ALL_RANGES}
          teller={teller}
        />
        <Chart home={home} sensor={sensor} device={device} chart={chart} teller={teller} />
      </SharedSubpage>,
    );
  });
  return routes;
}
