import type { ActivityItem } from "../../domain/account/items.ts";
import { listActivity as findPage } from "../../store/account/activity-list.ts";
import type { Db } from "../../store/db.ts";

export type ActivityPage = { activity: ActivityItem[]; next_cursor: string | null };

export type ActivityAsk = {
  householdId: string;
  before: number | null;
  limit: number;
  /** Whether the reader may see from where the others did it. */
  withAddresses: boolean;
};

/** One entry more than asked for tells whether there is a next page. */
export async function listActivity(
  { db }: { db: Db },
  { householdId, before, limit, withAddresses }: ActivityAsk,
): Promise<ActivityPage> {
  const found = await findPage(db, { householdId, before, limit: limit + 1 });
  const activity = found.slice(0, limit).map((item) => (withAddresses ? item : { ...item, ip: null }));
  return { activity, next_cursor: found.length > limit ? (activity.at(-1)?.id ?? null) : null };
}
