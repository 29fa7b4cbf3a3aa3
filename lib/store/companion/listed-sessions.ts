import { type SQL, sql } from "drizzle-orm";

/** A user's phones as the list of sessions has them, by what their device is called. */
export const companionSessionsOf = (userId: string, now: Date): SQL => sql`
  select session.id, 'companion' as kind, session.household_id, session.device_label as user_agent,
    session.opened_from, session.created_at, session.last_used_at, least(token.expires_at, session.ends_at) as expires_at
  from companion_sessions session
  join companion_refresh_tokens token on token.session_id = session.id and token.spent_at is null
  where session.user_id = ${userId} and token.expires_at > ${now.toISOString()}::timestamptz
    and session.ends_at > ${now.toISOString()}::timestamptz`;
