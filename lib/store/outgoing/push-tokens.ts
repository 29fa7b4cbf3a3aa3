import { sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { PushPlatform } from "../../../schema/vocabulary.ts";
import type { Member } from "../../domain/account/member.ts";
import type { Actor } from "../../domain/activity.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { underLock, userLock } from "../under-lock.ts";

type PushAct = { token: string; member: Member; actor: Actor; now: Date };

export type PushRegistration = PushAct & { platform: PushPlatform | null; appId: string | null };

/**
 * A phone is whoever's registered it last; registering it again says nothing new to the home's activity. False
 * where the user has as many as one may have.
 */
export async function putPushToken(db: Db, registration: PushRegistration): Promise<boolean> {
  const { token, member, platform, appId, now } = registration;
  const at = sql`${now.toISOString()}::timestamptz`;
  const entry = logEntry(registration, "push_token_registered", { platform, app_id: appId });
  const row = await underLock(
    db,
    userLock(member.userId),
    sql`
      with held as (select user_id from push_tokens where token = ${token}),
      put as (
        insert into push_tokens (token, user_id, platform, app_id, created_at, updated_at)
        select ${token}, ${member.userId}, ${platform}, ${appId}, ${at}, ${at}
        where (select count(*) from push_tokens where user_id = ${member.userId} and token <> ${token})
          < ${LIMITS.pushTokensMax}::bigint
        on conflict (token) do update set user_id = excluded.user_id, platform = excluded.platform,
          app_id = excluded.app_id, updated_at = excluded.updated_at
        returning user_id),
      news as (select user_id from put where not exists (select 1 from held where held.user_id = put.user_id)),
      logged as (${logFrom("news", entry)})
      select user_id from put`,
  );
  return row !== undefined;
}

/** Another user's token is as unknown as one that never was. */
export async function deletePushToken(db: Db, removal: PushAct): Promise<void> {
  await db("repeatable", (queries) =>
    queries.execute(sql`
      with ended as (
        delete from push_tokens where token = ${removal.token} and user_id = ${removal.member.userId}
        returning user_id),
      logged as (${logFrom("ended", logEntry(removal, "push_token_removed", {}))})
      select user_id from ended`),
  );
}

const logEntry = (
  { member, actor, now }: PushAct,
  action: "push_token_registered" | "push_token_removed",
  details: Record<string, string | null>,
) => ({ householdId: member.householdId, at: now, actor, action, subject: null, details });
