import type { RateLimit } from "../../schema/limits.ts";
import type { Channel, FeedFailure, Language, ReportKind, VaultPurpose } from "../../schema/vocabulary.ts";
import type { TriedFeed } from "../../schema/wire/pull-setup.ts";
import type { DeviceRange, ShardWork } from "./shards.ts";

/** The ports to the outside world. This file has types only; adapters and tests implement them. */

export type Clock = () => Date;

/** A file of an archive; its content is streamed. */
export type ArchivedFile = { path: string; text: AsyncIterable<string | Uint8Array> };
export type ZipFiles = (files: AsyncIterable<ArchivedFile>) => AsyncIterable<Uint8Array>;

/** Resolves to the result of `work`, or to null if it takes longer than `ms` milliseconds. */
export type InTime = <T>(work: Promise<T>, ms: number) => Promise<T | null>;

/** Waits that many milliseconds without using CPU time. */
export type Pause = (ms: number) => Promise<void>;

/** Returns `count` bytes from a CSPRNG. */
export type Random = (count: number) => Uint8Array;

/** Writes one event to the log. An event never contains a secret, a path with a key, or a body. */
export type Report = (event: {
  level: "info" | "warn" | "error";
  event: string;
  [field: string]: unknown;
}) => void;

export type LimitPolicy = Omit<RateLimit, "subject">;

/** `resetSeconds`: time until the window has room. The numbers come from the limiter that made the decision. */
export type LimitVerdict = { allowed: boolean; remaining: number; resetSeconds: number };

/** Counts one request of `subject`, which is a hash or an id and never a secret. Never throws, never hangs. */
export type Limiter = (policy: LimitPolicy, subject: string) => Promise<LimitVerdict>;

/**
 * Counts across all instances only. Null if the shared limiter doesn't answer: the caller then uses its own count.
 * Never throws, never hangs.
 */
export type SharedLimiter = (policy: LimitPolicy, subject: string) => Promise<LimitVerdict | null>;

/** Returns the A and AAAA addresses of a host name as text; empty if it has none or the lookup failed. Never throws. */
export type ResolveHost = (host: string) => Promise<string[]>;

/** A decrypted secret. `text` is `bytes` as UTF-8. If `isCurrent` is false, seal the secret again with the new key. */
type Opened = { text: string; bytes: Uint8Array; isCurrent: boolean };

/**
 * Encrypts secrets at rest that must be readable again. A sealed text opens only with the purpose and subject id
 * that it was sealed with. Anything else, from an unknown key to one flipped bit, opens as null.
 */
export type Vault = {
  seal(purpose: VaultPurpose, subjectId: string, plain: string | Uint8Array): Promise<string>;
  open(purpose: VaultPurpose, subjectId: string, sealed: string): Promise<Opened | null>;
};

/**
 * Returns true if one of the signatures (32 bytes each) is the HMAC-SHA-256 of `content` under `secret`. Checks all of
 * them in constant time. A text secret counts as its UTF-8 bytes; an empty secret verifies nothing.
 */
export type VerifyHmac = (
  secret: string | Uint8Array,
  content: Uint8Array,
  signatures: readonly Uint8Array[],
) => Promise<boolean>;

/** Makes a provider stop a message that it repeats until somebody acknowledges. False if it failed. Never throws. */
export type EndRing = (channel: Channel, providerId: string) => Promise<boolean>;

/** Tells for each channel if the sending function has a provider for it, as far as this function can know. */
export type ConfiguredChannels = { [Name in Channel]: boolean };

/** The public settings with which a browser registers with FCM, from Firebase's console for a web app. */
export type WebPush = {
  config: { apiKey: string; appId: string; messagingSenderId: string; projectId: string };
  /** The public key of the web push certificate. */
  vapidKey: string;
};

/** Tells the sending function that the outbox has messages. If this fails, the next tick sends them. */
export type Wake = () => Promise<void>;

type Place = { latitude: number; longitude: number };
export type ForecastHour = { at: Date; temperatureC: number };

/** Returns hourly outdoor temperatures, from two days ago to two ahead; null on failure. Never throws, never hangs. */
export type Forecast = (place: Place) => Promise<ForecastHour[] | null>;

/** `region` and `country` are in the reader's language, or "" if there is none. */
export type Town = {
  name: string;
  region: string;
  country: string;
  latitude: number;
  longitude: number;
  timeZone: string;
};

/** Finds towns whose name begins with `typed`; null on failure. Never throws, never hangs. */
export type FindTowns = (typed: string, language: Language) => Promise<Town[] | null>;

/**
 * The parts of a feed's request besides its URL. The header's value is a secret that is never shown. A body makes the
 * request a POST.
 */
export type FeedRequest = { headerName: string | null; headerValue: string | null; postBody: string | null };

/** A change of a feed's request. Fields that are omitted keep their value; null or "" removes the value. */
export type RequestWish = { [Part in keyof FeedRequest]?: FeedRequest[Part] | undefined };

/** A feed to try out. `jsonRoot` is the path of the readings in the answer, or null for the whole answer. */
export type FeedTrial = { url: string; jsonRoot: string | null } & RequestWish;

/** The result of polling a feed. `unchanged` occurs only if an `etag` was sent. */
export type FeedAnswer =
  | { kind: "ok"; bytes: Uint8Array; etag: string | null }
  | { kind: "unchanged" }
  | { kind: "failed"; reason: FeedFailure };

/** DNS lookups of one invocation, by host name, so that its feeds share them. */
export type AskedNames = Map<string, ReturnType<ResolveHost>>;

/** Fetches a pull feed from the public internet, and checks every redirect. Never throws, always answers in time. */
export type FetchFeed = (
  feed: { url: string; etag: string | null; request?: FeedRequest },
  names?: AskedNames,
) => Promise<FeedAnswer>;

/** `size`: feeds that one invocation polls; `sideBySide`: how many of them at a time. */
export type FeedShards = { size: number; sideBySide: number };

/** Lets the polling function try a feed once; null if that function is unreachable. Never throws. */
export type TryFeed = (trial: FeedTrial) => Promise<TriedFeed | null>;

/** Posts one line to the operators' chat. Never throws, never hangs. */
export type ChatWebhook = (line: string) => Promise<void>;

/** The operators, who get a message when a part of the service is broken. */
export type Operators = {
  emails: readonly string[];
  chat: ChatWebhook | null;
  /** Returns the language of each address that has an account. Absent if our database role can't read accounts. */
  languagesOf?: (emails: readonly string[]) => Promise<ReadonlyMap<string, Language>>;
};

/** Tells an external dead man's switch that the clock is alive. Never throws, never hangs. */
export type PingDeadMan = () => Promise<void>;

/**
 * How homes get their plan. A new home starts on a trial of Pro, or on Pro for good. `isGranted`: operators choose
 * plans, not owners. `prices` is the operator's own sentence about prices, or null if the service is free.
 */
export type PlanRules = { startsOn: "trial" | "pro"; isGranted: boolean; prices: string | null };

/** Signs with Ed25519 (RFC 8032). A public key is 32 bytes in base64url. `publicKeys` lists the current key first. */
export type EvidenceSigner = {
  publicKeys(): Promise<string[]>;
  sign(text: string): Promise<{ algorithm: string; key: string; value: string }>;
};

/** Object storage, with keys such as `photos/pho_…`. Throws if the store fails. `remove` ignores missing objects. */
export type Objects = {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  remove(keys: readonly string[]): Promise<void>;
};

/** The claims of signed links in mails. They never expire: the unsubscribe link of a year-old mail must still work. */
export type LinkClaims = {
  /** Declines all further invitations; `householdId` is the home whose invitation had the link. */
  decline: { householdId: string; email: string };
  /** Unsubscribes from status updates of the service. */
  status: { email: string };
  /** Unsubscribes a person from one kind of report about a home. */
  report: { householdId: string; userId: string; kind: ReportKind };
};
export type LinkKind = keyof LinkClaims;

/** Signs and verifies the tokens of links in mails. `verify` returns null unless we signed the token. Never throws. */
export type LinkTokens = {
  sign<Kind extends LinkKind>(kind: Kind, claim: LinkClaims[Kind]): Promise<string>;
  verify<Kind extends LinkKind>(kind: Kind, token: string): Promise<LinkClaims[Kind] | null>;
};

/**
 * Starts one invocation for each shard of a tick's work, in parallel: polling a part of the feeds, evaluating homes, or
 * compacting the history of one range of `devices`. Returns how many started; logs why others didn't. Never throws,
 * and doesn't wait for slow ones.
 */
export type HandOutShards = (
  work: ShardWork,
  shards: number,
  tick: Date,
  devices?: readonly DeviceRange[],
) => Promise<number>;

/** The proxy in front of the functions. Only its header for the caller's address can be trusted. */
export type Edge = "cloudflare" | "vercel" | "machine" | "none";

/** The part of a sending policy that decides which numbers may get texts, and how much one text counts. */
export type DestinationPolicy = {
  /** Allowed prefixes of phone numbers, such as `+1`. The longest prefix that matches decides. */
  smsPrefixes: readonly string[];
  /** By prefix: how many texts of the daily limit one text counts as. The default is 1. */
  smsPrices?: Readonly<Record<string, number>>;
};

/** The operator's limits on messages of this installation. */
export type SendingPolicy = DestinationPolicy & {
  /** Text messages a day (UTC), all homes together. */
  smsPerDay: number;
  /** Phone calls a day (UTC), all homes together. */
  callsPerDay: number;
  /** Sign-in mails a day (UTC) to people who have never signed in from the requesting network, all homes together. */
  newcomerMailsPerDay: number;
  /** The mail provider's rate limit; null for no limit. */
  mailsPerSecond: number | null;
};

export type SignatureHeaders = {
  /** Names of the signature header, current and legacy. A request may have exactly one of them. */
  signature: readonly string[];
  timestamp: string;
};
