import type { Db } from "./db.queries.ts";
import type { FeedRules } from "./judge-url.ts";
import type * as ports from "./ports.ts";

/** The services of every function group, including those for devices and for share links. */
export type CoreServices = {
  db: Db;
  clock: ports.Clock;
  random: ports.Random;
  report: ports.Report;
  limiter: ports.Limiter;
  inTime: ports.InTime;
  edge: ports.Edge;
  /** Seals secrets that the service itself must read again. */
  serverVault: ports.Vault;
  verifyHmac: ports.VerifyHmac;
};

/** The services of the groups that act for signed-in people. A service has the same name and type everywhere. */
export type Services = CoreServices & {
  /** Seals ingest keys that owners may view again; null if the installation stores only their hashes. */
  keyVault: ports.Vault | null;
  sharedLimiter: ports.SharedLimiter;
  /** The public address of the installation, without a trailing slash. */
  baseUrl: string;
  wake: ports.Wake;
  /** Stores photos; null if the installation has no object storage. */
  objects: ports.Objects | null;
  forecast: ports.Forecast;
  findTowns: ports.FindTowns;
  evidenceSigner: ports.EvidenceSigner;
  planRules: ports.PlanRules;
  configuredChannels: ports.ConfiguredChannels;
  sendingPolicy: ports.SendingPolicy;
  feedRules: FeedRules;
  webhookRules: FeedRules;
  /** Null if this runtime can't resolve names. Addresses are then checked only at each request. */
  resolveHost: ports.ResolveHost | null;
  tryFeed: ports.TryFeed;
  /** The accounts of operators, who may view the service itself. */
  adminEmails: ReadonlySet<string>;
  signatureHeaders: ports.SignatureHeaders;
  telegramBotName: string | null;
  webPush: ports.WebPush | null;
  linkTokens: ports.LinkTokens;
  /** Subjects of faults that this process detects itself, which may be missing in the database. */
  ownFaults: ReadonlySet<string>;
};

/** The services of code that alerts the operators when a part of the service is broken. */
export type WatchServices = CoreServices & Pick<Services, "wake"> & { operators: ports.Operators };

/** The services of the `cron` group, which polls and sends. */
export type CronServices = Services & {
  operators: ports.Operators;
  endRing: ports.EndRing;
  fetchFeed: ports.FetchFeed;
  feedShards: ports.FeedShards;
  handOutShards: ports.HandOutShards;
  pause: ports.Pause;
  pingDeadMan: ports.PingDeadMan | null;
};
