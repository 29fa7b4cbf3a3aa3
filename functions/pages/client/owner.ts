import { drawCharts } from "./charts.ts";
import { keepSnapshot } from "./snapshot.ts";

void drawCharts();
keepSnapshot();
