import { buildSite } from "./runtime/site.ts";

await buildSite();
