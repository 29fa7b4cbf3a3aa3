import * as z from "zod";
import { findCount, takeCharges } from "../../../lib/budget/charges.queries.ts";
import { findStanding } from "../../../lib/budget/standing.queries.ts";
import { claimDue } from "../../../lib/messages/claim.queries.ts";
import { listContactPoints } from "../../../lib/messages/contact-points.queries.ts";
import { listDeliveryPage } from "../../../lib/messages/deliveries.queries.ts";
import { listDueHomes } from "../../../lib/messages/due-homes.queries.ts";
import { newDedupeKeys } from "../../../lib/messages/enqueue.queries.ts";
import { listLetterHomes } from "../../../lib/messages/letters.queries.ts";
import { findNotifications } from "../../../lib/messages/preferences.queries.ts";
import { findTestAudience } from "../../../lib/messages/test-message.queries.ts";
import { findHomeFacts, listReportHomes } from "../../../lib/reports/digest-facts.queries.ts";
import * as words from "../../../schema/vocabulary.ts";
import { held, type RowCase } from "./held.ts";
import {
  BATTERY_DAY,
  CITY_DAY,
  CONTACT,
  choices,
  finding,
  GUESS,
  iso,
  LEARNED_FROST,
  orNull,
  overrides,
  SENSOR,
  some,
  text,
} from "./shapes.ts";
import { NOW } from "./world.ts";

const SENT = z.record(text, z.int());

const TOLD_BEFORE = z.strictObject({
  news: some(
    z.strictObject({
      transition: z.literal("opened"),
      severity: z.enum(words.SEVERITIES),
      toldAt: z.number(),
    }),
  ),
  recipients: some(z.strictObject({ channel: z.enum(words.CHANNELS), recipient: text })),
});

const STANDING = z.strictObject({
  plan: z.enum(words.PLANS),
  createdAt: z.number(),
  heardForMs: orNull(z.number()),
  network: orNull(text),
});

const COUNTED = {
  channel: z.enum(words.SPENDINGS),
  scope: z.enum(words.SENDING_SCOPES),
  subject: text,
  period: text,
};
const FULL = { channel: "link", scope: "home", subject: "hh", period: "2026-11-21", add: 1, max: 0 } as const;

export const OUTGOING_ROWS: RowCase[] = [
  held("findStanding", ({ db, home }) => findStanding(db, home), STANDING),
  held(
    "takeCharges",
    ({ db }) => takeCharges(db, [FULL]),
    z.strictObject({ ...COUNTED, add: z.int(), max: z.int() }),
  ),
  held(
    "listDueHomes",
    ({ db }) => listDueHomes(db, NOW),
    some(
      z.strictObject({
        household: z.strictObject({
          id: text,
          name: text,
          temperatureUnit: z.enum(words.HOUSEHOLD_UNITS),
          timeZone: text,
          plan: z.enum(words.PLANS),
          trialEndsAt: orNull(z.number()),
          standing: STANDING,
        }),
        people: some(
          z.strictObject({
            userId: text,
            role: z.enum(words.ROLES),
            contacts: some(CONTACT),
            memberSince: z.number(),
            preferences: choices,
          }),
        ),
        findings: some(
          z.strictObject({
            findingId: z.int(),
            alertId: text,
            finding,
            names: z.strictObject({ sensor: orNull(text), device: orNull(text), space: orNull(text) }),
            before: orNull(z.strictObject({ value: z.number(), at: z.number() })),
            neighbours: orNull(z.strictObject({ city: text, homes: z.int(), dark: z.int() })),
            lastDay: orNull(
              z.strictObject({ unit: orNull(text), hours: z.array(orNull(z.number())).length(24) }),
            ),
            toldBefore: orNull(TOLD_BEFORE),
            lastToldAt: orNull(z.number()),
          }),
        ),
        sent: SENT,
      }),
    ),
  ),
  held(
    "listDueHomes, of an episode that has ended",
    async ({ db }) =>
      (await listDueHomes(db, NOW))
        .flatMap(({ findings }) => findings)
        .flatMap(({ toldBefore }) => toldBefore ?? []),
    some(TOLD_BEFORE),
  ),
  held(
    "findTestAudience",
    ({ db, home }) => findTestAudience(db, { householdId: home, userId: null }, NOW),
    z.strictObject({
      homeName: text,
      plan: z.enum(words.PLANS),
      trialEndsAt: orNull(z.number()),
      standing: STANDING,
      contacts: some(CONTACT),
      sent: SENT,
    }),
  ),
  held(
    "findNotifications",
    ({ db, home, user }) => findNotifications(db, { householdId: home, userId: user }, NOW),
    z.strictObject({ preferences: choices, contacts: some(CONTACT), sent: SENT }),
  ),
  held(
    "listContactPoints",
    ({ db, user }) => listContactPoints(db, user),
    some(
      z.strictObject({
        id: text,
        channel: z.enum(words.CHANNELS),
        address: text,
        isVerified: z.boolean(),
        isGone: z.boolean(),
        createdAt: iso,
      }),
    ),
  ),
  held(
    "findCount",
    ({ db, home }) => findCount(db, { channel: "sms", scope: "home", subject: home, period: "2026-11" }),
    z.int().min(1),
  ),
  held(
    "listDeliveryPage",
    async ({ db, home }) => {
      const placed = await listDeliveryPage(db, { householdId: home, state: null, after: null, limit: 9 });
      return placed.map(({ delivery }) => delivery);
    },
    some(
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
    ),
  ),
  held("newDedupeKeys", ({ db }) => newDedupeKeys(db, ["2", "another"]), z.set(z.literal("another"))),
  held(
    "claimDue",
    ({ db }) => claimDue(db, { now: NOW, limit: 9, leaseMs: 1_000, mailsPerSecond: 10 }),
    z.strictObject({
      messages: some(
        z.strictObject({
          id: text,
          householdId: orNull(text),
          channel: z.enum(words.CHANNELS),
          recipient: text,
          sealedContent: text,
          attempts: z.int(),
          createdAt: iso,
          isCritical: z.boolean(),
        }),
      ),
      mailsFromMs: z.number(),
      left: z.int(),
    }),
  ),
  held(
    "listLetterHomes",
    ({ db }) => listLetterHomes(db, "", new Date()),
    some(
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
        owners: some(z.strictObject({ userId: text, email: text })),
      }),
    ),
  ),
  held(
    "listReportHomes",
    ({ db }) => listReportHomes(db, { afterId: "", heardSince: new Date(0), limit: 9 }),
    some(
      z.strictObject({
        id: text,
        name: text,
        timeZone: text,
        temperatureUnit: z.enum(words.HOUSEHOLD_UNITS),
        settings: overrides,
        createdAtMs: z.number(),
        place: z.strictObject({ latitude: z.number(), longitude: z.number() }),
        members: some(z.strictObject({ userId: text, email: text, choices })),
      }),
    ),
  ),
  held(
    "findHomeFacts",
    ({ db, home }) => findHomeFacts(db, home, { fromMs: 0, toMs: 4e12 }),
    z.strictObject({
      sensors: some(
        z.strictObject({
          ...SENSOR,
          id: text,
          space: text,
          key: text,
          trueMeans: orNull(z.enum(words.CONTACT_MEANINGS)),
          settings: overrides,
          deviceName: text,
          fault: orNull(z.enum(words.SENSOR_FAULTS)),
          value: orNull(z.number()),
          placement: orNull(z.enum(words.PLACEMENTS)),
          placementGuess: orNull(GUESS),
          weekFloor: orNull(LEARNED_FROST),
          number: z.int(),
          position: z.int(),
        }),
      ),
      cityDays: some(CITY_DAY),
      batteries: some(z.strictObject({ device: text, pct: z.number(), days: some(BATTERY_DAY) })),
      alerts: some(
        z.strictObject({
          kind: z.enum(words.ALERT_KINDS),
          title: text,
          device: orNull(text),
          openedAtMs: z.number(),
          closedAtMs: orNull(z.number()),
        }),
      ),
    }),
  ),
];
