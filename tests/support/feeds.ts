import type { FeedAnswer, FetchFeed } from "../../lib/kernel/ports.ts";
import type { Queryable } from "./database.ts";

export type TestFeed = { id: string; deviceId: string; url: string };

type FeedOptions = { url?: string; jsonRoot?: string; enabled?: boolean };

/** Adds a feed and its device, as saving a pull setup does. */
export async function addFeed(
  database: Queryable,
  householdId: string,
  id: string,
  { url = `https://feeds.example.com/${id}`, jsonRoot, enabled = true }: FeedOptions = {},
): Promise<TestFeed> {
  const deviceId = `dev_${id}_${householdId}`;
  await database.query(
    `insert into devices (id, household_id, type, name, space, enabled, created_at)
     values ($1, $2, 'pull', $3, '', $4, now())`,
    [deviceId, householdId, id, enabled],
  );
  await database.sql`
    insert into pull_feeds (household_id, id, device_id, name, url, enabled, json_root, created_at,
    updated_at) values (${householdId}, ${id}, ${deviceId}, ${id}, ${url}, ${enabled}, ${jsonRoot ?? null},
    now(), now())`;
  return { id, deviceId, url };
}

export async function addProbe(
  database: Queryable,
  householdId: string,
  feedId: string,
  probe: { key: string; label: string; visible: boolean },
): Promise<void> {
  await database.sql`
    insert into probes (household_id, id, feed_id, key, label, visible)
    values (${householdId}, ${`prb_${feedId}_${probe.key}`}, ${feedId}, ${probe.key}, ${probe.label},
    ${probe.visible})`;
}

export const feedAnswer = (body: unknown, etag: string | null = null): FeedAnswer => ({
  kind: "ok",
  bytes: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)),
  etag,
});

export type FakeFeeds = FetchFeed & { fetched: { url: string; etag: string | null }[] };

/** Answers by URL; other URLs get `others`. */
export function fakeFeeds(
  answers: Record<string, FeedAnswer | Promise<FeedAnswer>>,
  others: FeedAnswer = { kind: "failed", reason: "unreachable" },
): FakeFeeds {
  const fetched: { url: string; etag: string | null }[] = [];
  const fetchFeed: FetchFeed = async (feed) => {
    fetched.push(feed);
    return answers[feed.url] ?? others;
  };
  return Object.assign(fetchFeed, { fetched });
}
