import type { RouteDescription } from "../route.ts";
import { homeRoutes } from "./home.ts";

const audience = "apiKey";

export const V1_ROUTES: RouteDescription[] = [
  ...homeRoutes({ prefix: "/api/v1", audience, ids: "" }),
  {
    id: "metrics.get",
    method: "get",
    path: "/api/v1/metrics",
    summary: "Get metrics",
    about: "Base units, no timestamps. Values that are unknown or older than a day are left out, never 0.",
    audience,
    answers: {
      200: { description: "Text format 0.0.4", types: ["text/plain; version=0.0.4; charset=utf-8"] },
    },
    refusals: [404],
  },
];
