import type { Db } from "./db.queries.ts";
import type { FeedRules } from "./judge-url.ts";
import type {
  Clock,
  ConfiguredChannels,
  Edge,
  EndRing,
  EvidenceSigner,
  FeedShards,
  FetchFeed,
  FindTowns,
  Forecast,
  HandOutShards,
  InTime,
  Limiter,
  LinkTokens,
  Objects,
  Operators,
  Pause,
  PingDeadMan,
  PlanRules,
  Random,
  Report,
  ResolveHost,
  SendingPolicy,
  SharedLimiter,
  SignatureHeaders,
  TryFeed,
  Vault,
  VerifyHmac,
  Wake,
  WebPush,
} from "./ports.ts";

/** What every function has, those of the devices and of links included. */
export type CoreServices = {
  db: Db;
  clock: Clock;
  random: Random;
  report: Report;
  limiter: Limiter;
  inTime: InTime;
  edge: Edge;
  /** Seals what the service itself must read again. */
  serverVault: Vault;
  verifyHmac: VerifyHmac;
};

/** All that a process gives to those who act for people: one name has one type everywhere. */
export type Services = CoreServices & {
  /** Seals ingest keys that owners may look at again; null where none is kept. */
  keyVault: Vault | null;
  sharedLimiter: SharedLimiter;
  /** Where people and devices reach the installation, without a slash at its end. */
  baseUrl: string;
  wake: Wake;
  /** Keeps photos; null where nothing does. */
  objects: Objects | null;
  forecast: Forecast;
  findTowns: FindTowns;
  evidenceSigner: EvidenceSigner;
  planRules: PlanRules;
  configuredChannels: ConfiguredChannels;
  sendingPolicy: SendingPolicy;
  feedRules: FeedRules;
  webhookRules: FeedRules;
  /** Null where nobody tells a host's addresses: then they are judged at each request only. */
  resolveHost: ResolveHost | null;
  tryFeed: TryFeed;
  /** The accounts that may look at the service itself. */
  adminEmails: ReadonlySet<string>;
  signatureHeaders: SignatureHeaders;
  telegramBotName: string | null;
  webPush: WebPush | null;
  linkTokens: LinkTokens;
};

/** For who tells the operators that a part of the service is broken. */
export type WatchServices = CoreServices & Pick<Services, "wake"> & { operators: Operators };

/** What the clock's function has besides, which polls and sends. */
export type CronServices = Services & {
  operators: Operators;
  endRing: EndRing;
  fetchFeed: FetchFeed;
  feedShards: FeedShards;
  handOutShards: HandOutShards;
  pause: Pause;
  pingDeadMan: PingDeadMan | null;
};
