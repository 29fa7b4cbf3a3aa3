import { LatestQuery, ReadingsQuery } from "../../wire/share.ts";
import { SharedLatest, SharedReadings } from "../../wire/shared-home.ts";
import { type Answer, type RouteDescription, SHARE_LIMIT } from "../route.ts";

const headers = { "If-None-Match": "The ETag of your copy" };
const UNCHANGED: Answer = { description: "Your copy is current" };

const shared = {
  method: "get",
  audience: "pathToken",
  limit: SHARE_LIMIT,
  headers,
  refusals: [404],
} as const;

export const SHARE_ROUTES: RouteDescription[] = [
  {
    id: "share.getLatest",
    ...shared,
    path: "/api/share/{token}/latest",
    summary: "Get shared latest readings",
    about:
      "`by_id` and `by_key` hold the same readings by name. Hidden sensors and those of disabled devices are omitted.",
    query: LatestQuery,
    answers: {
      200: { description: "The latest readings", json: SharedLatest },
      303: { description: "To the link's page, for a browser that prefers HTML" },
      304: UNCHANGED,
    },
  },
  {
    id: "share.listReadings",
    ...shared,
    path: "/api/share/{token}/readings",
    summary: "List shared readings",
    about:
      "Returns the oldest first. A live link shows the last 24 hours. The ETag depends only on the readings, not on the moving window.",
    query: ReadingsQuery,
    answers: { 200: { description: "The readings", json: SharedReadings }, 304: UNCHANGED },
  },
  {
    id: "share.getMetrics",
    ...shared,
    path: "/api/share/{token}/metrics",
    summary: "Get a link's metrics",
    about:
      "Returns the families of `/api/v1/metrics`, without hidden sensors and without presence in the home.",
    answers: {
      200: { description: "Text format 0.0.4", types: ["text/plain; version=0.0.4; charset=utf-8"] },
      304: UNCHANGED,
    },
  },
];
