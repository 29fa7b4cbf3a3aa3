import { LIMITS } from "../../../schema/limits.ts";
import type { World } from "../world/world.ts";
import { type Invariant, judgeEach, together, type Verdict } from "./invariant.ts";

const FREE_SHARE_LINKS = 1;
const SMS_PER_DAY = 3;

const floods = ({ model }: World): Verdict =>
  judgeEach(model.floods, ({ deviceId, posts, accepted }) =>
    accepted > LIMITS.ingestPerMinute
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

async function textMessages({ database }: World): Promise<Verdict> {
  const rows = await database.query<{ day: string; texts: number; free: number }>(
    `select (o.created_at at time zone 'UTC')::date::text as day, count(*)::integer as texts,
       count(*) filter (where h.plan = 'free')::integer as free
     from outbox o join households h on h.id = o.household_id where o.channel = 'sms' group by 1`,
  );
  return judgeEach(rows, ({ day, texts, free }) =>
    texts > SMS_PER_DAY || free > 0
      ? `on ${day} ${texts} text messages were written, ${free} of Free homes`
      : null,
  );
}

export const limits: Invariant = {
  name: "limits of posts, text messages and plans",
  check: async (world) => together([floods(world), await shareLinks(world), await textMessages(world)]),
};
