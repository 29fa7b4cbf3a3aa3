import type { Db } from "./db.queries.ts";
import type {
  Clock,
  ConfiguredChannels,
  DeclineClaim,
  EndRing,
  EvidenceSigner,
  FeedShards,
  FetchFeed,
  FindTowns,
  Forecast,
  InTime,
  Limiter,
  Objects,
  Operators,
  PlanRules,
  Random,
  Report,
  SharedLimiter,
  SignToken,
  StatusClaim,
  TryFeed,
  UnsubscribeClaim,
  Vault,
  VerifyHmac,
  VerifyToken,
  Wake,
  WebPush,
  ZipFiles,
} from "./ports.ts";

/**
 * All that a process gives to those who act: a database, a clock, seals, senders. Each asks for what it needs,
 * `Pick<Services, "db" | "clock">`, so that one name has one type everywhere.
 */
export type Services = {
  db: Db;
  clock: Clock;
  random: Random;
  /** Seals what the service itself must read again. */
  serverVault: Vault;
  /** Seals ingest keys that owners may look at again; null where none is kept. */
  keyVault: Vault | null;
  report: Report;
  limiter: Limiter;
  sharedLimiter: SharedLimiter;
  /** Where people and devices reach the installation, without a slash at its end. */
  baseUrl: string;
  wake: Wake;
  /** Keeps photos; null where nothing does. */
  objects: Objects | null;
  forecast: Forecast;
  findTowns: FindTowns;
  inTime: InTime;
  evidenceSigner: EvidenceSigner;
  operators: Operators;
  planRules: PlanRules;
  configuredChannels: ConfiguredChannels;
  verifyHmac: VerifyHmac;
  endRing: EndRing;
  signStatusToken: SignToken<StatusClaim>;
  verifyStatusToken: VerifyToken<StatusClaim>;
  signDeclineToken: SignToken<DeclineClaim>;
  verifyDeclineToken: VerifyToken<DeclineClaim>;
  signUnsubscribeToken: SignToken<UnsubscribeClaim>;
  verifyUnsubscribeToken: VerifyToken<UnsubscribeClaim>;
  zipFiles: ZipFiles;
  tryFeed: TryFeed;
  fetchFeed: FetchFeed;
  feedShards: FeedShards;
  webPush: WebPush | null;
};
