import { readCharts } from "./charts.ts";
import { offerCopies } from "./copy.ts";
import { offerInstall } from "./install.ts";
import { keepLive } from "./live.ts";
import { keepSnapshot } from "./snapshot.ts";

if (/^\/s\/[^/]+\/?$/.test(location.pathname))
  keepLive(`${location.pathname.replace(/\/$/, "")}/live${location.search}`);
void readCharts();
keepSnapshot();
offerCopies();
offerInstall();
