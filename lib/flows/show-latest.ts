import type { TemperatureUnit } from "../../schema/vocabulary.ts";
import { done, type Outcome, refuse } from "../domain/outcome.ts";
import { type Latest, latest } from "../domain/share/latest.ts";
import type { Clock } from "../ports.ts";
import type { Db } from "../store/db.ts";
import { findSharedHome } from "../store/share.ts";

export type ShowLatest = { token: string; unit: TemperatureUnit | null };

export async function showLatest(ports: { db: Db; clock: Clock }, ask: ShowLatest): Promise<Outcome<Latest>> {
  const now = ports.clock();
  const home = await findSharedHome(ports.db, ask.token, now);
  return home === null ? refuse("not_found") : done(latest(home, now, ask.unit));
}
