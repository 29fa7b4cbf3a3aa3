import type { Context } from "hono";
import { shownCard } from "../../lib/emergency/card.ts";
import { done, type Problem, refuse } from "../../lib/kernel/outcome.ts";
import { showFamilyPage, showFamilySensor } from "../../lib/sharing/home-page/home-pages.actions.ts";
import { findCardHomeId, findSharedPage } from "../../lib/sharing/shared-page.queries.ts";
import { RATE_LIMITS, type RateLimit } from "../../schema/limits.ts";
import { pathTokenGuards, tokenOf } from "../_http/rate-limit.ts";
import { Chart, RangeChoices } from "./components/chart.tsx";
import { type Frame, ReaderChoices } from "./components/document.tsx";
import { Icon } from "./components/list.tsx";
import { Rooms, SensorNow } from "./components/sensor-card.tsx";
import { AlertList, QuietNote, Standing } from "./components/standing.tsx";
import { CardPart, EmergencyCardView } from "./emergency.tsx";
import { nameOf } from "./format/alert-text.ts";
import { problemPage } from "./problem-page.tsx";
import { idIn, type PageServices, type Site } from "./site.ts";
import installed from "./static/manifest.json" with { type: "json" };

const PATH = "/s/:token";

/** `/s/{token}` and `/s/{token}/sensors/{id}`: a share link's pages, which need no account. */
export function familyPages({ services, link }: Site): void {
  const { get, page, photos } = link(...shareLinkGuards(services));
  page(PATH, null, {
    load: (c) => {
      c.header("Cache-Control", "private, no-cache");
      return showFamilyPage(services, tokenOf(c));
    },
    zone: ({ home }) => home,
    title: (_, { home }) => home.name,
    heading: () => null,
    liveSeconds: 20,
    frame: ({ home }, { c, words }) => {
      const isKiosk = c.req.query("kiosk") === "1";
      return {
        script: "share.js",
        manifest: `${c.req.path}/manifest.webmanifest`,
        isKiosk,
        top: (
          <header class="top">
            <h1 class="brand">
              <Icon name="hearth" />
              {home.name}
            </h1>
            {isKiosk ? null : <ReaderChoices />}
          </header>
        ),
        foot: (
          <footer class="foot">
            {home.alerts.length === 0 && <a href={`${c.req.path}/elsewhere`}>{words.elsewhere.title}</a>}
            <a href="/">{words.common.poweredBy}</a>
          </footer>
        ),
      };
    },
    view: ({ home, rooms, card: facts }, { c, words }) => {
      const card = facts === null ? null : shownCard(facts, services.objects !== null);
      const photosPath = `${c.req.path}/photos`;
      return [
        <Standing home={home} />,
        <AlertList alerts={home.alerts.slice(1)} home={home} />,
        card && <CardPart kinds={home.alerts.map(({ kind }) => kind)} card={card} photosPath={photosPath} />,
        <QuietNote home={home} />,
        <Rooms rooms={rooms} hrefOf={({ sensor }) => `${c.req.path}/sensors/${sensor.id}`} />,
        card && (
          <details class="panel card-fold" id="emergency">
            <summary>{words.settings.emergency}</summary>
            <EmergencyCardView card={card} photosPath={photosPath} />
          </details>
        ),
      ];
    },
  });
  photos(PATH, null, async (c) => {
    const householdId = await findCardHomeId(services.db, tokenOf(c), services.clock());
    return householdId === null ? refuse("not_found") : done({ householdId });
  });
  get(`${PATH}/manifest.webmanifest`, null, async (c) => {
    const home = await findSharedPage(services.db, tokenOf(c), services.clock());
    if (home === null) return problemPage(c, { name: "not_found" });
    const own = `/s/${tokenOf(c)}`;
    const manifest = { ...installed, name: home.name, short_name: home.name, id: own, start_url: own };
    return c.body(JSON.stringify(manifest), 200, { "Content-Type": "application/manifest+json" });
  });
  page(`${PATH}/sensors/:id`, null, {
    load: (c) => {
      c.header("Cache-Control", "private, no-cache");
      const asked = { token: tokenOf(c), sensorId: idIn(c), range: c.req.query("range") };
      return showFamilySensor(services, asked);
    },
    zone: ({ home }) => home,
    title: (words, { sensor }) => nameOf(sensor, words),
    frame: ({ home, chart }, { c }) => sharedFrame(c, home.name, `&range=${chart.range}`),
    view: ({ home, device, sensor, chart }) => [
      <p class="hint">{device.space || device.name}</p>,
      <SensorNow sensor={sensor} device={device} />,
      home.scope !== "live" && <RangeChoices shown={chart.range} />,
      <Chart home={home} chart={chart} isOfPage />,
    ],
  });
}

export const shareLinkGuards = (
  services: PageServices,
  limit: RateLimit = RATE_LIMITS.page,
  refuse: (c: Context, problem: Problem) => Response | Promise<Response> = problemPage,
) => pathTokenGuards(services, { token: "shareToken", unknown: "not_found", limit, refuse });

/** The frame of the pages below a share link's page. `kept`: the rest of the query, for the links of the top bar. */
export const sharedFrame = (c: Context, home: string, kept = ""): Frame => ({
  script: "share.js",
  top: (
    <header class="top">
      <a class="back" href={`/s/${tokenOf(c)}`}>
        <Icon name="back" />
        {home}
      </a>
      <ReaderChoices kept={kept} />
    </header>
  ),
});
