import { migrateDatabase } from "../local/postgres/migrate.ts";
import type { Given } from "./doctor.ts";
import { giveRights } from "./give-rights.ts";
import type { Step } from "./step.ts";

/** Neon's pooler does not keep a session, which a lock needs: migrations go to the direct address. */
export function directAddress({ DATABASE_URL_DIRECT: direct, DATABASE_URL: pooled = "" }: Given): string {
  if (direct) return direct;
  const url = new URL(pooled);
  url.hostname = url.hostname.replace(/-pooler(?=\.)/, "");
  return url.toString();
}

export const migrateStep = (given: Given): Step => ({
  title: "Apply the migrations that the database lacks, at its direct address",
  run: async () => {
    const address = directAddress(given);
    await migrateDatabase(address);
    const roles = await giveRights(address, given);
    return roles.length === 0 ? "applied" : `applied, and the rights of ${roles.join(", ")} set`;
  },
});
