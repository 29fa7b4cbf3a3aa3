import { Client } from "pg";

/** Runs `work` on a connection that is closed after it. A broken connection fails only the current statement. */
export async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>) {
  const client = new Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
