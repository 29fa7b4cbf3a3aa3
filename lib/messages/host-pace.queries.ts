import { type SQL, sql } from "drizzle-orm";
import { hostPace } from "../../schema/tables/sending.ts";
import { CALLED_CHANNELS, type Channel } from "../../schema/vocabulary.ts";
import type { ProviderPace } from "../channels/call.ts";
import { CHANNEL_CALLS } from "../channels/registry.ts";
import type { Db } from "../kernel/db.queries.ts";
import { SECOND_MS } from "../kernel/time.ts";
import type { CountedBy } from "./delivery/settle.ts";
import { MESSAGE_LIMITS } from "./limits.ts";

/** Nothing is documented: an address is asked for no more than its host answers. */
const NO_PACE: ProviderPace = { per: "address", burst: 0, gapMs: 0 };

/** The channels that call hosts of people's own choice or a provider that counts, each with its pace. */
const PACES: readonly ({ channel: Channel } & ProviderPace)[] = [
  { channel: "webhook", ...NO_PACE },
  ...CALLED_CHANNELS.map((channel) => ({ channel, ...(CHANNEL_CALLS[channel].pace ?? NO_PACE) })),
];

/** As rows `pace (channel, per, burst, "gapMs", host)`. */
export const paceRows = sql`jsonb_to_recordset(${JSON.stringify(PACES)}::jsonb) as pace (
  channel text, per text, burst float8, "gapMs" float8, host text)`;

/** Which host a message goes to: that of its address, else its channel's provider. */
export const hostOf = (channel: SQL, recipient: SQL): SQL =>
  sql`case when ${recipient} like '%://%' then split_part(${recipient}, '/', 3) else ${channel} end`;

/** The address alone, under a hash: whoever reads the table learns of nobody's chat. */
export const addressKey = (channel: SQL, recipient: SQL): SQL => sql`${channel} || '/' || md5(${recipient})`;

/** How long a host is left alone that has asked for it, or said "too many" alone. */
const pauseMs = (askedSeconds: number | undefined): number =>
  Math.min(
    askedSeconds === undefined ? MESSAGE_LIMITS.hostPauseMs : askedSeconds * SECOND_MS,
    MESSAGE_LIMITS.hostPauseMsMax,
  );

type HostPause = {
  channel: Channel;
  recipient: string;
  pauses: CountedBy;
  now: Date;
  afterSeconds?: number;
};

/** Nothing goes there before that, whoever sends: neither to the address nor, where the host as a whole has said so, to the host. */
export async function pauseHost(
  db: Db,
  { channel, recipient, pauses, now, afterSeconds }: HostPause,
): Promise<void> {
  const [ofChannel, address] = [sql`${channel}::text`, sql`${recipient}::text`];
  const isCountedByHost = PACES.some((pace) => pace.channel === channel && pace.per === "host");
  const isHost = pauses === "host" || isCountedByHost;
  const pausedUntil = new Date(now.getTime() + pauseMs(afterSeconds));
  await db("repeatable", (queries) =>
    queries
      .insert(hostPace)
      .values({ host: (isHost ? hostOf : addressKey)(ofChannel, address), nextAt: now, pausedUntil })
      .onConflictDoUpdate({
        target: hostPace.host,
        set: { pausedUntil: sql`greatest(${hostPace.pausedUntil}, excluded.paused_until)` },
      }),
  );
}
