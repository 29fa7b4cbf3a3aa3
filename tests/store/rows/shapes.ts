import * as z from "zod";
import type { Finding } from "../../../lib/alerts/finding.ts";
import type { Overrides } from "../../../lib/alerts/settings.ts";
import type { AlertRecord } from "../../../lib/alerts/shown-alert.ts";
import type { HomeDevice } from "../../../lib/devices/device.ts";
import type { Contact } from "../../../lib/messages/audience/due-finding.ts";
import type { NotificationPreferences } from "../../../lib/messages/audience/preferences.ts";
import type { CityDay } from "../../../lib/reports/city/city.ts";
import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type { StatusIncident } from "../../../lib/status/status-incident.ts";
import * as words from "../../../schema/vocabulary.ts";

export const text = z.string();
export const orNull = <T extends z.ZodType>(type: T) => type.nullable();
export const iso = z.iso.datetime();
export const some = <T extends z.ZodType>(type: T) => z.array(type).min(1);

/** Settings are read by their own reader: here they only have to be documents of a setting's form. */
const settingsForm = z.record(text, z.record(text, z.unknown()));
export const overrides = z.custom<Overrides>((value) => settingsForm.safeParse(value).success);
export const finding = z.custom<Finding>(
  (value) =>
    z
      .object({
        transition: text,
        kind: z.enum(words.ALERT_KINDS),
        severity: z.enum(words.SEVERITIES),
        at: z.int(),
      })
      .safeParse(value).success,
);
export const choices = z.custom<Partial<NotificationPreferences>>(
  (value) => z.record(text, z.unknown()).safeParse(value).success,
);

export const MAKER = orNull(z.strictObject({ user_id: text, email: text, is_member: z.boolean() }));

export const ALERT = z.strictObject({
  id: text,
  kind: z.enum(words.ALERT_KINDS),
  subject: text,
  episode: z.int(),
  severity: z.enum(words.SEVERITIES),
  title: text,
  deviceId: orNull(text),
  sensorId: orNull(text),
  openedAt: z.date(),
  closedAt: orNull(z.date()),
  closeReason: orNull(text),
  acknowledgedAt: orNull(z.date()),
  acknowledgedBy: orNull(text),
  incidentId: orNull(text),
}) satisfies z.ZodType<AlertRecord>;

export const GUESS = z.strictObject({
  placement: z.enum(words.PLACEMENTS),
  reason: text,
  isApplied: z.boolean(),
});
export const BATTERY_DAY = z.strictObject({ day: z.int(), pct: z.number() });

/** What every list of sensors says of one. */
export const SENSOR = {
  label: text,
  kind: z.enum(words.SENSOR_KINDS),
  unit: orNull(text),
  isState: z.boolean(),
};
export const PLACED_SENSOR = {
  unitAssumed: z.boolean(),
  ...SENSOR,
  key: text,
  sensorId: text,
  deviceNumber: z.int(),
  position: z.int(),
};

const SHOWN_SENSOR = {
  ...SENSOR,
  id: text,
  key: text,
  trueMeans: orNull(z.enum(words.CONTACT_MEANINGS)),
  unitSource: orNull(z.enum(words.UNIT_SOURCES)),
  value: orNull(z.number()),
  recordedAt: orNull(z.date()),
  visible: z.boolean(),
  faultyAt: orNull(z.date()),
  fault: orNull(z.enum(words.SENSOR_FAULTS)),
  placement: orNull(z.enum(words.PLACEMENTS)),
  placementGuess: orNull(GUESS),
};
const SHOWN_DEVICE = {
  id: text,
  name: text,
  space: text,
  type: z.enum(words.DEVICE_TYPES),
  enabled: z.boolean(),
  batteryPct: orNull(z.number()),
  rssi: orNull(z.number()),
  lastSeenAt: orNull(z.date()),
  usualIntervalMs: orNull(z.number()),
  clockOffsetSeconds: orNull(z.int()),
};

const HOME_DEVICE = {
  ...SHOWN_DEVICE,
  contactTrueMeans: orNull(z.enum(words.CONTACT_MEANINGS)),
  flatTemperatureUnit: z.enum(words.FLAT_TEMPERATURE_UNITS),
  createdAt: z.date(),
  sensors: z.array(
    z.strictObject({
      ...SHOWN_SENSOR,
      faultySince: orNull(z.date()),
    }),
  ),
};
export const DEVICE = z.strictObject(HOME_DEVICE) satisfies z.ZodType<HomeDevice>;

const FEED_POLLS = {
  last_failure: orNull(z.enum(words.FEED_FAILURES)),
  failing_since: orNull(text),
  last_ok_at: orNull(text),
  next_poll_at: orNull(text),
};
export const POLLS = z.strictObject(FEED_POLLS);
export const LISTED_DEVICE = z.strictObject({
  ...HOME_DEVICE,
  batteryDays: z.array(BATTERY_DAY),
  feed: orNull(z.strictObject({ ...FEED_POLLS, id: text })),
});

const EVIDENCE = z.strictObject({
  value: z.number(),
  unit: orNull(text),
  sensorId: orNull(text),
  deviceId: orNull(text),
  at: z.number(),
  more: z.exactOptional(z.record(text, orNull(z.union([text, z.number()])))),
});
export const PAGE_HOME = {
  name: text,
  timeZone: text,
  temperatureUnit: z.enum(words.HOUSEHOLD_UNITS),
  alertSettings: overrides,
  snoozedUntil: orNull(z.date()),
  vacationSince: orNull(z.date()),
  vacationUntil: orNull(z.date()),
  rooms: z.array(z.strictObject({ name: text, icon: orNull(z.enum(words.ROOM_ICONS)) })),
  outdoor: orNull(z.strictObject({ from: text, celsius: z.array(z.number()) })),
  hasPlace: z.boolean(),
  devices: some(
    z.strictObject({
      ...SHOWN_DEVICE,
      number: z.int(),
      batteryDays: z.array(BATTERY_DAY),
      alertSettings: overrides,
      sensors: z.array(
        z.strictObject({
          ...SHOWN_SENSOR,
          position: z.int(),
          alertSettings: overrides,
          lastOnDay: orNull(z.date()),
          createdAt: z.date(),
        }),
      ),
    }),
  ),
  alerts: some(
    z.strictObject({
      id: text,
      kind: z.enum(words.ALERT_KINDS),
      severity: z.enum(words.SEVERITIES),
      title: text,
      deviceId: orNull(text),
      sensorId: orNull(text),
      openedAt: z.date(),
      acknowledgedAt: orNull(z.date()),
      acknowledger: orNull(text),
      isTakenOutside: z.boolean(),
      evidence: orNull(EVIDENCE),
    }),
  ),
};
export const HOME_PAGE = z.strictObject(PAGE_HOME) satisfies z.ZodType<PageHome>;

export const CITY_DAY = z.strictObject({
  city: text,
  day: z.iso.date(),
  homes: z.int(),
  freezeShare: z.number(),
  outageShare: z.number(),
  powerShare: z.number(),
  heatingShare: z.number(),
  lowestCelsius: orNull(z.number()),
}) satisfies z.ZodType<CityDay>;

export const CONTACT = z.strictObject({
  channel: z.enum(words.CHANNELS),
  address: text,
  isVerified: z.boolean(),
  isGone: z.boolean(),
  id: orNull(text),
  sealedSecret: orNull(text),
  afterMinutes: orNull(z.int()).optional(),
  language: orNull(z.enum(words.LANGUAGES)).optional(),
}) satisfies z.ZodType<Contact>;

export const STATUS_NEWS = z.strictObject({ kind: z.enum(words.STATUS_NEWS_KINDS), text, at: z.date() });
export const STATUS_INCIDENT = z.strictObject({
  id: text,
  title: text,
  impact: z.enum(words.STATUS_IMPACTS),
  components: z.array(z.enum(words.STATUS_COMPONENTS)),
  openedAt: z.date(),
  closedAt: orNull(z.date()),
  news: some(STATUS_NEWS),
}) satisfies z.ZodType<StatusIncident>;

export const HOME_NOW = z.strictObject({
  quiet: z.strictObject({
    snoozedUntil: orNull(z.date()),
    vacationSince: orNull(z.date()),
    vacationUntil: orNull(z.date()),
  }),
  alerts: some(
    z.strictObject({
      id: text,
      kind: z.enum(words.ALERT_KINDS),
      severity: z.enum(words.SEVERITIES),
      title: text,
      openedAt: z.date(),
      acknowledged: z.boolean(),
    }),
  ),
  devices: some(z.strictObject({ enabled: z.boolean(), lastSeenAt: orNull(z.date()) })),
});
