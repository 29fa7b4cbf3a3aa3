import { sql } from "drizzle-orm";
import type { Actor } from "../../domain/activity.ts";
import type { Db } from "../db.ts";

/** Every session of the person, browsers and phones in every home; null where nobody has the address. */
export async function endSessionsOf(
  db: Db,
  { email, actor, now }: { email: string; actor: Actor; now: Date },
): Promise<number | null> {
  const { rows } = await db("once", (queries) =>
    queries.execute<{ ended: number }>(sql`
      with person as (select id from users where email = ${email}),
      browsers as (
        delete from sessions using person where user_id = person.id returning sessions.id, household_id),
      phones as (
        delete from companion_sessions using person where user_id = person.id
        returning companion_sessions.id, household_id),
      ended as (select * from browsers union all select * from phones),
      logged as (
        insert into activity (household_id, at, actor_type, actor_id, action, subject, ip)
        select household_id, ${now.toISOString()}::timestamptz, ${actor.type}, ${actor.id},
          'session_ended_by_operator', id, ${actor.ip} from ended)
      select count(ended.id)::integer as ended from person left join ended on true group by person.id`),
  );
  return rows[0]?.ended ?? null;
}
