import { Hono } from "hono/tiny";
import { isChartRange } from "../../lib/sharing/home-page/chart-series.ts";
import { showFamilySensor } from "../../lib/sharing/home-page/family-pages.actions.ts";
import { ALL_RANGES, Chart, RangeChoices } from "./components/chart.tsx";
import { SensorNow } from "./components/sensor-now.tsx";
import { SharedSubpage } from "./components/shared-subpage.tsx";
import { type FamilyPorts, requireShareLink } from "./family.tsx";
import { nameOf } from "./format/name-of.ts";
import { tokenInPath } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";
import { readerOf, tellerOf } from "./reader.ts";

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
      >
        <p class="hint">{device.space || device.name}</p>
        <SensorNow sensor={sensor} teller={teller} />
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
