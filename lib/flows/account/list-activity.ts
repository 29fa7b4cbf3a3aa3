import type { ActivityItem } from "../../domain/account/items.ts";
import { listActivity as findPage } from "../../store/account/activity-list.ts";
import type { Db } from "../../store/db.ts";

export type ActivityPage = { activity: ActivityItem[]; next_cursor: string | null };

/** One entry more than asked for tells whether there is a next page. */
export async function listActivity(
  { db }: { db: Db },
  { householdId, before, limit }: { householdId: string; before: number | null; limit: number },
): Promise<ActivityPage> {
  const found = await findPage(db, { householdId, before, limit: limit + 1 });
  const activity = found.slice(0, limit);
  return { activity, next_cursor: found.length > limit ? (activity.at(-1)?.id ?? null) : null };
}
