import { type SQL, sql } from "drizzle-orm";
import { isoTime } from "../kernel/statements.queries.ts";

/**
 * The arguments of `json_build_object` for `FeedPolls`, over `pull_feeds` by the name that is written in the
 * code.
 */
export const feedPolls = (feed: string): SQL => sql`
  'last_failure', ${sql.raw(feed)}.failure, 'failing_since', ${isoTime(`${feed}.failing_since`)},
  'last_ok_at', ${isoTime(`${feed}.last_ok_at`)},
  'next_poll_at', case when ${sql.raw(feed)}.next_poll_at > 'epoch' then ${isoTime(`${feed}.next_poll_at`)} end`;
