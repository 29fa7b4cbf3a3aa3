import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { FEED_FAILURES, SENSOR_KINDS } from "../vocabulary.ts";
import { clientId, instant, shownText, yesNo } from "./text.ts";

/** The parts of a feed's request: the value of the header is written once, and never shown again. */
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

/** What is not given stays as it is; a new feed is named after its host and enabled. */
export const FeedInput = z.strictObject({
  id: z.optional(clientId),
  name: z.optional(shownText(1, LIMITS.deviceNameCharactersMax)),
  url: z.string().check(z.meta({ format: "uri" })),
  enabled: z.optional(yesNo),
  /** The place of the payload in the answer: a dotted path or a JSON Pointer; null or "" for all of it. */
  jsonRoot: z
    .optional(z.nullable(shownText(0, LIMITS.jsonRootCharactersMax)))
    .check(
      z.describe(
        "The place of the payload in the answer: a dotted path (data.sensors.0) or a JSON Pointer (/data/sensors/0, RFC 6901; needed for a key with a dot). Null or empty: the whole answer",
      ),
    ),
  ...requestFields,
});

/** `feedId` may be left out where the request has one feed, `key` where the id is known. */
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

/** How the polls of a feed go. */
export const feedPolls = {
  /** What the last poll failed with; null where it did not, or the feed was saved since. */
  last_failure: z.nullable(z.enum(FEED_FAILURES)),
  /** The first failure since it last answered as it should. */
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
  /** The header that its requests carry; its value is shown to nobody. */
  headerName: z.nullable(z.string()),
  /** What is posted to it; null where it is read with GET. "***" for those who may not change it. */
  postBody: z.nullable(z.string()),
  device_id: z.string(),
  ...feedPolls,
});

/** The household's whole setup as it is now, what the request named first. */
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

/** An address that is tried out before it is saved. */
export const FeedTrial = z.strictObject({
  url: z.string(),
  jsonRoot: z.optional(z.nullable(shownText(0, LIMITS.jsonRootCharactersMax))),
  ...requestFields,
});
export type FeedTrial = z.output<typeof FeedTrial>;

/** What a poll would have read now; nothing is kept. */
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
  /** Why nothing could be read; null where something was. */
  failure: z.nullable(z.enum(FEED_FAILURES)),
});
export type TriedFeed = z.output<typeof TriedFeed>;
