import type { TriedFeed as WireTriedFeed } from "../../../schema/wire/pull-setup.ts";

/** `jsonRoot` null for the whole answer. */
export type FeedTrial = { url: string; jsonRoot: string | null };

/** `value` in `unit`; a state is 1 or 0 and has no unit. */
export type TriedReading = WireTriedFeed["readings"][number];

/** What a poll would have read; `failure` says why it would have read nothing. */
export type TriedFeed = WireTriedFeed;
