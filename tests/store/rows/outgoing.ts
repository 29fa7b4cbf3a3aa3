import * as z from "zod";
import { findHandOverTarget, listRunOut, type RunOut } from "../../../lib/alerts/acknowledge.queries.ts";
import { findCall, findPeople, type OpenedCall } from "../../../lib/alerts/responder/responder.queries.ts";
import { findReachable } from "../../../lib/alerts/settings/settings.queries.ts";
import { findStory } from "../../../lib/alerts/timeline/timeline.queries.ts";
import type { StoryRows } from "../../../lib/alerts/timeline/timeline.ts";
import { findCount, findStanding, takeCharges } from "../../../lib/budget/charges.queries.ts";
import { claimDue } from "../../../lib/messages/claim.queries.ts";
import { listContactPoints } from "../../../lib/messages/contact-points.queries.ts";
import { listDeliveryPage } from "../../../lib/messages/deliveries.queries.ts";
import { listDueHomes } from "../../../lib/messages/due-homes.queries.ts";
import { findStillAsked } from "../../../lib/messages/end-rings.queries.ts";
import { newDedupeKeys } from "../../../lib/messages/enqueue.queries.ts";
import { listLifecycleEmailHomes } from "../../../lib/messages/lifecycle-emails.queries.ts";
import { findNotifications } from "../../../lib/messages/preferences.queries.ts";
import { findHomeAudience, findTestAudience } from "../../../lib/messages/test-message.queries.ts";
import { findHomeFacts, listReportHomes } from "../../../lib/reports/digest.queries.ts";
import * as words from "../../../schema/vocabulary.ts";
import { held, type RowCase } from "./held.ts";
import {
  BATTERY_DAY,
  CONTACT,
  choices,
  finding,
  GUESS,
  iso,
  orNull,
  overrides,
  SENSOR,
  some,
  text,
} from "./shapes.ts";
import { NOW } from "./world.ts";

const SENT = z.record(text, z.int());

const NOTIFIED_BEFORE = z.strictObject({
  news: some(
    z.strictObject({
      transition: z.literal("opened"),
      severity: z.enum(words.SEVERITIES),
      notifiedAt: z.number(),
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

const DUE_FINDING = z.strictObject({
  findingId: z.int(),
  alertId: text,
  openedAt: z.number(),
  finding,
  names: z.strictObject({
    sensor: orNull(text),
    sensorKind: orNull(z.enum(words.SENSOR_KINDS)),
    device: orNull(text),
    space: orNull(text),
    about: z.strictObject({
      sensorId: orNull(text),
      sensor: orNull(text),
      deviceId: orNull(text),
      device: orNull(text),
    }),
  }),
  before: orNull(z.strictObject({ value: z.number(), at: z.number() })),
  neighbours: orNull(z.strictObject({ city: text, homes: z.int(), dark: z.int() })),
  lastDay: orNull(z.strictObject({ unit: orNull(text), hours: z.array(orNull(z.number())).length(24) })),
  notifiedBefore: orNull(NOTIFIED_BEFORE),
  lastNotifiedAt: orNull(z.number()),
});

const ESCALATION_STEP = z.strictObject({
  whom: text,
  channels: orNull(some(z.enum(words.CHANNELS))),
  afterMinutes: z.int(),
});

const PEOPLE = some(
  z.strictObject({
    userId: text,
    role: z.enum(words.ROLES),
    contacts: some(CONTACT),
    memberSince: z.number(),
    preferences: choices,
    language: z.enum(words.LANGUAGES),
    temperatureUnit: orNull(z.enum(words.HOUSEHOLD_UNITS)),
  }),
);

const OUTSIDERS = some(
  z.strictObject({
    contactId: text,
    name: text,
    language: z.enum(words.CONTACT_LANGUAGES),
    tells: z.enum(words.CONTACT_SCOPES),
    spaces: z.array(text),
    contact: CONTACT,
  }),
);

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
        people: PEOPLE,
        findings: some(DUE_FINDING),
        escalation: orNull(some(ESCALATION_STEP)),
        steps: some(
          z.strictObject({
            stepId: z.int(),
            round: z.int(),
            place: z.int(),
            step: ESCALATION_STEP,
            membersNotified: z.boolean(),
            justNotified: z.array(z.strictObject({ channel: z.enum(words.CHANNELS), recipient: text })),
            before: z.array(ESCALATION_STEP),
            latest: orNull(z.strictObject({ value: z.number(), unit: orNull(text), at: z.number() })),
            due: DUE_FINDING,
          }),
        ),
        outsiders: OUTSIDERS,
        sent: SENT,
      }),
    ),
  ),
  held(
    "findStory",
    ({ db, home, alert }) => findStory(db, home, alert),
    z.strictObject({
      timeZone: text,
      story: z.strictObject({
        decisions: some(
          z.strictObject({
            transition: z.enum(words.TRANSITIONS),
            severity: z.enum(words.SEVERITIES),
            at: z.number(),
            evidence: orNull(z.looseObject({ value: z.number(), unit: orNull(text) })),
          }),
        ),
        messages: some(
          z.looseObject({ channel: z.enum(words.CHANNELS), recipient: text, kind: text, at: iso }),
        ),
        steps: z.array(z.strictObject({ step: ESCALATION_STEP, at: iso, whom: orNull(text) })),
        acts: some(z.looseObject({ action: text, at: iso, who: orNull(text) })),
      }),
    }) as unknown as z.ZodType<{ timeZone: string; story: StoryRows }>,
  ),
  held("findReachable", ({ db, home }) => findReachable(db, home), z.set(text)),
  held(
    "findCall",
    ({ db, tokens }) => findCall(db, tokens.call, NOW),
    z.looseObject({
      householdId: text,
      contactId: text,
      name: text,
      address: text,
      language: z.enum(words.CONTACT_LANGUAGES),
      isStopped: z.boolean(),
      alerts: some(z.looseObject({ id: text, openedAt: z.date() })),
      home: z.looseObject({ name: text }),
      presses: some(
        z.strictObject({ answer: z.enum(words.RESPONDER_ANSWERS), name: text, at: text, contactId: text }),
      ),
    }) as unknown as z.ZodType<OpenedCall>,
  ),
  held("findPeople", ({ db, home }) => findPeople(db, home), PEOPLE),
  held(
    "findHomeAudience",
    ({ db, home }) => findHomeAudience(db, home, NOW),
    z.strictObject({
      homeName: text,
      plan: z.enum(words.PLANS),
      trialEndsAt: orNull(z.number()),
      standing: STANDING,
      people: PEOPLE,
      outsiders: OUTSIDERS,
      sent: SENT,
    }),
  ),
  held(
    "listRunOut",
    ({ db }) => listRunOut(db, new Date(NOW.getTime() + 2 * 86_400_000)),
    some(
      z.strictObject({
        householdId: text,
        alert: z.looseObject({ id: text, kind: z.enum(words.ALERT_KINDS), acknowledgedBy: orNull(text) }),
        version: z.int(),
        state: z.looseObject({ v: z.literal(1) }),
        holder: orNull(text),
        steps: orNull(some(ESCALATION_STEP)),
      }) as unknown as z.ZodType<RunOut>,
    ),
  ),
  held(
    "listDueHomes, of an episode that has ended",
    async ({ db }) =>
      (await listDueHomes(db, NOW))
        .flatMap(({ findings }) => findings)
        .flatMap(({ notifiedBefore }) => notifiedBefore ?? []),
    some(NOTIFIED_BEFORE),
  ),
  held(
    "findTestAudience",
    ({ db, home }) => findTestAudience(db, { householdId: home, userId: null }, NOW),
    z.strictObject({
      homeName: text,
      plan: z.enum(words.PLANS),
      trialEndsAt: orNull(z.number()),
      standing: STANDING,
      contacts: some(CONTACT.extend({ language: z.enum(words.LANGUAGES) })),
      sent: SENT,
    }),
  ),
  held(
    "findNotifications",
    ({ db, home, user }) => findNotifications(db, { householdId: home, userId: user }, NOW),
    z.strictObject({
      preferences: choices,
      contacts: some(CONTACT),
      sent: SENT,
      mailReceipt: orNull(z.enum(words.RECEIPTS)),
    }),
  ),
  held(
    "findHandOverTarget",
    ({ db, home, user }) => findHandOverTarget(db, { householdId: home, userId: user }),
    z.strictObject({ name: text, role: z.enum(words.ROLES), homeName: text, preferences: choices }),
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
        previousKeyUntil: orNull(iso),
        afterMinutes: orNull(z.int()),
      }),
    ),
  ),
  held(
    "findCount",
    ({ db, home }) => findCount(db, { channel: "sms", scope: "home", subject: home, period: "2026-11" }),
    z.int().min(1),
  ),
  held(
    "findStillAsked",
    async ({ db, home }) => {
      const page = { householdId: home, state: null, after: null, limit: 9 };
      const [first] = await listDeliveryPage(db, page);
      return await findStillAsked(db, first?.delivery.id ?? "", NOW);
    },
    z.strictObject({ isOpen: z.boolean(), isRinging: z.boolean(), calls: z.int() }),
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
        receipt: orNull(z.enum(words.RECEIPTS)),
        receiptAt: orNull(iso),
        createdAt: iso,
        settledAt: orNull(iso),
        nextAttemptAt: iso,
        replayOf: orNull(text),
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
      waiting: z.int(),
    }),
  ),
  held(
    "listLifecycleEmailHomes",
    ({ db }) => listLifecycleEmailHomes(db, "", NOW),
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
        owners: some(z.strictObject({ userId: text, email: text, language: z.enum(words.LANGUAGES) })),
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
        members: some(
          z.strictObject({
            userId: text,
            email: text,
            choices,
            language: z.enum(words.LANGUAGES),
            temperatureUnit: orNull(z.enum(words.HOUSEHOLD_UNITS)),
          }),
        ),
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
          unitAssumed: z.boolean(),
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
          number: z.int(),
          position: z.int(),
        }),
      ),
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
