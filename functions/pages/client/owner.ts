import { drawCharts } from "./charts.ts";
import { keepLive } from "./live.ts";
import { keepSnapshot } from "./snapshot.ts";

const live = document.querySelector<HTMLElement>("[data-live]")?.dataset.live;
if (live !== undefined) keepLive(live);
void drawCharts();
keepSnapshot();
