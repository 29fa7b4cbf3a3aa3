import type { Db } from "./db.queries.ts";
import type { FeedRules } from "./judge-url.ts";
import type * as ports from "./ports.ts";

/** What every function has, those of the devices and of links included. */
export type CoreServices = {
  db: Db;
  clock: ports.Clock;
  random: ports.Random;
  report: ports.Report;
  limiter: ports.Limiter;
  inTime: ports.InTime;
  edge: ports.Edge;
  /** Seals what the service itself must read again. */
  serverVault: ports.Vault;
  verifyHmac: ports.VerifyHmac;
};

/** All that a process gives to those who act for people: one name has one type everywhere. */
export type Services = CoreServices & {
  /** Seals ingest keys that owners may look at again; null where none is kept. */
  keyVault: ports.Vault | null;
  sharedLimiter: ports.SharedLimiter;
  /** Where people and devices reach the installation, without a slash at its end. */
  baseUrl: string;
  wake: ports.Wake;
  /** Keeps photos; null where nothing does. */
  objects: ports.Objects | null;
  forecast: ports.Forecast;
  findTowns: ports.FindTowns;
  evidenceSigner: ports.EvidenceSigner;
  planRules: ports.PlanRules;
  configuredChannels: ports.ConfiguredChannels;
  sendingPolicy: ports.SendingPolicy;
  feedRules: FeedRules;
  webhookRules: FeedRules;
  /** Null where nobody tells a host's addresses: then they are judged at each request only. */
  resolveHost: ports.ResolveHost | null;
  tryFeed: ports.TryFeed;
  /** The accounts that may look at the service itself. */
  adminEmails: ReadonlySet<string>;
  signatureHeaders: ports.SignatureHeaders;
  telegramBotName: string | null;
  webPush: ports.WebPush | null;
  linkTokens: ports.LinkTokens;
  /** Subjects of faults that this process sees itself, and that may not be in the database. */
  ownFaults: ReadonlySet<string>;
};

/** For who tells the operators that a part of the service is broken. */
export type WatchServices = CoreServices & Pick<Services, "wake"> & { operators: ports.Operators };

/** What the clock's function has besides, which polls and sends. */
export type CronServices = Services & {
  operators: ports.Operators;
  endRing: ports.EndRing;
  fetchFeed: ports.FetchFeed;
  feedShards: ports.FeedShards;
  handOutShards: ports.HandOutShards;
  pause: ports.Pause;
  pingDeadMan: ports.PingDeadMan | null;
};
