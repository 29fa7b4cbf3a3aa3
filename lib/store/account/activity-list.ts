import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { activity } from "../../../schema/tables/activity.ts";
import { apiKeys } from "../../../schema/tables/api-key.ts";
import { inboundTokens } from "../../../schema/tables/inbound.ts";
import { users } from "../../../schema/tables/user.ts";
import type { ActivityItem } from "../../domain/account/items.ts";
import type { Db } from "../db.ts";
import { isoTime } from "../iso-time.ts";

/** `before`: entries older than that one; null for the newest. */
export type ActivityPage = { householdId: string; before: number | null; limit: number };

const NAME = sql`coalesce(${users.email}, ${apiKeys.name}, ${inboundTokens.name})`;

const ENTRY = {
  id: sql<string>`${activity.id}::text`,
  at: isoTime(activity.at),
  actor: sql<ActivityItem["actor"]>`json_build_object(
    'type', ${activity.actorType}, 'id', ${activity.actorId}, 'name', ${NAME})`,
  action: activity.action,
  subject: activity.subject,
  details: sql<ActivityItem["details"]>`${activity.details}`,
  ip: activity.ip,
};

/** Newest first. An actor is named as they are now, and stays in the list when they are gone. */
export async function listActivity(db: Db, page: ActivityPage): Promise<ActivityItem[]> {
  const isBefore = page.before === null ? undefined : lt(activity.id, page.before);
  return await db("repeatable", (queries) =>
    queries
      .select(ENTRY)
      .from(activity)
      .leftJoin(
        users,
        and(inArray(activity.actorType, ["user", "companion"]), eq(users.id, activity.actorId)),
      )
      .leftJoin(apiKeys, and(eq(activity.actorType, "api_key"), eq(apiKeys.id, activity.actorId)))
      .leftJoin(
        inboundTokens,
        and(eq(activity.actorType, "inbound_token"), eq(inboundTokens.id, activity.actorId)),
      )
      .where(and(eq(activity.householdId, page.householdId), isBefore))
      .orderBy(desc(activity.id))
      .limit(page.limit),
  );
}
