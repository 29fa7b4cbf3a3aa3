import { PLATFORM_LIMITS } from "../../functions/_platform/limits.ts";
import type { OutgoingMessage } from "../../lib/channels/ports.ts";
import type { RunJobPorts } from "../../lib/jobs/run-job.actions.ts";
import { findLanguages } from "../../lib/people/users.queries.ts";
import { BASE_URL, serverVault } from "./api.ts";
import { channelsBy } from "./channels.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { fakeFeeds } from "./feeds.ts";
import { type TestClock, testClock, testPorts } from "./ports.ts";

export const OPERATOR_EMAIL = "operator@example.net";

/** What the jobs need besides what every group has: nothing is out there, and nobody is told. */
export const quietJobPorts = {
  fetchFeed: fakeFeeds({}),
  feedShards: { size: PLATFORM_LIMITS.feedShardMax, sideBySide: PLATFORM_LIMITS.feedsAtOnceOnWorkers },
  forecast: async () => null,
  operators: { emails: [], chat: null },
  pingDeadMan: null,
  handOutShards: null,
  readSmsBalance: null,
  smsBalanceWarning: PLATFORM_LIMITS.smsBalanceWarning,
} satisfies Partial<RunJobPorts>;

/**
 * The clock of a whole service over a test database, with a virtual time and providers that take everything.
 */
export async function openJobs(start: string) {
  const database = await openTestDatabase();
  const clock = testClock(start);
  return { database, clock, ...jobPorts(database, clock) };
}

/** The same over a database that is there already. */
export function jobPorts(database: TestDatabase, clock: TestClock) {
  const sent: OutgoingMessage[] = [];
  const chat: string[] = [];
  const pings: string[] = [];
  const send = async (message: OutgoingMessage) => {
    sent.push(message);
    return { kind: "sent" as const, providerId: null };
  };
  const channels = channelsBy(() => send);
  const core = testPorts(database, clock);
  const ports = {
    ...core,
    ...quietJobPorts,
    serverVault,
    baseUrl: BASE_URL,
    channels,
    edge: "cloudflare" as const,
    operators: {
      emails: [OPERATOR_EMAIL],
      chat: async (line: string) => {
        chat.push(line);
      },
      languagesOf: (emails: readonly string[]) => findLanguages(core.db, emails),
    },
    pingDeadMan: async () => {
      pings.push(clock().toISOString());
    },
  };
  return { ports, sent, chat, pings };
}

export type JobHouse = Awaited<ReturnType<typeof openJobs>>;

type RunRow = {
  job: string;
  tick: Date;
  attempts: number;
  counts: Record<string, number>;
  error: string | null;
  finished_at: Date | null;
};

/** The ledger of a job, oldest tick first. */
export const runsOf = ({ database }: Pick<JobHouse, "database">, job: string) =>
  database.query<RunRow>("select * from job_runs where job = $1 order by tick", [job]);
