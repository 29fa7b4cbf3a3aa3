import { RATE_LIMITS } from "../../../schema/limits.ts";
import type { World } from "../world/world.ts";
import { type Invariant, judgeEach, together, type Verdict } from "./invariant.ts";

const MINUTE_MS = 60_000;
const FREE_SHARE_LINKS = 1;
const SMS_PER_DAY = 3;
const FIRST_LEAK_TEXTS_PER_DAY = 20;

const floods = ({ model }: World): Verdict =>
  judgeEach(model.floods, ({ deviceId, posts, accepted, tookMs }) =>
    // The sliding window admits new posts as older ones leave it.
    accepted > RATE_LIMITS.ingest.limit * (1 + tookMs / MINUTE_MS)
      ? `${deviceId}: ${accepted} of ${posts} posts were accepted within its minute`
      : null,
  );

async function shareLinks({ database, homes }: World): Promise<Verdict> {
  const rows = await database.query<{ household_id: string; live: number }>(
    "select household_id, count(*)::integer as live from share_links where revoked_at is null group by 1",
  );
  return judgeEach(rows, ({ household_id, live }) => {
    const home = homes.find(({ id }) => id === household_id);
    return home?.plan === "free" && live > FREE_SHARE_LINKS
      ? `${household_id}, on Free, has ${live} links`
      : null;
  });
}

/**
 * A leak's first text to a number may exceed the installation's daily limit, and still counts in it. A home has a daily
 * limit of such first texts.
 */
async function textMessages({ database }: World): Promise<Verdict> {
  const rows = await database.query<{ day: string; texts: number; free: number; firsts: number }>(
    `with texts as (
       select (o.created_at at time zone 'UTC')::date::text as day, o.household_id, h.plan, exists (
         select from alerts a where a.id = any (o.alert_ids) and a.kind = 'leak' and not exists (
           select from outbox earlier where earlier.channel = 'sms' and earlier.recipient = o.recipient
             and a.id = any (earlier.alert_ids) and earlier.created_at < o.created_at)) as is_first
       from outbox o join households h on h.id = o.household_id where o.channel = 'sms'),
     of_homes as (
       select day, count(*) filter (where not is_first) as texts, count(*) filter (where plan = 'free') as free,
         count(*) filter (where is_first) as firsts
       from texts group by day, household_id)
     select day, sum(texts)::integer as texts, sum(free)::integer as free, max(firsts)::integer as firsts
     from of_homes group by day`,
  );
  return judgeEach(rows, ({ day, texts, free, firsts }) =>
    texts > SMS_PER_DAY || free > 0 || firsts > FIRST_LEAK_TEXTS_PER_DAY
      ? `on ${day} ${texts} text messages were written, ${free} of Free homes, and ${firsts} first ones of leaks of one`
      : null,
  );
}

export const limits: Invariant = {
  name: "limits of posts, text messages and plans",
  check: async (world) => together([floods(world), await shareLinks(world), await textMessages(world)]),
};
