import { type PageHome, sensorsOf } from "../../lib/sharing/home-page/page-home.ts";
import { Go } from "./components/go.tsx";
import { Recipes } from "./components/recipe-texts.tsx";
import { homeOf, type Site } from "./site.ts";

/** Stands where the key belongs: no key is kept that could be shown again. */
const KEY_PLACEHOLDER = "YOUR_API_KEY";

/** `/sharing/recipes`: how Home Assistant, Prometheus and Grafana read this home. */
export function recipePages({ services, page }: Site): void {
  page("/sharing/recipes", "manage_api_keys", {
    place: "sharing",
    load: (c) => homeOf(c, services),
    title: ({ sharing }) => sharing.recipes,
    view: (home, { words }) => (
      <>
        <p class="hint">{words.sharing.recipesHint(KEY_PLACEHOLDER)}</p>
        <p>
          <Go href="/sharing">{words.sharing.makeKey}</Go>
        </p>
        <Recipes facts={{ baseUrl: services.baseUrl, key: KEY_PLACEHOLDER, sensorId: exampleSensor(home) }} />
      </>
    ),
  });
}

/** A temperature where there is one. */
function exampleSensor(home: PageHome): string {
  const sensors = sensorsOf(home);
  return (sensors.find(({ kind }) => kind === "temperature") ?? sensors[0])?.id ?? "SENSOR_ID";
}
