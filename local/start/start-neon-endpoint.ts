import { startSqlEndpoint } from "../sql/endpoint.ts";
import { isNeonHost } from "./settings.ts";
import type { StartSteps } from "./steps.ts";

/** What the functions in the edge's runtime are told of the database: they speak Neon's SQL over HTTP alone. */
export async function startNeonEndpoint(
  connectionString: string,
  steps: StartSteps,
): Promise<{ DATABASE_URL: string; NEON_FETCH_ENDPOINT?: string }> {
  if (isNeonHost(connectionString)) return { DATABASE_URL: connectionString };
  const endpoint = await steps.run("SQL endpoint", async () => {
    const made = await startSqlEndpoint({ connectionString });
    return { made, report: `Neon's dialect on ${made.url}`, close: made.stop };
  });
  return { DATABASE_URL: connectionString, NEON_FETCH_ENDPOINT: endpoint.url };
}
