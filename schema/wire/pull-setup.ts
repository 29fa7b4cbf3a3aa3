import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { clientId, shownText, yesNo } from "./text.ts";

/** What is not given stays as it is; a new feed is named after its host and enabled. */
const FeedInput = z.object({
  id: clientId.optional(),
  name: shownText(1, LIMITS.deviceNameCharactersMax).optional(),
  url: z.string({ error: "must be a text" }),
  enabled: yesNo.optional(),
  /** Where in the answer the payload stands: a dotted path or a JSON Pointer; null or "" for all of it. */
  jsonRoot: shownText(0, LIMITS.jsonRootCharactersMax).nullable().optional(),
});

/** `feedId` may be left out where the request has one feed, `key` where the id is known. */
const ProbeInput = z.object({
  id: clientId.optional(),
  feedId: clientId.optional(),
  key: shownText(1, LIMITS.sensorKeyCharactersMax).optional(),
  label: shownText(1, LIMITS.labelCharactersMax).optional(),
  visible: yesNo.optional(),
});

export const PullSetup = z.object({
  feeds: z
    .array(FeedInput, { error: "must be a list of feeds" })
    .max(LIMITS.householdFeedsMax, { error: `must be at most ${LIMITS.householdFeedsMax} feeds` }),
  probes: z
    .array(ProbeInput, { error: "must be a list of probes" })
    .max(LIMITS.householdProbesMax, { error: `must be at most ${LIMITS.householdProbesMax} probes` })
    .default([]),
});
export type PullSetup = z.output<typeof PullSetup>;

/** The household's whole setup as it is now, what the request named first. */
export const PullSetupAnswer = z.object({
  ok: z.literal(true),
  feeds: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      url: z.string(),
      enabled: z.boolean(),
      jsonRoot: z.string().nullable(),
      device_id: z.string(),
    }),
  ),
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
