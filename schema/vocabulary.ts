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

/** Kinds whose readings are states (1 = open, wet, detected), also where a device sends them as numbers. */
export const STATE_KINDS = ["door", "flood", "motion"] as const satisfies readonly SensorKind[];
export type StateKind = (typeof STATE_KINDS)[number];

export const DEVICE_TYPES = ["push", "pull"] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

export const DEVICE_STATUSES = ["ok", "late", "offline", "disabled", "new"] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** How flat temperature keys of a device without any mark of a unit are read. */
export const FLAT_TEMPERATURE_UNITS = ["F", "C"] as const;
export type FlatTemperatureUnit = (typeof FLAT_TEMPERATURE_UNITS)[number];

export const TEMPERATURE_UNITS = ["°F", "°C", "K"] as const;
export type TemperatureUnit = (typeof TEMPERATURE_UNITS)[number];

export const PLANS = ["free", "pro"] as const;
export type Plan = (typeof PLANS)[number];

export const ROLES = ["owner", "manager", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

export const SHARE_SCOPES = ["live", "history", "metrics"] as const;
export type ShareScope = (typeof SHARE_SCOPES)[number];

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
} as const;
export type SecretType = (typeof SECRET_TYPES)[keyof typeof SECRET_TYPES];

/** The prefix of an id, by what it names. */
export const ID_PREFIXES = {
  household: "hh",
  device: "dev",
  sensor: "sen",
  shareLink: "shr",
} as const;
export type IdPrefix = (typeof ID_PREFIXES)[keyof typeof ID_PREFIXES];
