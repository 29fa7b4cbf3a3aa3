import type { RouteDescription } from "../route.ts";
import { homeRoutes } from "./home.ts";

const audience = "apiKey";

export const V1_ROUTES: RouteDescription[] = [
  ...homeRoutes({ prefix: "/api/v1", audience }),
  {
    method: "get",
    path: "/api/v1/metrics",
    summary: "The household in the text format of Prometheus",
    audience,
    answers: {
      200: { description: "Text format 0.0.4", types: ["text/plain; version=0.0.4; charset=utf-8"] },
    },
    refusals: [404],
  },
];
