import type { ReportKind } from "../../schema/vocabulary.ts";
import { eachSensor, sensorPlace } from "../devices/home-device.ts";
import { showCoverage } from "../emergency/card.actions.ts";
import { BUCKET_MS, dayStartMs } from "../history/buckets.ts";
import { listReadings } from "../history/readings.queries.ts";
import { keepingOf, keptFrom } from "../history/retention.ts";
import { inParallel } from "../kernel/in-turn.actions.ts";
import { done, refuse } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import { DAY_MS } from "../kernel/time.ts";
import type { NotificationPreferences } from "../messages/audience/due-finding.ts";
import { DEFAULT_PREFERENCES } from "../messages/audience/preferences.ts";
import { saveNotifications } from "../messages/audience.queries.ts";
import { enqueueMessages, newDedupeKeys } from "../outbox/enqueue.queries.ts";
import { linkUrl } from "../outbox/links/tokens.ts";
import type { SealedMessage } from "../outbox/message.ts";
import { sealMail } from "../outbox/seal-message.actions.ts";
import { entryBy } from "../people/activity.ts";
import { findHomeFacts, type HomeFacts, listReportHomes, type ReportHome } from "./digest.queries.ts";
import {
  alertFacts,
  batteryFacts,
  type DigestFacts,
  forecastLow,
  freezeWarning,
  type ReportBucket,
  type ReportSpan,
  reportSpan,
  sensorFacts,
  sumsOf,
} from "./gather.ts";
import { REPORT_LIMITS } from "./limits.ts";
import { writeDigest } from "./report-mail.ts";

/** The member's choice that enables each kind of report. */
const CHOICES = {
  weekly: "weeklyDigest",
  monthly: "monthlyReport",
  quarterly: "quarterlyReport",
} as const satisfies Record<ReportKind, keyof NotificationPreferences>;

type HomeReport = Omit<DigestFacts, "links" | "language">;

/** Gathers the facts of a home's report, except its reader's links and language; null if the home no longer exists. */
async function gatherReport(
  services: Services,
  { kind, tick }: Edition,
  home: ReportHome,
): Promise<HomeReport | null> {
  const span = reportSpan(kind, tick.getTime(), home.timeZone);
  const { period, before } = span;
  const known = await findHomeFacts(services.db, home.id, { fromMs: before.fromMs, toMs: period.toMs });
  if (known === null) return null;
  const now = services.clock();
  const logFrom = keptFrom("log", keepingOf(home.plan, now.getTime()), now.getTime());
  const isLogged = logFrom === null || dayStartMs(logFrom) <= before.fromMs;
  const [sensors, hours, coverage] = await Promise.all([
    sensorsOf(services, home, known, span),
    home.place === null ? null : services.forecast(home.place),
    kind === "monthly" ? showCoverage(services, home.id) : null,
  ]);
  return {
    kind,
    period,
    periodBefore: before,
    home: { name: home.name, zone: home.timeZone, temperatureUnit: `°${home.temperatureUnit}` },
    sensors,
    ...alertFacts(known.alerts, span),
    ...(isLogged ? {} : { alertsBefore: null }),
    batteries: batteryFacts(known.devices, now),
    forecastLow: forecastLow(hours, now.getTime()),
    coverage: coverage?.ok ? { gaps: coverage.value.gaps.length } : null,
  };
}

/** Summarizes each sensor from hourly buckets; a week's report from buckets of 15 minutes. */
async function sensorsOf(
  { db, clock }: Services,
  home: ReportHome,
  known: HomeFacts,
  { kind, period, dayStarts }: ReportSpan,
): Promise<DigestFacts["sensors"]> {
  const sensors = eachSensor(known.devices);
  const resolution = kind === "weekly" ? "15m" : "1h";
  const readings = await listReadings(db, {
    sensors: sensors.map(sensorPlace),
    from: new Date(period.fromMs),
    to: new Date(period.toMs),
    now: clock(),
    limit: REPORT_LIMITS.reportBucketsMax,
    resolution,
  });
  const bySensor = Map.groupBy(readings, ({ sensorId }) => sensorId);
  return sensors.map((each) => {
    const limit = freezeWarning(home.settings, each);
    const buckets = (bySensor.get(each.sensor.id) ?? []).flatMap(({ recordedAt, bucket }): ReportBucket[] => {
      const atMs = recordedAt.getTime();
      // Skips a bucket that starts before the period.
      return bucket === null || atMs < period.fromMs ? [] : [{ atMs, ...bucket }];
    });
    const stepMs = Math.max(each.device.usualIntervalMs ?? 0, BUCKET_MS[resolution]);
    return sensorFacts(each, sumsOf(buckets, { period, dayStarts, limit, stepMs }));
  });
}

/** A report's kind and tick. They identify it, so that a late or repeated run writes the same report. */
type Edition = { kind: ReportKind; tick: Date };

type Reader = Omit<ReportHome["members"][number], "choices"> & { key: string };

/**
 * Queues a report for every member who wants it, home by home; once per tick and member. After a run that died, the
 * next one continues: it skips what is queued already.
 */
export async function sendReports(services: Services, kind: ReportKind, tick: Date) {
  const heardSince = new Date(tick.getTime() - REPORT_LIMITS.reportSilentDaysMax * DAY_MS);
  const counts = { homes: 0, mails: 0 };
  for (let page = 0, afterId = ""; page < REPORT_LIMITS.reportPagesMax; page += 1) {
    const homes = await listReportHomes(services.db, {
      afterId,
      heardSince,
      limit: REPORT_LIMITS.reportPageHomes,
    });
    const due = await dueReaders(services, { kind, tick }, homes);
    const mails = await inParallel(due, REPORT_LIMITS.reportConcurrencyMax, ({ home, readers }) =>
      reportHome(services, { kind, tick }, home, readers),
    );
    counts.homes += due.length;
    counts.mails += mails.reduce((sum, count) => sum + count, 0);
    afterId = homes.at(-1)?.id ?? "";
    if (homes.length < REPORT_LIMITS.reportPageHomes) break;
  }
  return counts;
}

/** Returns the homes that existed in the report's period, with readers whose report is not queued yet. */
async function dueReaders({ db }: Services, { kind, tick }: Edition, homes: ReportHome[]) {
  const day = tick.toISOString().slice(0, 10);
  const existed = ({ createdAtMs, timeZone }: ReportHome): boolean =>
    createdAtMs < reportSpan(kind, tick.getTime(), timeZone).period.toMs;
  const wanted = homes.filter(existed).map((home) => ({
    home,
    readers: home.members
      .filter(({ choices }) => ({ ...DEFAULT_PREFERENCES, ...choices })[CHOICES[kind]])
      .map(({ choices: _, ...reader }) => ({
        ...reader,
        key: `report/${kind}/${day}/${home.id}/${reader.userId}`,
      })),
  }));
  const isNew = await newDedupeKeys(
    db,
    wanted.flatMap(({ readers }) => readers.map(({ key }) => key)),
  );
  return wanted
    .map(({ home, readers }) => ({ home, readers: readers.filter(({ key }) => isNew.has(key)) }))
    .filter(({ readers }) => readers.length > 0);
}

async function reportHome(services: Services, { kind, tick }: Edition, home: ReportHome, readers: Reader[]) {
  const facts = await gatherReport(services, { kind, tick }, home);
  if (facts === null) return 0;
  const messages = await Promise.all(readers.map((reader) => mailTo(services, facts, home.id, reader)));
  return await enqueueMessages(services.db, messages, services.clock());
}

async function mailTo(
  services: Services,
  facts: HomeReport,
  householdId: string,
  { userId, email, key, language, temperatureUnit }: Reader,
): Promise<SealedMessage> {
  const token = await services.linkTokens.sign("report", { householdId, userId, kind: facts.kind });
  const unsubscribe = linkUrl(services.baseUrl, "unsubscribe", token);
  const mail = writeDigest({
    ...facts,
    language,
    home: { ...facts.home, ...(temperatureUnit === null ? {} : { temperatureUnit: `°${temperatureUnit}` }) },
    links: { dashboard: `${services.baseUrl}/home`, unsubscribe },
  });
  return await sealMail(services, {
    householdId,
    recipient: email,
    dedupeKey: key,
    kind: `${facts.kind}_report`,
    content: { ...mail, unsubscribeUrl: unsubscribe },
  });
}

/** Ends one kind of report for one member of a home. Can be repeated, and succeeds after they have left the home. */
export async function unsubscribe({ db, clock, linkTokens }: Services, token: string) {
  const claim = await linkTokens.verify("report", token);
  if (claim === null) return refuse("dead_link");
  const { householdId, userId, kind } = claim;
  const choice = CHOICES[kind];
  const actor = { type: "user", id: userId, ip: null } as const;
  const by = { householdId, actor };
  const entry = entryBy(by, clock(), "notifications_changed", userId, { changed: choice });
  await saveNotifications(db, { userId, preferences: { [choice]: false }, entry });
  return done({ ok: true });
}
