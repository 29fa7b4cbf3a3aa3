import { sql } from "drizzle-orm";
import type { Language } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import type { LifecycleEmailFacts } from "../outbox/mail/account-mails.ts";

export type LifecycleEmailHome = LifecycleEmailFacts & {
  id: string;
  name: string;
  owners: { userId: string; email: string; language: Language }[];
};

/** Lists the next homes after `afterId` that may be due a lifecycle email, with their owners. */
export async function listLifecycleEmailHomes(db: Db, afterId: string, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  return await db.query<LifecycleEmailHome>(sql`
    select home.id, home.name, home.plan, epoch_ms(home.trial_ends_at) as "trialEndsAtMs",
      epoch_ms(home.created_at) as "createdAtMs", epoch_ms(first.device_at) as "firstDeviceAtMs",
      epoch_ms(first.reading_at) as "firstReadingAtMs",
      (select coalesce(jsonb_agg(jsonb_build_object('userId', person.id, 'email', person.email,
          'language', person.language)
          order by person.id), '[]')
        from memberships own join users person on person.id = own.user_id
        where own.household_id = home.id and own.role = 'owner') as owners
    from households home
    cross join lateral (
      select min(device.created_at) as device_at, min(sensor.created_at) as reading_at
      from devices device left join sensors sensor on sensor.device_id = device.id
      where device.household_id = home.id) first
    where home.id > ${afterId} and (
      (home.plan = 'free' and home.trial_ends_at between ${at} - interval '8 days' and ${at} + interval '8 days')
      or home.created_at > ${at} - interval '9 days'
      or first.reading_at > ${at} - interval '8 days'
      or (first.reading_at is null and first.device_at > ${at} - interval '9 days'))
    order by home.id limit ${MESSAGE_LIMITS.lifecycleEmailsMax}::integer`);
}
