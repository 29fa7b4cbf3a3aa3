import { LIMITS } from "../limits.ts";
import type { Audience, Json, RateLimit, RouteDescription } from "./route.ts";

const minute = (requests: number, subject: string): RateLimit => ({ requests, per: "a minute", subject });

/** What counts every request of an audience, before anything else is done. */
const BY_AUDIENCE: { [A in Audience]?: RateLimit } = {
  apiKey: minute(LIMITS.apiPerMinute, "API key"),
  session: minute(LIMITS.accountPerMinute, "person"),
  companion: minute(LIMITS.companionPerMinute, "person"),
  deviceKeyPath: minute(LIMITS.ingestPerMinute, "device"),
  deviceKeyHeader: minute(LIMITS.ingestPerMinute, "device"),
};

export const INGEST_LIMIT = minute(LIMITS.ingestPerMinute, "device");
export const SHARE_LIMIT = minute(LIMITS.sharePerMinute, "link");
export const INBOUND_LIMIT = minute(LIMITS.inboundPerMinute, "token");
export const CHANNEL_LIMIT = minute(LIMITS.channelCallsPerMinute, "caller");
/** Links that stand in messages. */
export const LINK_LIMIT = minute(LIMITS.ackPerMinute, "caller");
export const EVIDENCE_LIMIT = minute(LIMITS.evidencePerMinute, "caller");
export const STATUS_LIMIT = minute(LIMITS.statusPerMinute, "caller");
export const SUBSCRIBE_LIMIT: RateLimit = {
  requests: LIMITS.statusSubscribePerHour,
  per: "an hour",
  subject: "caller",
};
export const SIGN_IN_LIMIT = minute(LIMITS.signInTriesPerMinute, "caller");
export const COLLECT_LIMIT = minute(LIMITS.collectPerMinute, "caller");

/** Null where nothing counts the requests of a route. */
export const limitOf = ({ audience, limit }: RouteDescription): RateLimit | null =>
  limit ?? BY_AUDIENCE[audience] ?? null;

export const limitSentence = ({ requests, per, subject }: RateLimit): string =>
  `At most ${requests} requests ${per} and ${subject}.`;

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: "string" },
  example,
});

export const rateHeaders: Record<string, Json> = {
  "RateLimit-Policy": text("The limit (q) and its window in seconds (w)", '"api";q=600;w=60'),
  RateLimit: text("What remains (r), and the seconds until it is whole again (t)", '"api";r=599;t=60'),
  "Retry-After": { description: "Whole seconds", schema: { type: "integer", minimum: 1 }, example: 17 },
};

const refer = (name: string): [string, Json] => [name, { $ref: `#/components/headers/${name}` }];

/** The headers of each answer of a route whose requests are counted. */
export const countedHeaders: Json = Object.fromEntries(["RateLimit-Policy", "RateLimit"].map(refer));

/** The headers of a 429. */
export const refusedHeaders: Json = Object.fromEntries(Object.keys(rateHeaders).map(refer));
