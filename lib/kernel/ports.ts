import type { RateLimit } from "../../schema/limits.ts";
import type { Channel, FeedFailure, Language, ReportKind, VaultPurpose } from "../../schema/vocabulary.ts";
import type { TriedFeed } from "../../schema/wire/pull-setup.ts";
import type { DeviceRange, ShardWork } from "./shards.ts";

/** What a flow may ask for from the outside world. Types only; adapters and tests supply them. */

export type Clock = () => Date;

/** A file of an archive, its text or its bytes as they are read. */
export type ArchivedFile = { path: string; text: AsyncIterable<string | Uint8Array> };
export type ZipFiles = (files: AsyncIterable<ArchivedFile>) => AsyncIterable<Uint8Array>;

/** What `work` answers within so many milliseconds; null where it takes longer. */
export type InTime = <T>(work: Promise<T>, ms: number) => Promise<T | null>;

/** Waits. Costs no CPU. */
export type Pause = (ms: number) => Promise<void>;

/** That many bytes from a CSPRNG. */
export type Random = (count: number) => Uint8Array;

/** One line of the log as data. Never holds a secret, a path with a key in it, or a body. */
export type Report = (event: {
  level: "info" | "warn" | "error";
  event: string;
  [field: string]: unknown;
}) => void;

export type LimitPolicy = Omit<RateLimit, "subject">;

/** `resetSeconds` until the window is free again. Numbers are of the limiter that really judged. */
export type LimitVerdict = { allowed: boolean; remaining: number; resetSeconds: number };

/** Counts one request of `subject` (never a secret itself: a hash or an id). Never throws, never hangs. */
export type Limiter = (policy: LimitPolicy, subject: string) => Promise<LimitVerdict>;

/**
 * The count across all instances and nothing else: null if the shared limiter doesn't answer; the caller then has
 * its own count. Never throws, never hangs.
 */
export type SharedLimiter = (policy: LimitPolicy, subject: string) => Promise<LimitVerdict | null>;

/** Every A and AAAA address of a host name as text; none where it has none or where asking failed. Never throws. */
export type ResolveHost = (host: string) => Promise<string[]>;

/** What was sealed. `text` is `bytes` read as UTF-8; `isCurrent` is false where it should be sealed again. */
type Opened = { text: string; bytes: Uint8Array; isCurrent: boolean };

/**
 * Secrets that must be readable again, encrypted at rest. A sealed text opens only for the purpose and subject
 * (an id) it was sealed for; everything else, from an unknown key to one flipped bit, is null.
 */
export type Vault = {
  seal(purpose: VaultPurpose, subjectId: string, plain: string | Uint8Array): Promise<string>;
  open(purpose: VaultPurpose, subjectId: string, sealed: string): Promise<Opened | null>;
};

/**
 * True where one of the signatures (32 bytes each) is the HMAC-SHA-256 of `content` under `secret`; every one is
 * checked, in constant time. A text secret counts as its UTF-8 bytes; an empty one verifies nothing.
 */
export type VerifyHmac = (
  secret: string | Uint8Array,
  content: Uint8Array,
  signatures: readonly Uint8Array[],
) => Promise<boolean>;

/** Has a provider end what it repeats until somebody answers, by its id of it; false where it did not. Never throws. */
export type EndRing = (channel: Channel, providerId: string) => Promise<boolean>;

/** Which channels the sending function has a provider for, as far as another function can tell. */
export type ConfiguredChannels = { [Name in Channel]: boolean };

/** What a browser needs to register itself with FCM, as Firebase's console shows it for a web app; none of it is secret. */
export type WebPush = {
  config: { apiKey: string; appId: string; messagingSenderId: string; projectId: string };
  /** The public key of its web push certificate. */
  vapidKey: string;
};

/** Tells the sending function that the outbox has something to send. May fail: the clock sends it then. */
export type Wake = () => Promise<void>;

type Place = { latitude: number; longitude: number };
export type ForecastHour = { at: Date; temperatureC: number };

/** The outdoor temperature by the hour, from two days ago to two ahead; null where nobody could tell. Never throws, never hangs. */
export type Forecast = (place: Place) => Promise<ForecastHour[] | null>;

/** `region` and `country` in the reader's language; "" where there is none. */
export type Town = {
  name: string;
  region: string;
  country: string;
  latitude: number;
  longitude: number;
  timeZone: string;
};

/** Towns whose name begins with what was typed; null where nobody could tell. Never throws, never hangs. */
export type FindTowns = (typed: string, language: Language) => Promise<Town[] | null>;

/**
 * The parts of a feed's request besides its address. The value of the header is a secret that nobody sees; a body
 * makes the request a POST.
 */
export type FeedRequest = { headerName: string | null; headerValue: string | null; postBody: string | null };

/** What a save or a trial says of the request: what is not given stays, null or "" takes it away. */
export type RequestWish = { [Part in keyof FeedRequest]?: FeedRequest[Part] | undefined };

/** `jsonRoot` null for the whole answer. */
export type FeedTrial = { url: string; jsonRoot: string | null } & RequestWish;

/** A pull feed's answer; `unchanged` only if an `etag` was given. A failure has only its code. */
export type FeedAnswer =
  | { kind: "ok"; bytes: Uint8Array; etag: string | null }
  | { kind: "unchanged" }
  | { kind: "failed"; reason: FeedFailure };

/** The names that feeds of the same invocation have asked for. */
export type AskedNames = Map<string, ReturnType<ResolveHost>>;

/** Fetches a pull feed from the public internet, every hop judged. Never throws, always answers in time. */
export type FetchFeed = (
  feed: { url: string; etag: string | null; request?: FeedRequest },
  names?: AskedNames,
) => Promise<FeedAnswer>;

/** How many feeds one invocation polls, and how many of them at a time. */
export type FeedShards = { size: number; sideBySide: number };

/** Has the function that polls try a feed out, once; null where it cannot be asked just now. Never throws. */
export type TryFeed = (trial: FeedTrial) => Promise<TriedFeed | null>;

/** One line for the people who run the service, in their chat. Never throws, never hangs. */
export type ChatWebhook = (line: string) => Promise<void>;

/** The people who get a message when a part of the service is broken. */
export type Operators = {
  emails: readonly string[];
  chat: ChatWebhook | null;
  /** The language of each address that has an account. A group whose role may not read accounts goes without: English. */
  languagesOf?: (emails: readonly string[]) => Promise<ReadonlyMap<string, Language>>;
};

/** Tells a watcher elsewhere that the clock is alive. Never throws, never hangs. */
export type PingDeadMan = () => Promise<void>;

/**
 * How homes come by their plan: a new one starts on a trial of Pro, or on Pro for good. `isGranted`: operators choose, not
 * owners. `prices` is the operator's own sentence, null where nothing is charged.
 */
export type PlanRules = { startsOn: "trial" | "pro"; isGranted: boolean; prices: string | null };

/** Signs with Ed25519 (RFC 8032). A public key is its 32 bytes in base64url; the first of them signs now. */
export type EvidenceSigner = {
  publicKeys(): Promise<string[]>;
  sign(text: string): Promise<{ algorithm: string; key: string; value: string }>;
};

/** Files by their key, such as `photos/pho_…`. Throws where the store fails; `remove` of what is gone does nothing. */
export type Objects = {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  remove(keys: readonly string[]): Promise<void>;
};

/** What a link in a mail says. It holds for ever: a mail of last year must still let its reader go. */
export type LinkClaims = {
  /** A person who wants no more invitations, and the home whose invitation they declined. */
  decline: { householdId: string; email: string };
  /** A subscriber who wants no more news of the service. */
  status: { email: string };
  /** The report of a home and a person that is to end. */
  report: { householdId: string; userId: string; kind: ReportKind };
};
export type LinkKind = keyof LinkClaims;

/** The tokens of such links, signed with a key of ours. What we have not signed is null; it never throws. */
export type LinkTokens = {
  sign<Kind extends LinkKind>(kind: Kind, claim: LinkClaims[Kind]): Promise<string>;
  verify<Kind extends LinkKind>(kind: Kind, token: string): Promise<LinkClaims[Kind] | null>;
};

/**
 * Has so many shards of a tick's work done by invocations of their own, side by side: a part of the feeds is polled, homes
 * are judged, or the history of `devices` is rolled up and sealed, a range a shard. Answers how many are under way; why
 * others are not is reported. Never throws, and does not wait for the slow ones.
 */
export type HandOutShards = (
  work: ShardWork,
  shards: number,
  tick: Date,
  devices?: readonly DeviceRange[],
) => Promise<number>;

/** What stands in front of the functions, and whose word about the caller's address is therefore true. */
export type Edge = "cloudflare" | "vercel" | "machine" | "none";

/** What of a sending policy decides which numbers are texted, and what a text to them counts as. */
export type DestinationPolicy = {
  /** How numbers may begin, such as `+1`. The longest prefix that fits decides. */
  smsPrefixes: readonly string[];
  /** How many texts of the day one text to such a prefix counts as, where it is not one. */
  smsPrices?: Readonly<Record<string, number>>;
};

/** What the operator allows this installation to send. */
export type SendingPolicy = DestinationPolicy & {
  /** Text messages of all homes together in a day (UTC). */
  smsPerDay: number;
  /** Phone calls of all homes together in a day (UTC). */
  callsPerDay: number;
  /** Mails of all homes in a day (UTC) to people who have never signed in from the network that asks. */
  newcomerMailsPerDay: number;
  /** What the mail provider takes; null for as many as there are. */
  mailsPerSecond: number | null;
};

export type SignatureHeaders = {
  /** Header names of which exactly one may be present: today's and the legacy ones. */
  signature: readonly string[];
  timestamp: string;
};
