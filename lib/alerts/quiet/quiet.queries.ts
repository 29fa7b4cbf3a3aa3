import { and, eq, lte, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { inboundReceipts } from "../../../schema/tables/handed-out.ts";
import { households } from "../../../schema/tables/household.ts";
import { type HeardJson, heardTimes } from "../../devices/device-status.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { dateOf, isoTime, queryBuilder } from "../../kernel/statements.queries.ts";
import { logFrom } from "../../people/activity.queries.ts";
import type { ActivityEntry } from "../../people/activity.ts";
import { type HomeNow, type OpenAlert, QUIET_LIMITS, type QuietTimes } from "./quiet.ts";

/** Identifies a signed call, so that the same one is recognized as a replay for so many seconds. */
export type CallReceipt = { tokenId: string; contentHash: Uint8Array; seconds: number };

type QuietChange = {
  sets: Partial<QuietTimes>;
  entry: ActivityEntry;
  /** Null if every call may take effect. */
  receipt: CallReceipt | null;
};

/** Changes the home once for all calls with the same receipt, even concurrent ones. Returns false for a replay. */
export async function changeQuiet(db: Db, { sets, entry, receipt }: QuietChange): Promise<boolean> {
  const changed = queryBuilder
    .update(households)
    .set(sets)
    .where(and(eq(households.id, entry.householdId), sql`exists (select from fresh)`))
    .returning({ id: households.id });
  const fresh = receipt === null ? sql`select 1` : takeReceipt(receipt, entry.at);
  const forgotten = receipt === null ? sql`select 1` : forgetReceipts(receipt, entry.at);
  const rows = await db.mutate(sql`
    with fresh as (${fresh.getSQL()}), forgotten as (${forgotten.getSQL()}),
    changed as ${changed},
    logged as (${logFrom("changed", entry)})
    select id from changed`);
  return rows.length > 0;
}

const secondsBefore = (at: Date, seconds: number): Date => new Date(at.getTime() - seconds * 1_000);

const takeReceipt = ({ tokenId, contentHash, seconds }: CallReceipt, receivedAt: Date): SQLWrapper =>
  queryBuilder
    .insert(inboundReceipts)
    .values({ tokenId, contentHash, receivedAt })
    .onConflictDoUpdate({
      target: [inboundReceipts.tokenId, inboundReceipts.contentHash],
      set: { receivedAt },
      setWhere: lte(inboundReceipts.receivedAt, secondsBefore(receivedAt, seconds)),
    })
    .returning({ tokenId: inboundReceipts.tokenId });

/** Deletes the token's old receipts. Those of the last minutes stay; the token's rate limit bounds their number. */
const forgetReceipts = ({ tokenId, contentHash }: CallReceipt, now: Date): SQLWrapper =>
  queryBuilder
    .delete(inboundReceipts)
    .where(
      and(
        eq(inboundReceipts.tokenId, tokenId),
        ne(inboundReceipts.contentHash, contentHash),
        lte(inboundReceipts.receivedAt, secondsBefore(now, QUIET_LIMITS.inboundReplaySeconds)),
      ),
    );

type Times = { [K in keyof QuietTimes]: string | null };

/** The home as `HOME_NOW_JSON` writes it: times are text. */
export type HomeNowJson = {
  quiet: Times;
  alerts: OpenAlert[];
  devices: (HeardJson & { enabled: boolean })[];
};

const OPEN_ALERTS: SQL = sql`
  select coalesce(json_agg(json_build_object('id', alert.id, 'kind', alert.kind, 'severity', alert.severity,
    'title', alert.title, 'opened_at', ${isoTime("alert.opened_at")}, 'acknowledged', alert.acknowledged_at is not null)
    order by alert.severity = 'critical' desc, alert.opened_at desc, alert.title, alert.id), '[]')
  from (
    select * from alerts where alerts.household_id = home.id and alerts.closed_at is null
    order by alerts.severity = 'critical' desc, alerts.opened_at desc, alerts.title, alerts.id
    limit ${QUIET_LIMITS.statusAlertsMax}) as alert`;

/** The home as JSON, for a query over `households` under the alias `home`. */
export const HOME_NOW_JSON: SQL = sql`json_build_object(
  'quiet', json_build_object('snoozedUntil', home.snoozed_until, 'vacationSince', home.vacation_since,
    'vacationUntil', home.vacation_until),
  'alerts', (${OPEN_ALERTS}),
  'devices', (
    select coalesce(json_agg(json_build_object('enabled', device.enabled, 'type', device.type,
      'lastSeenAt', device.last_seen_at, 'gaps', device.recent_gaps)), '[]')
    from devices device where device.household_id = home.id))`;

export const homeNow = ({ quiet, alerts, devices }: HomeNowJson): HomeNow => ({
  alerts,
  quiet: {
    snoozedUntil: dateOf(quiet.snoozedUntil),
    vacationSince: dateOf(quiet.vacationSince),
    vacationUntil: dateOf(quiet.vacationUntil),
  },
  devices: devices.map((device) => ({ enabled: device.enabled, ...heardTimes(device) })),
});

export async function findHomeNow(db: Db, householdId: string): Promise<HomeNow | null> {
  const rows = await db.query<{ home: HomeNowJson }>(sql`
    select ${HOME_NOW_JSON} as home from households home where home.id = ${householdId}`);
  return rows[0] === undefined ? null : homeNow(rows[0].home);
}
