import type { FeedFailure } from "../../../schema/vocabulary.ts";
import type { PullSetup, PullSetupAnswer } from "../../../schema/wire/pull-setup.ts";

/** A feed as it is kept; its readings belong to its own device. */
export type SetupFeed = {
  id: string;
  name: string;
  url: string;
  /** The same, sealed; null where it has yet to be. */
  sealedUrl: string | null;
  enabled: boolean;
  /** Null for the whole answer. */
  jsonRoot: string | null;
  deviceId: string;
};

/** How its polls go; times are ISO 8601, UTC, and a next poll at the next tick is null. */
export type FeedPolls = {
  last_failure: FeedFailure | null;
  failing_since: string | null;
  last_ok_at: string | null;
  next_poll_at: string | null;
};

export type SetupProbe = PullSetupAnswer["probes"][number];

/** What a household has before a save. A feed whose URL is lost has only the origin of it as its `url`. */
export type StoredSetup = {
  feeds: (SetupFeed & { polls: FeedPolls; isUrlLost: boolean })[];
  probes: SetupProbe[];
  /** The number of devices of every type: feeds take places among them. */
  deviceCount: number;
  /** A digest of all feeds and probes: another one means that somebody else has saved meanwhile. */
  fingerprint: string;
};

/** What is not given stays as it is. */
export type FeedWish = PullSetup["feeds"][number];

export type ProbeWish = PullSetup["probes"][number];

export type SetupWish = PullSetup;

/**
 * Rows to write. A sensor that already reads takes over only what was said: `sensorLabel`, `sensorVisible`.
 */
export type SetupPlan = {
  feeds: (SetupFeed & { isNew: boolean })[];
  probes: (SetupProbe & { sensorLabel: string | null; sensorVisible: boolean | null })[];
};
