import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import { type PageHome, sensorsOf } from "../../lib/sharing/home-page/page-home.ts";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { Recipes } from "./components/recipe-texts.tsx";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

type Ports = Pick<Services, "db" | "clock" | "baseUrl">;

/** Stands where the key belongs: no key is kept that could be shown again. */
const KEY_PLACEHOLDER = "YOUR_API_KEY";

/** `/sharing/recipes`: how Home Assistant, Prometheus and Grafana read this home. */
export function recipePages(ports: Ports, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/sharing/recipes", guard, pageMay("manage_api_keys"), async (c) => {
    const home = await findHomePage(ports.db, c.var.member.householdId, ports.clock());
    if (home === null) return problemPage(c, { name: "not_found" });
    const { frame, words } = ownerPage(c, ports.clock(), "sharing", home);
    const facts = { baseUrl: ports.baseUrl, key: KEY_PLACEHOLDER, sensorId: exampleSensor(home) };
    return c.html(
      <OwnerFrame {...frame} title={words.sharing.recipes} up="sharing">
        <p class="hint">{words.sharing.recipesHint(KEY_PLACEHOLDER)}</p>
        <p>
          <a class="button second" href="/sharing">
            {words.sharing.makeKey}
          </a>
        </p>
        <Recipes facts={facts} />
      </OwnerFrame>,
    );
  });
  return routes;
}

/** A temperature where there is one. */
function exampleSensor(home: PageHome): string {
  const sensors = sensorsOf(home);
  return (sensors.find(({ kind }) => kind === "temperature") ?? sensors[0])?.id ?? "SENSOR_ID";
}
