import { offerCopies } from "./copy.ts";
import { keepLive, keepSnapshot, readCharts } from "./live.ts";

if (/^\/s\/[^/]+\/?$/.test(location.pathname))
  keepLive(`${location.pathname.replace(/\/$/, "")}/live${location.search}`);
void readCharts();
keepSnapshot();
offerCopies();
