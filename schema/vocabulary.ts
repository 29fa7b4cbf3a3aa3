/** Every closed set of words. Column types, wire schemas and unions are all derived from these. */

export const SENSOR_KINDS = [
  "temperature",
  "humidity",
  "co2",
  "pressure",
  "pm25",
  "voc",
  "level",
  "energy",
  "door",
  "power",
  "flood",
  "motion",
  "generic",
] as const;
export type SensorKind = (typeof SENSOR_KINDS)[number];

/** The supported languages as BCP 47 tags. Readers of other languages get the first. */
export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Kinds whose readings are states (1 = open, wet, detected), even if a device sends numbers. */
export const STATE_KINDS = ["door", "flood", "motion"] as const satisfies readonly SensorKind[];

/** Places of a thermometer or hygrometer, which decide what is alarming there. */
export const PLACEMENTS = [
  "room",
  "bathroom",
  "kitchen",
  /** A crawl space, an attic, a garage, a shed. */
  "unheated",
  /** On or beside a pipe, or inside a wall. */
  "pipe",
  "freezer",
  "fridge",
  "outdoor",
  "greenhouse",
  /** A machine part or a computed value: not the temperature of a place. */
  "machine",
] as const;
export type Placement = (typeof PLACEMENTS)[number];

/** The icons for rooms. */
export const ROOM_ICONS = [
  "room",
  "living_room",
  "bedroom",
  "kitchen",
  "bathroom",
  "laundry",
  "office",
  "basement",
  "attic",
  "garage",
  "greenhouse",
  "outdoors",
] as const;
export type RoomIcon = (typeof ROOM_ICONS)[number];

/** The source of a sensor's placement; `default` is a room. */
export const PLACEMENT_SOURCES = ["owner", "guess", "default"] as const;

/** Why a sensor's readings aren't trusted. */
export const SENSOR_FAULTS = ["unplugged", "stuck"] as const;
export type SensorFault = (typeof SENSOR_FAULTS)[number];

export const DEVICE_TYPES = ["push", "pull"] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

export const DEVICE_STATUSES = ["ok", "late", "offline", "disabled", "new"] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** How flat temperature keys of a device are read if nothing states the unit. */
export const FLAT_TEMPERATURE_UNITS = ["F", "C"] as const;

/**
 * The source of a sensor's unit. `sender`: the payload states it. `assumed`, `siblings`: nobody has stated it, and the
 * home is asked. `settled`: decided by the specification, another sensor, the device's setting or its owner.
 */
export const UNIT_SOURCES = ["sender", "assumed", "siblings", "settled"] as const;
export type UnitSource = (typeof UNIT_SOURCES)[number];

/** The units that an unmarked temperature may be in. */
export const BARE_TEMPERATURE_UNITS = ["°F", "°C"] as const;
export type BareTemperatureUnit = (typeof BARE_TEMPERATURE_UNITS)[number];

/** The meaning of `true` for a contact of a door or window: most firmware says "open", Zigbee2MQTT "closed". */
export const CONTACT_MEANINGS = ["open", "closed"] as const;
export type ContactMeaning = (typeof CONTACT_MEANINGS)[number];

export const TEMPERATURE_UNITS = ["°F", "°C", "K"] as const;
export type TemperatureUnit = (typeof TEMPERATURE_UNITS)[number];

/** The temperature unit that a home's people read. */
export const HOUSEHOLD_UNITS = ["F", "C"] as const;
export type HouseholdUnit = (typeof HOUSEHOLD_UNITS)[number];

/** `contact`: a person without an account, through the link in a message. */
/** `operator`: a person who runs the service, and need not be a member of the home. */
export const ACTOR_TYPES = [
  "user",
  "api_key",
  "inbound_token",
  "companion",
  "contact",
  "operator",
  "system",
] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

export const OUTBOX_STATES = ["pending", "sent", "dead", "dropped"] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];

export const PLANS = ["free", "pro"] as const;
export type Plan = (typeof PLANS)[number];

export const ROLES = ["owner", "manager", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** A session by a cookie, or by a companion's pair of tokens. */
export type SessionKind = "browser" | "companion";

export const SHARE_SCOPES = ["live", "history", "metrics"] as const;
export type ShareScope = (typeof SHARE_SCOPES)[number];

/** How many days a share link may last; null means forever. */
export const SHARE_EXPIRY_DAYS = [1, 7, 30, 90] as const;

/** Why a home's plan doesn't cover one of its share links. */
export const SHARE_SUSPENSIONS = ["scope", "never_expires", "links"] as const;
export type ShareSuspension = (typeof SHARE_SUSPENSIONS)[number];

export const RESOLUTIONS = ["raw", "15m", "1h", "1d"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** The `<type>` in `hw_<type>_…`, by what the secret opens. */
export const SECRET_TYPES = {
  ingestKey: "ing",
  apiKey: "key",
  inboundToken: "inb",
  shareToken: "shr",
  session: "ses",
  accessToken: "acc",
  refreshToken: "ref",
  signInLink: "sgn",
  signInChallenge: "chl",
  statusConfirm: "stc",
} as const;
export type SecretType = (typeof SECRET_TYPES)[keyof typeof SECRET_TYPES];

/** The prefix of an id, by what it identifies. */
export const ID_PREFIXES = {
  household: "hh",
  device: "dev",
  sensor: "sen",
  shareLink: "shr",
  user: "usr",
  session: "sess",
  challenge: "sic",
  invitation: "inv",
  apiKey: "api",
  inboundToken: "inb",
  feed: "feed",
  probe: "prb",
  message: "msg",
  alert: "alr",
  rule: "rul",
  companionSession: "cmp",
  bay: "bay",
  contactPoint: "ctp",
  homeContact: "hct",
  statusIncident: "sti",
  statusNews: "stn",
  evidence: "evi",
  passkey: "pky",
  photo: "pho",
  chartNote: "not",
} as const;
export type IdPrefix = (typeof ID_PREFIXES)[keyof typeof ID_PREFIXES];

/** The places that the emergency card describes. */
export const CARD_PLACES = ["address", "shutoff", "breaker", "boiler"] as const;
export type CardPlace = (typeof CARD_PLACES)[number];

/** The emergencies that the card has steps for. */
export const CARD_STEPS = ["freeze", "leak", "power"] as const;
export type CardStep = (typeof CARD_STEPS)[number];

export const PHOTO_TYPES = ["image/jpeg", "image/png"] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];

export const ALERT_KINDS = [
  "freeze",
  "humidity",
  "leak",
  "outage",
  "forecast",
  "time_to_freeze",
  "heating_stopped",
  /** A freezer or fridge that is too warm. */
  "cold_storage",
  /** A sensor whose readings look wrong. */
  "sensor_fault",
  "incident",
  "rule",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Answers to the question about the heating; `no` means that nobody turned it down. */
export const HEATING_ANSWERS = ["turned_down", "door_open", "no"] as const;
export type HeatingAnswer = (typeof HEATING_ANSWERS)[number];

/** Events in the life of an alert. */
export const TRANSITIONS = [
  "opened",
  "worsened",
  "eased",
  "reminded",
  "closed",
  /** The sensor is unplugged or stuck, so its readings end nothing. */
  "distrusted",
  /** The alert opens and closes so often that one summary replaces its messages. */
  "flapping",
] as const;
export type Transition = (typeof TRANSITIONS)[number];

/** From mild to severe. */
export const SEVERITIES = ["warning", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The comparison of a custom rule with a value. */
export const COMPARISONS = ["above", "below", "equals"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Channels whose message is one HTTP call to a person's own address. Every plan has them. */
export const CALLED_CHANNELS = [
  "ntfy",
  "telegram",
  "pushover",
  "discord",
  "chat",
  "home_assistant",
  "apprise",
] as const;
export type CalledChannel = (typeof CALLED_CHANNELS)[number];

export const CHANNELS = ["email", "sms", "push", "webhook", "call", ...CALLED_CHANNELS] as const;
export type Channel = (typeof CHANNELS)[number];

/** Channels whose address a person types. Mail uses the account's address, and only an app knows its push token. */
export const ADDRESSED_CHANNELS = ["sms", "call", "webhook", ...CALLED_CHANNELS] as const satisfies Channel[];

/** A called channel is either on or off. */
const CALLED_CHOICES = Object.fromEntries(
  CALLED_CHANNELS.map((channel) => [channel, [true, false]]),
) as unknown as Record<CalledChannel, readonly [true, false]>;

/** A person's choices for each channel; for texts, `critical` means what breaks through quiet hours. */
export const CHANNEL_CHOICES = {
  email: [true, false],
  sms: ["off", "critical", "all"],
  push: [true, false],
  webhook: [true, false],
  call: [true, false],
  ...CALLED_CHOICES,
} as const satisfies Record<Channel, readonly (boolean | string)[]>;
export type ChoiceOf<C extends Channel> = (typeof CHANNEL_CHOICES)[C][number];
export type SmsChoice = ChoiceOf<"sms">;

/** How somebody acknowledged an alert; the activity names it. */
export const ACK_PATHS = ["page", "link", "api", "text", "call", "ntfy", "telegram", "pushover"] as const;
export type AckPath = (typeof ACK_PATHS)[number];

/** A provider's report about a message after accepting it. In this order, the later one wins. */
export const RECEIPTS = [
  "ringing",
  "failed",
  "no_answer",
  "busy",
  "machine",
  "delivered",
  "read",
  "complained",
] as const;
export type Receipt = (typeof RECEIPTS)[number];
/** The recipients of an escalation step, besides the id of a member or contact. */
export const ESCALATION_GROUPS = ["everybody", "others", "contacts"] as const;
export type EscalationGroup = (typeof ESCALATION_GROUPS)[number];

/** The alerts for which a person without an account is called: all leaks and critical alerts, or only leaks. */
export const CONTACT_SCOPES = ["urgent", "leaks"] as const;
export type ContactScope = (typeof CONTACT_SCOPES)[number];

/** The consent of a person without an account. */
export type HomeContactState = "asked" | "ok" | "stopped";

/** Channels on which such a person can be asked and called. */
export const HOME_CONTACT_CHANNELS = ["email", "sms", ...CALLED_CHANNELS] as const satisfies Channel[];

/** The answers of a called person, each a button. All but `cannot` acknowledge the alert. */
export const RESPONDER_ANSWERS = ["on_my_way", "there", "water_off", "cannot"] as const;
export type ResponderAnswer = (typeof RESPONDER_ANSWERS)[number];

/** The entries of an alert's timeline. */
export const TIMELINE_TYPES = [
  /** The alert began, got worse, was reminded of, eased or ended. */
  "decision",
  "message",
  /** A step of the escalation. */
  "step",
  "acknowledged",
  "handed_over",
  /** An answer to the question about the heating. */
  "answer",
  /** The acknowledgement expired. */
  "expired",
  /** Somebody outside the home answered. */
  "press",
] as const;
export type TimelineType = (typeof TIMELINE_TYPES)[number];

/** States of a contact point: a phone number counts only after its code was entered. */
export const CONTACT_STATES = ["unverified", "ok", "gone"] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** Spendings of money, reputation or computing that are counted: a channel's messages, and actions. */
export const SPENDINGS = [
  ...CHANNELS,
  "sms_code",
  "call_code",
  "called_code",
  /** A mail to a person who has never signed in from the requester's network. */
  "newcomer_mail",
  /** A mail that asks to confirm a status subscription. */
  "status_mail",
  "invitation",
  /** A mail with a link and a code, and an attempt with the code. */
  "sign_in",
  "sign_in_code",
  /** Revealing an ingest key, and claiming a puck. */
  "reveal",
  "claim",
  "feed_try",
  "export",
  /** A key, token or share link. */
  "link",
  "notification_test",
] as const;
/** The spendings with a budget of their own. */
export type Spending = Exclude<(typeof SPENDINGS)[number], Channel> | "sms" | "call" | "push";

/**
 * The subjects of limits: a home, an address, the caller, the caller's host and network, an address with one of these,
 * a class of callers, the whole installation.
 */
export const SENDING_SCOPES = [
  "home",
  "address",
  "account",
  "host",
  "network",
  "pair",
  "class",
  "instance",
  "code",
  "invitation",
] as const;
export type SendingScope = (typeof SENDING_SCOPES)[number];

export const API_SCOPES = ["read", "write"] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const PUSH_PLATFORMS = ["android", "ios", "web"] as const;
export type PushPlatform = (typeof PUSH_PLATFORMS)[number];

export const INBOUND_ACTIONS = ["snooze", "vacation", "clear_snooze", "clear_vacation", "status"] as const;
export type InboundAction = (typeof INBOUND_ACTIONS)[number];

/** The components of the service, as its status names them. */
export const STATUS_COMPONENTS = ["ingest", "database", "polling", "alerts", "email", "sms", "push"] as const;
export type StatusComponent = (typeof STATUS_COMPONENTS)[number];

/** From good to bad. */
export const STATUS_LEVELS = ["ok", "degraded", "down"] as const;
export type StatusLevel = (typeof STATUS_LEVELS)[number];

/** A component that isn't set up is neither good nor bad. */
export type ComponentLevel = StatusLevel | "not_configured";

/** The incident of a clock that has stopped ticking. */
export const SILENT_CLOCK = "clock";

/** An incident's effect on its components. */
export const STATUS_IMPACTS = ["degraded", "down"] as const satisfies readonly StatusLevel[];
export type StatusImpact = (typeof STATUS_IMPACTS)[number];

/** The texts about an incident, in this order. */
export const STATUS_NEWS_KINDS = ["opened", "updated", "closed"] as const;
export type StatusNewsKind = (typeof STATUS_NEWS_KINDS)[number];

/** The outbox kind of a mail to a status subscriber. */
export const STATUS_NEWS_MAIL = "status_news";

export const MOODS = ["happy", "cozy", "chilly", "worried", "alarmed", "sleepy", "offline"] as const;
export type Mood = (typeof MOODS)[number];

export const MOOD_SOURCES = ["derived", "override"] as const;

/** The secrets that the vault seals. A sealed text is bound to its purpose, so a word here is never renamed. */
export type VaultPurpose =
  | "ingest-key"
  | "ingest-key-callout"
  | "inbound-secret"
  | "puck-secret"
  | "idempotent-answer"
  | "message"
  | "sign-in-code"
  | "companion-tokens"
  | "contact-secret"
  | "contact-code"
  | "feed-url"
  | "form-note"
  | "passkey-challenge";

/** The acts in the security log, a line each. */
export type SecurityAct =
  | "signed_in"
  | "signed_out"
  | "sign_in_failed"
  | "proved"
  | "proof_failed"
  | "sessions_ended"
  | "right_refused"
  | "limit_hit"
  | "secret_created"
  | "secret_revealed"
  | "secret_rotated"
  | "secret_revoked"
  | "rights_changed"
  | "passkeys_changed"
  | "home_deleted"
  | "account_deleted"
  | "token_unknown"
  | "signature_refused";

/** The only words about a failed poll: they reveal nothing of a response, an address or an error's own text. */
export const FEED_FAILURES = [
  "url_lost",
  "refused",
  "unreachable",
  "timeout",
  "tls",
  "redirect",
  "status_4xx",
  "status_5xx",
  "too_large",
  "not_json",
  "no_readings",
] as const;
export type FeedFailure = (typeof FEED_FAILURES)[number];

/** Stored titles of alerts without a device of their own; people read them in their language. */
export const HOME_TITLES = {
  heating: "Heating",
  outdoors: "Outdoors",
  connection: "Power or internet",
} as const;

/** The names of the rules that a vacation adds, by the kind of sensor that shows somebody's presence. */
export const PRESENCE_RULES = {
  door: "Opened while you are away",
  motion: "Motion while you are away",
} as const;

/** A home's own reports, by period. */
export type ReportKind = "weekly" | "monthly" | "quarterly";

/** Why a message isn't sent on a channel. Email replaces it if that helps. */
export const BLOCKS = [
  "country",
  "not_in_plan",
  "month_used_up",
  "all_used_up",
  "newcomers_used_up",
  "trial_used_up",
  "number_used_up",
  "number_gone",
  "call_country",
  "call_not_in_plan",
  "call_month_used_up",
  "call_day_used_up",
  "call_all_used_up",
  "call_newcomers_used_up",
  "call_number_gone",
  "push_not_in_plan",
  "used_up",
] as const;
export type Block = (typeof BLOCKS)[number];

/** The changes of a person's sign-in methods that they get a mail about. */
export type WayIn = "passkey_added" | "passkey_removed";
