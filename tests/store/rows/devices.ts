import * as z from "zod";
import { findHomeNow } from "../../../lib/alerts/quiet/quiet.queries.ts";
import { findWatchedSensor } from "../../../lib/alerts/settings/settings.queries.ts";
import {
  findDevice,
  findDeviceOfSensor,
  listDevicePage,
  noteBatteries,
} from "../../../lib/devices/devices.queries.ts";
import { chooseSensors } from "../../../lib/devices/sensors.queries.ts";
import { findCard } from "../../../lib/emergency/card.queries.ts";
import { claimDueFeeds, countDueFeeds } from "../../../lib/feeds/feeds.queries.ts";
import { loadPullSetup } from "../../../lib/feeds/setup/pull-setup.queries.ts";
import { findBay, listBays } from "../../../lib/pucks/bays.queries.ts";
import { findHomeNumbers, findSharedNumbers } from "../../../lib/readings/metrics/home-metrics.queries.ts";
import {
  findCityDay,
  listCitiesDue,
  listColdest,
} from "../../../lib/reports/city/city-aggregates.queries.ts";
import { findHomePage, findOwnPage } from "../../../lib/sharing/home-page/home-page.queries.ts";
import { findInboundHome } from "../../../lib/sharing/inbound/inbound-tokens.queries.ts";
import { findSharedHome } from "../../../lib/sharing/share-links.queries.ts";
import {
  findCardHomeId,
  findFamilyPage,
  findSharedCalendar,
  findSharedPage,
} from "../../../lib/sharing/shared-page.queries.ts";
import * as words from "../../../schema/vocabulary.ts";
import { CardContent, CardPhoto } from "../../../schema/wire/account/emergency.ts";
import { HOME_FACTS, SESSION } from "./account.ts";
import { held, type RowCase } from "./held.ts";
import {
  ALERT,
  CITY_DAY,
  DEVICE,
  HOME_NOW,
  HOME_PAGE,
  LISTED_DEVICE,
  orNull,
  overrides,
  PAGE_HOME,
  PLACED_SENSOR,
  POLLS,
  some,
  text,
} from "./shapes.ts";
import { DAYS, NOW } from "./world.ts";

const NUMBERS = z.strictObject({
  devices: some(DEVICE),
  activeAlerts: z.strictObject({ freeze: z.int(), leak: z.int() }),
  criticalAlerts: z.record(z.string(), z.int()),
  freezing: z.array(z.strictObject({ deviceId: text, sensorId: text, hours: z.number(), at: z.number() })),
  snoozedUntil: orNull(z.number()),
  vacation: orNull(z.strictObject({ until: orNull(z.number()) })),
});

const CARD = z.strictObject({
  stored: orNull(z.strictObject({ card: CardContent, isShared: z.boolean(), version: z.int() })),
  photos: z.array(CardPhoto),
});

const LAST_DAY = z.strictObject({
  quarters: z.record(text, z.array(z.tuple([z.int(), z.number(), z.number(), z.number()]))),
  moments: z.record(
    text,
    z.strictObject({
      changedAt: orNull(z.number()),
      hourBefore: orNull(z.strictObject({ value: z.number(), at: z.number() })),
    }),
  ),
});

const BAY = z.strictObject({
  override: orNull(z.strictObject({ mood: z.enum(words.MOODS), until: orNull(z.date()) })),
  updatedAt: z.date(),
  vacation: z.strictObject({ since: orNull(z.date()), until: orNull(z.date()) }),
  facts: z.strictObject({
    sensors: some(
      z.strictObject({
        key: text,
        label: text,
        kind: z.enum(words.SENSOR_KINDS),
        unit: orNull(text),
        isState: z.boolean(),
        trueMeans: orNull(z.enum(words.CONTACT_MEANINGS)),
        value: orNull(z.number()),
        recordedAt: orNull(z.date()),
        isFaulty: z.boolean(),
        device: text,
        deviceType: z.enum(words.DEVICE_TYPES),
        lastSeenAt: orNull(z.date()),
        recentGaps: z.array(z.number()),
      }),
    ),
    activeAlerts: some(
      z.strictObject({ kind: z.enum(words.ALERT_KINDS), severity: z.enum(words.SEVERITIES), title: text }),
    ),
    timeZone: text,
    temperatureUnit: z.enum(words.HOUSEHOLD_UNITS),
  }),
  bayId: text,
  name: text,
  space: orNull(text),
  sensorIds: orNull(z.array(text)),
  createdAt: z.date(),
});

export const DEVICE_ROWS: RowCase[] = [
  held(
    "listDevicePage",
    async ({ db, home }) => {
      const placed = await listDevicePage(db, { householdId: home, after: null, limit: 1 });
      return placed.map(({ device }) => device);
    },
    some(LISTED_DEVICE),
  ),
  held("findDevice", ({ db, home, device }) => findDevice(db, home, device.id), LISTED_DEVICE),
  held(
    "findDeviceOfSensor",
    ({ db, home, sensor }) => findDeviceOfSensor(db, home, sensor.id),
    LISTED_DEVICE,
  ),
  held(
    "chooseSensors",
    ({ db, home }) => chooseSensors(db, { householdId: home, sensorIds: [], deviceId: null, key: null }),
    some(z.strictObject({ ...PLACED_SENSOR, deviceId: text, deviceName: text, space: text })),
  ),
  held(
    "findWatchedSensor",
    ({ db, home, sensor }) => findWatchedSensor(db, home, sensor.id),
    z.strictObject({
      id: text,
      deviceId: text,
      deviceNumber: z.int(),
      position: z.int(),
      label: text,
      kind: z.enum(words.SENSOR_KINDS),
      unit: orNull(text),
      isState: z.boolean(),
      trueMeans: orNull(z.enum(words.CONTACT_MEANINGS)),
      layers: z.strictObject({
        household: overrides,
        device: overrides,
        sensor: overrides,
        placement: overrides,
      }),
    }),
  ),
  held("findHomePage", ({ db, home }) => findHomePage(db, home, NOW), HOME_PAGE),
  held(
    "findSharedPage",
    ({ db, tokens }) => findSharedPage(db, tokens.share, NOW),
    z.strictObject({ ...PAGE_HOME, scope: z.enum(words.SHARE_SCOPES) }),
  ),
  held("findCard", ({ db, home }) => findCard(db, home), CARD),
  held(
    "findFamilyPage",
    ({ db, tokens }) => findFamilyPage(db, tokens.share, NOW),
    z.strictObject({
      home: z.strictObject({ ...PAGE_HOME, scope: z.enum(words.SHARE_SCOPES) }),
      lastDay: LAST_DAY,
      card: orNull(CARD),
    }),
  ),
  held(
    "findOwnPage",
    ({ db, tokens }) => findOwnPage(db, tokens.session, NOW),
    z.strictObject({
      session: z.strictObject(SESSION),
      facts: HOME_FACTS,
      home: HOME_PAGE,
      lastDay: LAST_DAY,
    }),
  ),
  held("findCardHomeId", ({ db, tokens }) => findCardHomeId(db, tokens.share, NOW), text),
  held(
    "findSharedCalendar",
    ({ db, tokens }) => findSharedCalendar(db, tokens.share, NOW),
    z.strictObject({
      home: z.strictObject({ ...PAGE_HOME, scope: z.enum(words.SHARE_SCOPES) }),
      episodes: some(ALERT),
    }),
  ),
  held(
    "findSharedHome",
    ({ db, tokens }) => findSharedHome(db, tokens.share, NOW),
    z.strictObject({
      name: text,
      scope: z.enum(words.SHARE_SCOPES),
      sensors: some(
        z.strictObject({
          ...PLACED_SENSOR,
          trueMeans: orNull(z.enum(words.CONTACT_MEANINGS)),
          device: text,
          space: text,
          value: orNull(z.number()),
          recordedAt: orNull(z.date()),
        }),
      ),
      hidden: z.array(
        z.strictObject({
          key: text,
          kind: z.enum(words.SENSOR_KINDS),
          deviceNumber: z.int(),
          position: z.int(),
        }),
      ),
    }),
  ),
  held("findHomeNumbers", ({ db, home }) => findHomeNumbers(db, home), NUMBERS),
  held("findSharedNumbers", ({ db, tokens }) => findSharedNumbers(db, tokens.metrics, NOW), NUMBERS),
  held("findHomeNow", ({ db, home }) => findHomeNow(db, home), HOME_NOW),
  held(
    "findInboundHome",
    ({ db, tokens }) => findInboundHome(db, tokens.button),
    z.strictObject({
      tokenId: text,
      sealedSigningSecret: orNull(text),
      requiresTimestamp: z.boolean(),
      householdId: text,
      plan: z.enum(words.PLANS),
      trialEndsAt: orNull(z.date()),
      home: HOME_NOW,
    }),
  ),
  held("listBays", ({ db, home }) => listBays(db, home), some(BAY)),
  held("findBay", ({ db, home }) => findBay(db, home, "bay-1"), BAY),
  held(
    "loadPullSetup",
    ({ db, home }) => loadPullSetup(db, home),
    z.strictObject({
      probes: some(z.strictObject({ id: text, feedId: text, key: text, label: text, visible: z.boolean() })),
      deviceCount: z.int(),
      fingerprint: text,
      feeds: some(
        z.strictObject({
          id: text,
          name: text,
          url: text,
          sealedUrl: orNull(text),
          enabled: z.boolean(),
          jsonRoot: orNull(text),
          deviceId: text,
          polls: POLLS,
        }),
      ),
    }),
  ),
  held(
    "countDueFeeds",
    ({ db }) => countDueFeeds(db, NOW),
    z.strictObject({ quick: z.int(), slow: z.int() }),
  ),
  held(
    "claimDueFeeds",
    ({ db }) => claimDueFeeds(db, { now: NOW, leaseMs: 1_000, quick: 9, slow: 9, slowFirst: true }),
    some(
      z.strictObject({
        householdId: text,
        id: text,
        deviceId: text,
        url: text,
        sealedUrl: orNull(text),
        jsonRoot: orNull(text),
        etag: orNull(text),
        failuresInRow: z.int(),
        isSlow: z.boolean(),
        leaseUntil: z.date(),
      }),
    ),
  ),
  held(
    "noteBatteries",
    ({ db }) =>
      noteBatteries(db, { after: 0, limit: 9, days: { from: DAYS[0], to: "2026-11-20" }, keptFrom: DAYS[0] }),
    z.strictObject({ last: z.int(), batteries: z.int() }),
  ),
  held("listCitiesDue", ({ db }) => listCitiesDue(db, "2026-11-18", ""), some(text)),
  held(
    "listColdest",
    ({ db }) => listColdest(db, "utica", DAYS[0]),
    some(
      z.strictObject({
        label: text,
        kind: z.enum(words.SENSOR_KINDS),
        unit: orNull(text),
        value: orNull(z.number()),
        placement: orNull(z.enum(words.PLACEMENTS)),
        placementGuess: z.null(),
        low: z.number(),
        device: z.strictObject({ name: text, space: text }),
      }),
    ),
  ),
  held(
    "findCityDay",
    ({ db, home }) => findCityDay(db, home),
    z.strictObject({
      takesPart: z.boolean(),
      unit: z.enum(words.HOUSEHOLD_UNITS),
      newest: CITY_DAY,
    }),
  ),
];
