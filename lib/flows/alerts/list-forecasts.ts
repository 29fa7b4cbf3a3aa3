import { LIMITS } from "../../../schema/limits.ts";
import type { ForecastsQuery } from "../../../schema/wire/forecasts.ts";
import { type ShownForecast, shownForecast } from "../../domain/alerts/shown-forecast.ts";
import { pageOf, placeOf } from "../../domain/cursor.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { listForecastPage } from "../../store/alerts/freeze-forecasts.ts";
import type { Db } from "../../store/db.ts";

export type ListForecasts = ForecastsQuery;

/** When rooms were said to freeze, and what came of it, newest first. */
export async function listForecasts(
  { db }: { db: Db },
  householdId: string,
  ask: ListForecasts,
): Promise<Outcome<{ forecasts: ShownForecast[]; next_cursor: string | null }>> {
  const { cursor, limit = LIMITS.pageDefault } = ask;
  const after = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && after === null) return refuse("bad_cursor");
  const rows = await listForecastPage(db, {
    householdId,
    after,
    limit: limit + 1,
    alertId: ask.alert_id ?? null,
    sensorId: ask.sensor_id ?? null,
    outcome: ask.outcome ?? null,
  });
  const { page, nextCursor } = pageOf(rows, limit, ({ place }) => place);
  return done({ forecasts: page.map(({ forecast }) => shownForecast(forecast)), next_cursor: nextCursor });
}
