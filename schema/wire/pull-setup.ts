import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { FEED_FAILURES, SENSOR_KINDS } from "../vocabulary.ts";
import { clientId, instant, shownText, yesNo } from "./text.ts";

/** The request that reads a feed. The header's value can be set, and is never shown again. */
const requestFields = {
  headerName: z
    .optional(z.nullable(shownText(0, LIMITS.feedHeaderNameCharactersMax)))
    .check(z.describe("A header to send with each request, such as X-API-Key. Null or empty: none")),
  headerValue: z
    .optional(z.nullable(shownText(0, LIMITS.feedHeaderValueCharactersMax)))
    .check(
      z.describe(
        "The secret value of the header. Omit it or leave it empty to keep the stored value; it is never shown",
      ),
    ),
  postBody: z
    .optional(z.nullable(z.string().check(z.maxLength(LIMITS.feedPostBodyCharactersMax))))
    .check(z.describe("JSON to post to the address. Null or empty: the address is read with GET")),
};

/** Omitted fields keep their value. A new feed is enabled, and named after its host. */
export const FeedInput = z.strictObject({
  id: z.optional(clientId),
  name: z.optional(shownText(1, LIMITS.deviceNameCharactersMax)),
  url: z.string().check(z.meta({ format: "uri" })),
  enabled: z.optional(yesNo),
  /** The payload's place in the response: a dotted path or a JSON Pointer; null or "" for the whole body. */
  jsonRoot: z
    .optional(z.nullable(shownText(0, LIMITS.jsonRootCharactersMax)))
    .check(
      z.describe(
        "The place of the payload in the answer: a dotted path (data.sensors.0) or a JSON Pointer (/data/sensors/0, RFC 6901; needed for a key with a dot). Null or empty: the whole answer",
      ),
    ),
  ...requestFields,
});

/** `feedId` may be omitted if the request has one feed, `key` if the id is known. */
const ProbeInput = z.strictObject({
  id: z.optional(clientId),
  feedId: z.optional(clientId),
  key: z.optional(shownText(1, LIMITS.sensorKeyCharactersMax)),
  label: z.optional(shownText(1, LIMITS.labelCharactersMax)),
  visible: z.optional(yesNo),
});

export const PullSetup = z.strictObject({
  feeds: z.array(FeedInput).check(z.maxLength(LIMITS.householdFeedsMax)),
  probes: z._default(z.array(ProbeInput).check(z.maxLength(LIMITS.householdProbesMax)), []),
});
export type PullSetup = z.output<typeof PullSetup>;

/** The state of a feed's polls. */
export const feedPolls = {
  /** The last poll's failure; null if it succeeded, or if the feed was saved since. */
  last_failure: z.nullable(z.enum(FEED_FAILURES)),
  /** The first failure since the last success. */
  failing_since: z.nullable(instant),
  last_ok_at: z.nullable(instant),
  /** Null for the next tick. */
  next_poll_at: z.nullable(instant),
};

const Feed = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  jsonRoot: z.nullable(z.string()),
  /** The header that its requests send. Its value is never shown. */
  headerName: z.nullable(z.string()),
  /** The body to POST; null if the feed is read with GET. "***" for people who may not change it. */
  postBody: z.nullable(z.string()),
  device_id: z.string(),
  ...feedPolls,
});

/** The household's whole current setup; the request's feeds and probes come first. */
export const PullSetupAnswer = z.object({
  ok: z.literal(true),
  feeds: z.array(Feed),
  probes: z.array(
    z.object({
      id: z.string(),
      feedId: z.string(),
      key: z.string(),
      label: z.string(),
      visible: z.boolean(),
    }),
  ),
});
export type PullSetupAnswer = z.output<typeof PullSetupAnswer>;

/** An address to try before it is saved. */
export const FeedTrial = z.strictObject({
  url: z.string(),
  jsonRoot: z.optional(z.nullable(shownText(0, LIMITS.jsonRootCharactersMax))),
  ...requestFields,
});
export type FeedTrial = z.output<typeof FeedTrial>;

/** The result of a poll now. Nothing is stored. */
export const TriedFeed = z.object({
  readings: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      kind: z.enum(SENSOR_KINDS),
      unit: z.nullable(z.string()),
      /** A number; 1 or 0 for a state. */
      value: z.number(),
      state: z.boolean(),
    }),
  ),
  battery: z.nullable(z.number()),
  rssi: z.nullable(z.number()),
  /** Why nothing could be read; null on success. */
  failure: z.nullable(z.enum(FEED_FAILURES)),
});
export type TriedFeed = z.output<typeof TriedFeed>;
