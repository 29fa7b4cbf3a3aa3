import type { OutgoingMessage } from "../../lib/channels/ports.ts";
import { findLanguages } from "../../lib/people/users.queries.ts";
import { channelsBy } from "./channels.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { type TestClock, testClock, testServices } from "./services.ts";

export const OPERATOR_EMAIL = "operator@example.net";

/** Opens a whole service's clock over a test database, with a virtual time and providers that accept everything. */
export async function openJobs(start: string) {
  const database = await openTestDatabase();
  const clock = testClock(start);
  return { database, clock, ...jobServices(database, clock) };
}

/** Returns the same services over an existing database. */
export function jobServices(database: TestDatabase, clock: TestClock) {
  const sent: OutgoingMessage[] = [];
  const chat: string[] = [];
  const pings: string[] = [];
  const send = async (message: OutgoingMessage) => {
    sent.push(message);
    return { kind: "sent" as const, providerId: null };
  };
  const channels = channelsBy(() => send);
  const core = testServices(database, clock);
  const services = {
    ...core,
    channels,
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
  return { services, sent, chat, pings };
}

export type JobHouse = Awaited<ReturnType<typeof openJobs>>;

type RunRow = {
  job: string;
  tick: Date;
  attempts: number;
  error: string | null;
  finished_at: Date | null;
};

/** Returns the ledger of a job, oldest tick first. */
export const runsOf = ({ database }: Pick<JobHouse, "database">, job: string) =>
  database.sql<RunRow>`select * from job_runs where job = ${job} order by tick`;
