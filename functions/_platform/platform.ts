import type { SendMessage } from "../../lib/channels/ports.ts";
import type { Db } from "../../lib/kernel/db.queries.ts";
import type { CountingRedis } from "../../lib/kernel/limiter.vendor.ts";
import type { Objects, ResolveHost } from "../../lib/kernel/ports.ts";
import type { ShardMessage } from "../../lib/kernel/shards.ts";
import type { Queries } from "../../lib/kernel/statements.queries.ts";
import type { StorePost } from "../../lib/readings/record-readings.actions.ts";
import type { MadeBackup } from "../../lib/status/judge-status.ts";

/** Another function of this deployment, reached without the network. */
export type Service = { fetch(request: Request): Promise<Response> };

export type ShardQueue = { sendBatch(messages: { body: ShardMessage }[]): Promise<void> };

/** The one process that holds every group on a machine of its own. */
export type Machine = {
  /** PostgreSQL by its own protocol. */
  queries: Queries;
  /** Counts requests for several such processes; absent where this one counts alone. */
  redis?: CountingRedis | undefined;
  /** Its own DNS resolver: which one a home trusts is its own affair. */
  resolveHost?: ResolveHost | undefined;
  /** How posts that come side by side are stored. */
  postsTogether?: ((db: Db) => StorePost) | undefined;
  /** Mail by SMTP, which the edge's functions have no sockets for; absent where SMTP_URL is not set. */
  mail?: SendMessage | undefined;
  /** Files, in the folder of the data; absent where the machine keeps none. */
  objects?: Objects | undefined;
  /** The last scheduled backup that is whole, null where there is none yet; absent where none is scheduled. */
  lastBackup?: (() => MadeBackup | null) | undefined;
};
