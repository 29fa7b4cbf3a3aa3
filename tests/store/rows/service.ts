import * as z from "zod";
import { findOpenIncidents } from "../../../lib/alerts/incidents.queries.ts";
import { findDueWork, findJobOverview, findLedger, listRuns } from "../../../lib/jobs/job-runs.queries.ts";
import { findLastSuccess } from "../../../lib/jobs/last-success.queries.ts";
import { findStatusFacts } from "../../../lib/status/facts.queries.ts";
import { listStatusIncidents } from "../../../lib/status/incidents.queries.ts";
import { findDueStatusNews } from "../../../lib/status/subscribers.queries.ts";
import * as words from "../../../schema/vocabulary.ts";
import { held, type RowCase } from "./held.ts";
import { iso, orNull, STATUS_INCIDENT, STATUS_NEWS, some, text } from "./shapes.ts";
import { NOW } from "./world.ts";

const SUMMARY = z.strictObject({
  job: text,
  tick: z.date(),
  finishedAt: orNull(z.date()),
  leaseUntil: z.date(),
  error: orNull(text),
});

export const SERVICE_ROWS: RowCase[] = [
  held(
    "listRuns",
    async ({ db }) => (await listRuns(db, { before: null, limit: 9 })).map(({ run }) => run),
    some(
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
    ),
  ),
  held(
    "findLedger",
    ({ db }) => findLedger(db, "collect-history", new Date(0)),
    z.strictObject({ finished: z.set(z.number()).min(1), sinceMs: z.number() }),
  ),
  held(
    "findDueWork",
    ({ db }) => {
      const carry = { quarter: NOW.getTime() / 900_000, after: 0, devicesMax: 9, staleHours: 24 };
      return findDueWork(db, { now: NOW, staleBy: NOW, carry });
    },
    z.strictObject({
      feeds: z.strictObject({ quick: z.int(), slow: z.int() }),
      homes: z.int(),
      hasStaleWeeks: z.boolean(),
      carried: z.strictObject({ carried: z.int(), nextAfter: orNull(z.int()) }),
    }),
  ),
  held("findLastSuccess", ({ db }) => findLastSuccess(db, "collect-history"), z.date()),
  held(
    "findJobOverview",
    ({ db }) => findJobOverview(db, { failuresMax: 9, now: NOW }),
    z.strictObject({
      last: some(SUMMARY),
      failures: z.array(SUMMARY),
      figures: z.strictObject({
        homes: z.int(),
        devices: z.int(),
        heard: z.int(),
        sent: z.int(),
        failed: z.int(),
      }),
    }),
  ),
  held(
    "findOpenIncidents",
    ({ db }) => findOpenIncidents(db, ["job/maintenance"]),
    some(z.strictObject({ subject: text, openedAt: z.date() })),
  ),
  held("listStatusIncidents", ({ db }) => listStatusIncidents(db), some(STATUS_INCIDENT)),
  held(
    "findStatusFacts",
    ({ db }) => findStatusFacts(db, NOW),
    z.strictObject({
      lastTick: z.date(),
      faults: some(text),
      incidents: some(STATUS_INCIDENT),
      traffic: some(z.strictObject({ channel: z.literal("email"), sent: z.int(), waiting: z.int() })),
    }),
  ),
  held(
    "findDueStatusNews",
    ({ db }) => findDueStatusNews(db, NOW),
    z.strictObject({
      incident: z.strictObject({
        title: text,
        impact: z.enum(words.STATUS_IMPACTS),
        components: z.array(z.enum(words.STATUS_COMPONENTS)),
        openedAt: z.date(),
      }),
      news: STATUS_NEWS,
      id: text,
      mailedTo: text,
      readers: some(z.strictObject({ email: text, language: z.enum(words.LANGUAGES) })),
    }),
  ),
];
