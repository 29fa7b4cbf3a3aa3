/** Every closed set of words, once. Column types, wire schemas and unions are all derived from these. */

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

/** The supported languages, by their BCP 47 tag; other readers get the first. */
export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Kinds whose readings are states (1 = open, wet, detected), also where a device sends them as numbers. */
export const STATE_KINDS = ["door", "flood", "motion"] as const satisfies readonly SensorKind[];

/** Places of a thermometer or hygrometer: they decide what is alarming there. */
export const PLACEMENTS = [
  "room",
  "bathroom",
  "kitchen",
  /** A crawl space, an attic, a garage, a shed. */
  "unheated",
  /** A place on or beside a pipe, or inside a wall. */
  "pipe",
  "freezer",
  "fridge",
  "outdoor",
  "greenhouse",
  /** A part of a machine, or a value that was worked out: the temperature of no place. */
  "machine",
] as const;
export type Placement = (typeof PLACEMENTS)[number];

/** What a room is drawn with. */
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

/** Why a sensor is not believed. */
export const SENSOR_FAULTS = ["unplugged", "stuck"] as const;
export type SensorFault = (typeof SENSOR_FAULTS)[number];

export const DEVICE_TYPES = ["push", "pull"] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

export const DEVICE_STATUSES = ["ok", "late", "offline", "disabled", "new"] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** How flat temperature keys of a device without any mark of a unit are read. */
export const FLAT_TEMPERATURE_UNITS = ["F", "C"] as const;

/**
 * The source of a sensor's unit: its payload names it; nobody has named it yet, and its home is asked; or its bare
 * numbers are in the unit that was decided, by the specification, a witness, the device's setting or its owner.
 */
export const UNIT_SOURCES = ["sender", "assumed", "siblings", "settled"] as const;
export type UnitSource = (typeof UNIT_SOURCES)[number];

/** The units that a bare temperature may be in. */
export const BARE_TEMPERATURE_UNITS = ["°F", "°C"] as const;
export type BareTemperatureUnit = (typeof BARE_TEMPERATURE_UNITS)[number];

/** What `true` means of a door's or window's contact: most firmware says "open", Zigbee2MQTT "closed". */
export const CONTACT_MEANINGS = ["open", "closed"] as const;
export type ContactMeaning = (typeof CONTACT_MEANINGS)[number];

export const TEMPERATURE_UNITS = ["°F", "°C", "K"] as const;
export type TemperatureUnit = (typeof TEMPERATURE_UNITS)[number];

/** The scale in which a home's people read temperatures. */
export const HOUSEHOLD_UNITS = ["F", "C"] as const;
export type HouseholdUnit = (typeof HOUSEHOLD_UNITS)[number];

/** `contact`: somebody without an account, by the link in a message. */
/** `operator`: somebody who runs the service, in a home that need not be theirs. */
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

/** A cookie's, or a companion's pair of tokens. */
export type SessionKind = "browser" | "companion";

export const SHARE_SCOPES = ["live", "history", "metrics"] as const;
export type ShareScope = (typeof SHARE_SCOPES)[number];

/** For how many days a share link may be made; null is for ever. */
export const SHARE_EXPIRY_DAYS = [1, 7, 30, 90] as const;

/** Why a home's plan does not cover a share link of its. */
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

/** The prefix of an id, by what it names. */
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

/** What the emergency card says where to find. */
export const CARD_PLACES = ["address", "shutoff", "breaker", "boiler"] as const;
export type CardPlace = (typeof CARD_PLACES)[number];

/** The emergencies that it has steps for. */
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
  /** A freezer or a fridge that is too warm. */
  "cold_storage",
  /** A sensor that cannot be believed. */
  "sensor_fault",
  "incident",
  "rule",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The answer to the question about the heating; `no`: nobody turned it down. */
export const HEATING_ANSWERS = ["turned_down", "door_open", "no"] as const;
export type HeatingAnswer = (typeof HEATING_ANSWERS)[number];

/** What happened to an alert. */
export const TRANSITIONS = [
  "opened",
  "worsened",
  "eased",
  "reminded",
  "closed",
  /** The sensor is unplugged or stuck: what it says ends nothing. */
  "distrusted",
  /** Opens and closes so often that one summary stands for all of it. */
  "flapping",
] as const;
export type Transition = (typeof TRANSITIONS)[number];

/** Ordered from mild to grave. */
export const SEVERITIES = ["warning", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a rule of the home's own asks of a value. */
export const COMPARISONS = ["above", "below", "equals"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Channels whose message is one HTTP call to an address of the person's own; every plan has them. */
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

/** Whose address a person types: mail goes to that of the account, and only an app knows its push token. */
export const ADDRESSED_CHANNELS = ["sms", "call", "webhook", ...CALLED_CHANNELS] as const satisfies Channel[];

/** A channel that is called is on or off. */
const CALLED_CHOICES = Object.fromEntries(
  CALLED_CHANNELS.map((channel) => [channel, [true, false]]),
) as unknown as Record<CalledChannel, readonly [true, false]>;

/**
 * What a person may choose of each channel; for text messages `critical` is what breaks through quiet hours.
 */
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

/** How somebody said that they take an alert on; the activity names it. */
export const ACK_PATHS = ["page", "link", "api", "text", "call", "ntfy", "telegram", "pushover"] as const;
export type AckPath = (typeof ACK_PATHS)[number];

/** What a provider reported about a message after accepting it; in this order, the later one wins. */
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
/** Who a step of an escalation is for, besides the id of a member or of a home's contact. */
export const ESCALATION_GROUPS = ["everybody", "others", "contacts"] as const;
export type EscalationGroup = (typeof ESCALATION_GROUPS)[number];

/** The languages that people without an account are written to in: all of them. */
export const CONTACT_LANGUAGES = LANGUAGES;
/** What somebody without an account is called for: every leak and critical alert, or leaks alone. */
export const CONTACT_SCOPES = ["urgent", "leaks"] as const;
export type ContactScope = (typeof CONTACT_SCOPES)[number];

/** How far such a person's yes has come. */
export type HomeContactState = "asked" | "ok" | "stopped";

/** Channels on which such a person can be asked and called. */
export const HOME_CONTACT_CHANNELS = ["email", "sms", ...CALLED_CHANNELS] as const satisfies Channel[];

/** What somebody who was called answers, by one press. All but `cannot` take the alert on. */
export const RESPONDER_ANSWERS = ["on_my_way", "there", "water_off", "cannot"] as const;
export type ResponderAnswer = (typeof RESPONDER_ANSWERS)[number];

/** What stands in an alert's timeline. */
export const TIMELINE_TYPES = [
  /** It began, got worse, was reminded of, eased or ended. */
  "decision",
  "message",
  /** A step of the escalation. */
  "step",
  "acknowledged",
  "handed_over",
  /** To the question about the heating. */
  "answer",
  /** The acknowledgement ran out. */
  "expired",
  /** Somebody outside the home answered. */
  "press",
] as const;
export type TimelineType = (typeof TIMELINE_TYPES)[number];

/** States of a contact point: a phone number counts only after the code sent to it was entered. */
export const CONTACT_STATES = ["unverified", "ok", "gone"] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** What costs money, reputation or computing, and is counted: messages of a channel, and acts. */
export const SPENDINGS = [
  ...CHANNELS,
  "sms_code",
  "call_code",
  "called_code",
  /** A mail to somebody who has never signed in from the asker's network. */
  "newcomer_mail",
  /** A mail that asks to confirm a subscription to the status. */
  "status_mail",
  "invitation",
  /** A mail with a link and a code, and a try of the code. */
  "sign_in",
  "sign_in_code",
  /** An ingest key shown again, and a puck's claim. */
  "reveal",
  "claim",
  "feed_try",
  "export",
  /** A key, token or share link. */
  "link",
  "notification_test",
] as const;
/** The spendings that the budget has lines for; the other channels cost nothing. */
export type Spending = Exclude<(typeof SPENDINGS)[number], Channel> | "sms" | "call";

/**
 * The subjects of limits: a home, an address, the caller, the caller's host and network, an address with one of these, a
 * class of callers, the whole installation.
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

/** What the service is made of, as its status names it. */
export const STATUS_COMPONENTS = ["ingest", "database", "polling", "alerts", "email", "sms", "push"] as const;
export type StatusComponent = (typeof STATUS_COMPONENTS)[number];

/** Ordered from good to bad. */
export const STATUS_LEVELS = ["ok", "degraded", "down"] as const;
export type StatusLevel = (typeof STATUS_LEVELS)[number];

/** Of a component: what is not set up is neither well nor ill. */
export type ComponentLevel = StatusLevel | "not_configured";

/** The incident of a clock that has gone silent. */
export const SILENT_CLOCK = "clock";

/** What an incident makes of the components that it touches. */
export const STATUS_IMPACTS = ["degraded", "down"] as const satisfies readonly StatusLevel[];
export type StatusImpact = (typeof STATUS_IMPACTS)[number];

/** The texts about an incident, in this order. */
export const STATUS_NEWS_KINDS = ["opened", "updated", "closed"] as const;
export type StatusNewsKind = (typeof STATUS_NEWS_KINDS)[number];

/** The outbox's kind of a mail to a subscriber. */
export const STATUS_NEWS_MAIL = "status_news";

export const MOODS = ["happy", "cozy", "chilly", "worried", "alarmed", "sleepy", "offline"] as const;
export type Mood = (typeof MOODS)[number];

export const MOOD_SOURCES = ["derived", "override"] as const;

/** What the vault holds; part of what a sealed text is bound to, so a word here is never renamed. */
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

/** What the security log tells of, a line each. */
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

/** All that is ever said of a failed poll: nothing of an answer, an address or an error's own text. */
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

/** What an alert about no device of its own is stored as; people read it in their own words. */
export const HOME_TITLES = {
  heating: "Heating",
  outdoors: "Outdoors",
  connection: "Power or internet",
} as const;

/** The names of the rules that a vacation adds, by the kind of sensor that says somebody is there. */
export const PRESENCE_RULES = {
  door: "Opened while you are away",
  motion: "Motion while you are away",
} as const;

/** A home's own reports, by the time that each is about. */
export type ReportKind = "weekly" | "monthly" | "quarterly";

/** Why a message is not sent on a channel, and comes as mail instead where that helps. */
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
  "used_up",
] as const;
export type Block = (typeof BLOCKS)[number];

/** What a person is mailed of about how their account is entered. */
export type WayIn = "passkey_added" | "passkey_removed";
