import { Client } from "pg";

/** Runs `work` on a connection that ends with it. One that breaks meanwhile fails the statement that waits, and nothing else. */
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
