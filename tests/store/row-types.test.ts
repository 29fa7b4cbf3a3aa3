import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { ingestApp } from "../../functions/ingest/app.ts";
import type {
  ActivityItem,
  HouseholdItem,
  MemberItem,
  SessionItem,
  ShareLinkItem,
} from "../../lib/domain/account/items.ts";
import type { AlertRecord } from "../../lib/domain/alerts/shown-alert.ts";
import type { ListedDevice } from "../../lib/domain/devices/home-device.ts";
import type { DeliveryRecord } from "../../lib/domain/outgoing/delivery/shown-delivery.ts";
import type { HomeNow } from "../../lib/domain/quiet/home-status.ts";
import type { ReadingSensor } from "../../lib/domain/readings/api-reading.ts";
import type { StatusIncident } from "../../lib/domain/status/incident.ts";
import { listActivity } from "../../lib/store/account/activity-list.ts";
import { findHousehold } from "../../lib/store/account/households.ts";
import { listMembers } from "../../lib/store/account/members.ts";
import { listSessions } from "../../lib/store/account/sessions.ts";
import { listShareLinks } from "../../lib/store/account/share-links.ts";
import { findAlertWithState } from "../../lib/store/alerts/acknowledge.ts";
import { listAlertPage } from "../../lib/store/alerts/list-alerts.ts";
import { findWatchedSensor, type WatchedSensor } from "../../lib/store/alerts/watched-sensor.ts";
import type { Db } from "../../lib/store/db.ts";
import { listDevicePage } from "../../lib/store/devices.ts";
import { findHomeFacts, listReportHomes, type ReportHome } from "../../lib/store/digest-facts.ts";
import { findInboundHome, type InboundHome } from "../../lib/store/inbound.ts";
import { type JobRun, listRuns } from "../../lib/store/job-run-list.ts";
import { claimRun } from "../../lib/store/job-runs.ts";
import { listDeliveryPage } from "../../lib/store/outgoing/deliveries.ts";
import { enqueueMessages } from "../../lib/store/outgoing/enqueue.ts";
import { type LetterHome, listLetterHomes } from "../../lib/store/outgoing/letters.ts";
import { findTestAudience, type TestAudience } from "../../lib/store/outgoing/test-message.ts";
import { chooseSensors } from "../../lib/store/sensors.ts";
import { listStatusIncidents, openStatusIncident } from "../../lib/store/status-incidents.ts";
import * as words from "../../schema/vocabulary.ts";
import {
  addAlert,
  addDevice,
  addHome,
  addInboundToken,
  addMember,
  addShareLink,
  signIn,
} from "../support/cast.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { testClock, testPorts } from "../support/ports.ts";

const NOW = new Date("2026-11-20T10:00:00Z");

type World = {
  db: Db;
  home: string;
  device: string;
  sensor: string;
  user: string;
  alert: string;
  token: string;
};

const text = z.string();
const orNull = <T extends z.ZodType>(type: T) => type.nullable();
const iso = z.iso.datetime();
const overrides = z.record(text, z.record(text, z.unknown()));
const maker = orNull(z.strictObject({ user_id: text, email: text, is_member: z.boolean() }));

const SENSOR = {
  sensorId: text,
  key: text,
  label: text,
  kind: z.enum(words.SENSOR_KINDS),
  unit: orNull(text),
  isState: z.boolean(),
  deviceNumber: z.int(),
  position: z.int(),
};
const ALERT = z.strictObject({
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

/** A statement, and the shape that its TypeScript type promises. Each is to answer one row at least. */
type Case = { of: string; ask: (world: World) => Promise<unknown>; shape: z.ZodType };

const CASES: Case[] = [
  {
    of: "a household",
    ask: ({ db, home }) => findHousehold(db, home),
    shape: z.strictObject({
      id: text,
      name: text,
      chosen_plan: z.enum(words.PLANS),
      trial_ends_at: orNull(iso),
      time_zone: text,
      temperature_unit: z.enum(words.HOUSEHOLD_UNITS),
      latitude: orNull(z.number()),
      longitude: orNull(z.number()),
      city: orNull(text),
      share_city_aggregates: z.boolean(),
      created_at: iso,
    }) satisfies z.ZodType<HouseholdItem>,
  },
  {
    of: "members",
    ask: ({ db, home }) => listMembers(db, home),
    shape: z
      .array(z.strictObject({ user_id: text, email: text, role: z.enum(words.ROLES), joined_at: iso }))
      .min(1) satisfies z.ZodType<MemberItem[]>,
  },
  {
    of: "sessions",
    ask: ({ db, user }) => listSessions(db, user, NOW),
    shape: z
      .array(
        z.strictObject({
          id: text,
          kind: z.enum(words.SESSION_KINDS),
          household_id: text,
          user_agent: text,
          created_at: iso,
          last_used_at: iso,
          expires_at: iso,
        }),
      )
      .min(1) satisfies z.ZodType<SessionItem[]>,
  },
  {
    of: "share links",
    ask: ({ db, home }) => listShareLinks(db, home, NOW),
    shape: z
      .array(
        z.strictObject({
          id: text,
          name: text,
          scope: z.enum(words.SHARE_SCOPES),
          hint: text,
          expires_at: orNull(iso),
          created_at: iso,
          created_by: maker,
          suspended_because: orNull(z.enum(words.SHARE_SUSPENSIONS)),
        }),
      )
      .min(1) satisfies z.ZodType<ShareLinkItem[]>,
  },
  {
    of: "activity",
    ask: ({ db, home }) => listActivity(db, { householdId: home, before: null, limit: 9 }),
    shape: z
      .array(
        z.strictObject({
          id: text,
          at: iso,
          actor: z.strictObject({ type: z.enum(words.ACTOR_TYPES), id: orNull(text), name: orNull(text) }),
          action: text,
          subject: orNull(text),
          details: z.record(text, z.unknown()),
          ip: orNull(text),
        }),
      )
      .min(1) satisfies z.ZodType<ActivityItem[]>,
  },
  {
    of: "alerts",
    ask: async ({ db, home }) => {
      const page = {
        householdId: home,
        state: "all",
        kind: null,
        from: null,
        to: null,
        after: null,
        limit: 9,
      } as const;
      return (await listAlertPage(db, page)).map(({ alert }) => alert);
    },
    shape: z.array(ALERT).min(1),
  },
  {
    of: "an alert and its state",
    ask: ({ db, home, alert }) => findAlertWithState(db, home, alert),
    shape: z.strictObject({ alert: ALERT, version: z.int(), state: z.object({}).loose() }),
  },
  {
    of: "a sensor that is watched",
    ask: ({ db, home, sensor }) => findWatchedSensor(db, home, sensor),
    shape: z.strictObject({
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
    }) satisfies z.ZodType<Omit<WatchedSensor, "layers">>,
  },
  {
    of: "devices",
    ask: async ({ db, home }) =>
      (await listDevicePage(db, { householdId: home, after: null, limit: 9 })).map(({ device }) => device),
    shape: z
      .array(
        z
          .object({
            id: text,
            name: text,
            space: text,
            type: z.enum(words.DEVICE_TYPES),
            enabled: z.boolean(),
            contactTrueMeans: orNull(z.enum(words.CONTACT_MEANINGS)),
            batteryPct: orNull(z.number()),
            rssi: orNull(z.number()),
            lastSeenAt: orNull(z.date()),
            usualIntervalMs: orNull(z.number()),
            createdAt: z.date(),
            batteryDays: z.array(z.strictObject({ day: z.int(), pct: z.number() })),
            feed: z.null(),
          })
          .loose(),
      )
      .min(1) satisfies z.ZodType<Omit<ListedDevice, "sensors">[]>,
  },
  {
    of: "sensors whose readings are asked for",
    ask: ({ db, home }) => chooseSensors(db, { householdId: home, sensorIds: [], deviceId: null, key: null }),
    shape: z
      .array(z.strictObject({ ...SENSOR, deviceId: text, deviceName: text, space: text }))
      .min(1) satisfies z.ZodType<ReadingSensor[]>,
  },
  {
    of: "homes that get a report",
    ask: ({ db }) => listReportHomes(db, { afterId: "", heardSince: new Date(0), limit: 9 }),
    shape: z
      .array(
        z.strictObject({
          id: text,
          name: text,
          timeZone: text,
          temperatureUnit: z.enum(words.HOUSEHOLD_UNITS),
          settings: overrides,
          place: orNull(z.strictObject({ latitude: z.number(), longitude: z.number() })),
          members: z
            .array(z.strictObject({ userId: text, email: text, choices: z.object({}).loose() }))
            .min(1),
        }),
      )
      .min(1) satisfies z.ZodType<Omit<ReportHome, "settings" | "members">[]>,
  },
  {
    of: "what a report is about",
    ask: ({ db, home }) => findHomeFacts(db, home, { fromMs: 0, toMs: 4e12 }),
    shape: z.strictObject({
      sensors: z
        .array(
          z
            .object({ id: text, label: text, value: orNull(z.number()), number: z.int(), position: z.int() })
            .loose(),
        )
        .min(1),
      cityDays: z.array(z.object({}).loose()),
      batteries: z.array(z.object({ device: text, pct: z.number(), days: z.array(z.unknown()) })),
      alerts: z
        .array(
          z.strictObject({
            kind: z.enum(words.ALERT_KINDS),
            title: text,
            device: orNull(text),
            openedAtMs: z.number(),
            closedAtMs: orNull(z.number()),
          }),
        )
        .min(1),
    }),
  },
  {
    of: "homes that may get a letter",
    ask: ({ db }) => listLetterHomes(db, "", new Date()),
    shape: z
      .array(
        z.strictObject({
          id: text,
          name: text,
          facts: z.strictObject({
            plan: z.enum(words.PLANS),
            trialEndsAtMs: orNull(z.number()),
            createdAtMs: z.number(),
            firstDeviceAtMs: orNull(z.number()),
            firstReadingAtMs: orNull(z.number()),
          }),
          owners: z.array(z.strictObject({ userId: text, email: text })).min(1),
        }),
      )
      .min(1) satisfies z.ZodType<LetterHome[]>,
  },
  {
    of: "whom a test message goes to",
    ask: ({ db, home }) => findTestAudience(db, { householdId: home, userId: null }, NOW),
    shape: z.strictObject({
      homeName: text,
      plan: z.enum(words.PLANS),
      trialEndsAt: orNull(z.number()),
      contacts: z
        .array(
          z.strictObject({
            channel: z.enum(words.CHANNELS),
            address: text,
            isVerified: z.boolean(),
            isGone: z.boolean(),
            id: orNull(text),
            sealedSecret: orNull(text),
          }),
        )
        .min(1),
      sent: z.record(text, z.int()),
    }) satisfies z.ZodType<TestAudience>,
  },
  {
    of: "deliveries",
    ask: async ({ db, home }) =>
      (await listDeliveryPage(db, { householdId: home, state: null, after: null, limit: 9 })).map(
        ({ delivery }) => delivery,
      ),
    shape: z
      .array(
        z.strictObject({
          id: text,
          kind: text,
          channel: z.enum(words.CHANNELS),
          recipient: text,
          state: z.enum(words.OUTBOX_STATES),
          attempts: z.int(),
          lastError: orNull(text),
          createdAt: iso,
          settledAt: orNull(iso),
          nextAttemptAt: iso,
        }),
      )
      .min(1) satisfies z.ZodType<DeliveryRecord[]>,
  },
  {
    of: "a button's home",
    ask: ({ db, token }) => findInboundHome(db, token),
    shape: z.strictObject({
      tokenId: text,
      sealedSigningSecret: orNull(text),
      requiresTimestamp: z.boolean(),
      householdId: text,
      plan: z.enum(words.PLANS),
      trialEndsAt: orNull(z.date()),
      home: z.strictObject({
        quiet: z.strictObject({
          snoozedUntil: orNull(z.date()),
          vacationSince: orNull(z.date()),
          vacationUntil: orNull(z.date()),
        }),
        alerts: z
          .array(
            z.strictObject({
              id: text,
              kind: z.enum(words.ALERT_KINDS),
              severity: z.enum(words.SEVERITIES),
              title: text,
              openedAt: z.date(),
              acknowledged: z.boolean(),
            }),
          )
          .min(1),
        devices: z.array(z.strictObject({ enabled: z.boolean(), lastSeenAt: orNull(z.date()) })).min(1),
      }) satisfies z.ZodType<HomeNow>,
    }) satisfies z.ZodType<InboundHome>,
  },
  {
    of: "runs of jobs",
    ask: async ({ db }) => (await listRuns(db, { before: null, limit: 9 })).map(({ run }) => run),
    shape: z
      .array(
        z.strictObject({
          job: text,
          tick: iso,
          state: z.enum(["running", "ok", "failed"]),
          started_at: iso,
          finished_at: orNull(iso),
          lease_until: iso,
          attempts: z.int(),
          counts: z.record(text, z.number()),
          error: orNull(text),
        }),
      )
      .min(1) satisfies z.ZodType<JobRun[]>,
  },
  {
    of: "incidents of the service",
    ask: ({ db }) => listStatusIncidents(db),
    shape: z
      .array(
        z.strictObject({
          id: text,
          subject: orNull(text),
          title: text,
          impact: z.enum(words.STATUS_IMPACTS),
          components: z.array(z.enum(words.STATUS_COMPONENTS)),
          openedAt: z.date(),
          closedAt: orNull(z.date()),
          news: z.array(z.strictObject({ kind: z.enum(words.STATUS_NEWS_KINDS), text, at: z.date() })).min(1),
        }),
      )
      .min(1) satisfies z.ZodType<StatusIncident[]>,
  },
];

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await openTestDatabase();
  const ports = testPorts(database, testClock(NOW));
  const { db } = ports;
  const home = await addHome(database);
  const { userId: user } = await addMember(database, home);
  await signIn(database, { userId: user, email: "", householdId: home }, NOW);
  const { id: device, ingestKey } = await addDevice(database, home);
  const posted = await ingestApp(ports).request(`/api/ingest/${ingestKey}`, {
    method: "POST",
    body: JSON.stringify({ temp1: 60, flood1: true, battery: 80 }),
  });
  expect(posted.status).toBe(200);
  await addShareLink(database, home);
  const { token } = await addInboundToken(database, home);
  const [{ id: sensor = "" } = {}] = await database.query<{ id: string }>(
    "select id from sensors where key = 'temp1'",
  );
  const { id: alert } = await addAlert(database, home, { deviceId: device, sensorId: sensor });
  await database.query(
    "insert into activity (household_id, at, actor_type, actor_id, action) values ($1, $2, 'user', $3, 'signed_in')",
    [home, NOW, user],
  );
  await enqueueMessages(
    db,
    [
      {
        id: "msg_1",
        householdId: home,
        channel: "email",
        recipient: "ada@example.com",
        dedupeKey: "1",
        kind: "test",
        sealedContent: "sealed",
      },
    ],
    NOW,
  );
  await claimRun(db, { job: "maintenance", tick: NOW, now: NOW, again: false, beside: false });
  await openStatusIncident(
    db,
    { id: "sti_1", subject: null, title: "Mail is late", impact: "degraded", components: ["email"] },
    { id: "stn_1", text: "We look into it.", at: NOW },
  );
  world = { db, home, device, sensor, user, alert, token };
});
afterAll(() => database.close());

test.each(CASES)(
  "what the store answers of $of has the shape of its TypeScript type",
  async ({ ask, shape }) => {
    shape.parse(await ask(world));
  },
);
