import type { Services } from "../../kernel/services.actions.ts";
import { saidRequest } from "../feed-request.ts";
import { type FeedTrial, readFeed, type TriedFeed } from "../read-feed.ts";

const NOTHING: Omit<TriedFeed, "failure"> = { readings: [], battery: null, rssi: null };

/** One guarded fetch, read as a poll reads it; nothing is stored. */
export async function fetchTrial(
  { fetchFeed, clock }: Pick<Services, "fetchFeed" | "clock">,
  { url, jsonRoot, headerName, headerValue, postBody }: FeedTrial,
): Promise<TriedFeed> {
  const request = saidRequest({
    headerName: headerName || null,
    headerValue: headerValue || null,
    postBody: postBody || null,
  });
  const answer = await fetchFeed({ url, etag: null, ...request });
  if (answer.kind === "failed") return { ...NOTHING, failure: answer.reason };
  if (answer.kind === "unchanged") return { ...NOTHING, failure: "no_readings" };
  const read = readFeed(answer.bytes, { jsonRoot, now: clock() });
  if (!read.ok) return { ...NOTHING, failure: read.reason };
  const { readings, health } = read.payload;
  return {
    readings: readings.map(({ key, label, kind, unit, value, isState }) => ({
      key,
      label,
      kind,
      unit,
      value,
      state: isState,
    })),
    battery: health.batteryPct ?? null,
    rssi: health.rssi ?? null,
    failure: null,
  };
}
