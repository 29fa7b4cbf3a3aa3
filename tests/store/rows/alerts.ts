import * as z from "zod";
import { findAlertWithState } from "../../../lib/alerts/acknowledge.queries.ts";
import { claimDueChecks, claimLockedCheck, countDueChecks } from "../../../lib/alerts/due-checks.queries.ts";
import { findTickFacts, listSeries, listTicks } from "../../../lib/alerts/facts.queries.ts";
import type { TickSensor } from "../../../lib/alerts/facts.ts";
import { listStaleWeeks } from "../../../lib/alerts/floors.queries.ts";
import { findOpen, findOwned } from "../../../lib/alerts/incidents.queries.ts";
import { findAlertLink, listAlertPage } from "../../../lib/alerts/list.queries.ts";
import { findAlertPage } from "../../../lib/alerts/timeline/timeline.queries.ts";
import { findCoverage } from "../../../lib/emergency/card.queries.ts";
import { findEvidenceFacts } from "../../../lib/evidence/evidence.queries.ts";
import * as words from "../../../schema/vocabulary.ts";
import { held, type RowCase } from "./held.ts";
import { ALERT, finding, GUESS, HOME_PAGE, iso, orNull, some, text } from "./shapes.ts";
import { NOW, type World } from "./world.ts";

const LONG_AGO = new Date("2026-11-01T00:00:00Z");
const LATER = new Date("2027-01-01T00:00:00Z");

const settings = z.custom<OpenEpisode["settings"]>(
  (value) => z.object({ enabled: z.boolean() }).safeParse(value).success,
);
type OpenEpisode = NonNullable<Awaited<ReturnType<typeof findOpen>>>["episodes"][number];
const OPEN = z.strictObject({
  episodes: some(
    z.strictObject({
      kind: z.enum(words.ALERT_KINDS),
      subject: text,
      version: z.int(),
      state: z.record(text, z.unknown()),
      about: z.strictObject({ title: text, deviceId: orNull(text), sensorId: orNull(text) }),
      settings,
    }),
  ),
  quiet: z.strictObject({
    snoozedUntil: orNull(z.number()),
    vacation: orNull(z.strictObject({ until: orNull(z.number()) })),
  }),
});

async function sensorsOf({ db, home }: World): Promise<TickSensor[]> {
  const facts = await findTickFacts(db, home);
  return facts?.devices.flatMap(({ sensors }) => sensors) ?? [];
}

const CHECK = z.strictObject({ householdId: text, asked: z.int() });
const due = { dueBy: LATER, leaseUntil: LATER };

export const ALERT_ROWS: RowCase[] = [
  held(
    "listAlertPage",
    async ({ db, home }) => {
      const any = { kind: null, from: null, to: null, after: null } as const;
      const page = { ...any, householdId: home, state: "all", limit: 9 } as const;
      return (await listAlertPage(db, page)).map(({ alert }) => alert);
    },
    some(ALERT),
  ),
  held(
    "findAlertWithState",
    ({ db, home, alert }) => findAlertWithState(db, home, alert),
    z.strictObject({ alert: ALERT, version: z.int(), state: z.record(text, z.unknown()) }),
  ),
  held(
    "findAlertPage",
    ({ db, home, alert }) => findAlertPage(db, { householdId: home, alertId: alert, now: NOW }),
    z.strictObject({
      alert: ALERT,
      home: HOME_PAGE,
      findings: some(z.strictObject({ finding, notifiedAt: orNull(z.date()) })),
      acknowledgedBy: orNull(text),
      nextSteps: z.array(z.strictObject({ at: z.date(), whom: text, name: orNull(text) })),
    }),
  ),
  held(
    "findCoverage",
    ({ db, home }) => findCoverage(db, home, NOW),
    z.strictObject({
      sensors: some(
        z.strictObject({
          ...{ id: text, name: text, kind: z.enum(words.SENSOR_KINDS), space: text },
          ...{ latestAt: orNull(iso), alarmedAt: orNull(iso) },
        }),
      ),
      unheard: z.array(text),
      sources: z.int(),
      people: some(
        z.strictObject({
          email: text,
          channels: some(
            z.strictObject({ channel: z.enum(words.CHANNELS), address: text, provenAt: orNull(iso) }),
          ),
        }),
      ),
    }),
  ),
  held(
    "findEvidenceFacts",
    ({ db, home, alert }) => findEvidenceFacts(db, { householdId: home, alertId: alert }),
    z.strictObject({
      alert: ALERT,
      home: z.strictObject({ id: text, name: text, timeZone: text, plan: z.enum(words.PLANS) }),
      owned: z.array(
        z.strictObject({
          ...{ id: text, kind: z.enum(words.ALERT_KINDS), title: text },
          ...{ openedAt: iso, closedAt: orNull(iso), sensorId: orNull(text) },
        }),
      ),
      findings: some(z.strictObject({ finding, notifiedAt: orNull(z.date()) })),
      messages: some(
        z.strictObject({
          ...{ id: text, kind: text, channel: z.enum(words.CHANNELS), recipient: text },
          ...{ state: z.enum(words.OUTBOX_STATES), attempts: z.int() },
          ...{ providerId: orNull(text), lastError: orNull(text) },
          ...{ createdAt: iso, attemptedAt: orNull(iso), settledAt: orNull(iso) },
          ...{ receipt: orNull(z.enum(words.RECEIPTS)), receiptAt: orNull(iso) },
        }),
      ),
      steps: z.array(
        z.strictObject({
          ...{ round: z.int(), place: z.int(), name: orNull(text), messageIds: z.array(text) },
          ...{ dueAt: iso, notifiedAt: orNull(iso), endedAt: orNull(iso) },
          step: z.strictObject({
            whom: text,
            channels: orNull(z.array(z.enum(words.CHANNELS))),
            afterMinutes: z.number(),
          }),
        }),
      ),
      acts: z.array(
        z.strictObject({
          ...{
            at: iso,
            action: text,
            subject: orNull(text),
            details: z.record(text, z.union([text, z.number(), z.boolean(), z.null()])),
          },
          actor: z.strictObject({ type: z.enum(words.ACTOR_TYPES), id: orNull(text), name: orNull(text) }),
        }),
      ),
    }),
  ),
  held(
    "findAlertLink",
    ({ db, tokens }) => findAlertLink(db, tokens.alertLink, NOW),
    z.strictObject({
      householdId: text,
      homeName: text,
      userId: text,
      role: z.enum(words.ROLES),
      alerts: some(ALERT),
    }),
  ),
  held("findOpen", ({ db, home }) => findOpen(db, home), OPEN),
  held(
    "findOwned",
    ({ db, home, device }) => findOwned(db, { householdId: home, deviceIds: [device.id], keeps: [] }),
    OPEN,
  ),
  held(
    "listSeries",
    async (world) => listSeries(world.db, await sensorsOf(world), LONG_AGO),
    z.map(text, some(z.strictObject({ at: z.number(), value: z.number() }))),
  ),
  held("listTicks", ({ db }) => listTicks(db, LONG_AGO), some(z.number())),
  held(
    "listStaleWeeks",
    ({ db }) => listStaleWeeks(db, { from: LONG_AGO, staleBy: LATER, limit: 9 }),
    some(
      z.strictObject({
        sensorId: text,
        label: text,
        kind: z.enum(words.SENSOR_KINDS),
        unit: orNull(text),
        value: orNull(z.number()),
        placement: orNull(z.enum(words.PLACEMENTS)),
        placementGuess: orNull(GUESS),
        device: z.strictObject({ name: text, space: text }),
        deviceNumber: z.int(),
        position: z.int(),
        lows: z.array(z.strictObject({ at: z.number(), value: z.number() })),
        coldSpans: z.array(z.strictObject({ from: z.number(), to: z.number() })),
        known: orNull(z.strictObject({ celsius: z.array(orNull(z.number())), days: z.number() })),
      }),
    ),
  ),
  held("countDueChecks", ({ db }) => countDueChecks(db, LATER), z.int().min(1)),
  held("claimDueChecks", ({ db }) => claimDueChecks(db, { ...due, limit: 9 }), some(CHECK)),
  held("claimLockedCheck", ({ db }) => claimLockedCheck(db, { ...due, except: [] }), some(CHECK)),
];
