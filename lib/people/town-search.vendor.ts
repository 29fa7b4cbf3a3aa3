import * as z from "zod/mini";
import { readText } from "../guarded-fetch/read-answer.vendor.ts";
import type { FindTowns, Report } from "../kernel/ports.ts";
import { namedMessageOf } from "../kernel/text.ts";

const OPEN_METEO = "https://geocoding-api.open-meteo.com";
const TIMEOUT_MS = 3_000;
const FOUND_MAX = 8;
const TYPED_CHARACTERS_MAX = 80;

const error = "must be as Open-Meteo documents it";
/** See open-meteo.com/en/docs/geocoding-api. Without a match the answer lacks `results`. */
const Answer = z.object({
  results: z.optional(
    z.array(
      z.object({
        name: z.string({ error }),
        latitude: z.number({ error }),
        longitude: z.number({ error }),
        timezone: z.optional(z.string({ error })),
        country: z.optional(z.string({ error })),
        admin1: z.optional(z.string({ error })),
      }),
    ),
  ),
});

type TownSearchOptions = {
  report: Report;
  /** The default is Open-Meteo's own. `/v1/search` is appended. */
  baseUrl?: string | undefined;
  timeoutMs?: number;
};

/** Searches towns by name in Open-Meteo, which the forecasts come from too. Returns the largest first. */
export const townSearch =
  ({ report, baseUrl = OPEN_METEO, timeoutMs = TIMEOUT_MS }: TownSearchOptions): FindTowns =>
  async (typed, language) => {
    // Open-Meteo finds only bare names: "Duluth, Minnesota" would find nothing.
    const name = (typed.split(",")[0] ?? "").trim().slice(0, TYPED_CHARACTERS_MAX);
    const query = new URLSearchParams({ name, count: String(FOUND_MAX), language, format: "json" });
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await fetch(`${baseUrl}/v1/search?${query}`, { signal });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      const { results = [] } = Answer.parse(JSON.parse(await readText(answer, signal)));
      return results.flatMap(({ timezone, admin1 = "", country = "", ...town }) =>
        timezone === undefined ? [] : [{ ...town, region: admin1, country, timeZone: timezone }],
      );
    } catch (thrown) {
      report({ level: "warn", event: "town_search_failed", reason: namedMessageOf(thrown) });
      return null;
    }
  };
