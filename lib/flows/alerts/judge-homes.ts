import { LIMITS } from "../../../schema/limits.ts";
import type { Learned } from "../../domain/alerts/judge-cooling.ts";
import { judgeHousehold, type Surroundings } from "../../domain/alerts/judge-household.ts";
import { needsSeries } from "../../domain/alerts/needs-series.ts";
import { type Span, tickGaps } from "../../domain/alerts/silence.ts";
import type { TickFacts } from "../../domain/alerts/tick-facts.ts";
import type { Forecast } from "../../ports.ts";
import {
  findTickFacts,
  listSeries,
  listTickFacts,
  listTicks,
  rememberTau,
} from "../../store/alerts/tick-facts.ts";
import { inParallel } from "../in-parallel.ts";
import { commitJudgement, type JudgePorts } from "./commit-judgement.ts";

export type JudgeHomesPorts = JudgePorts & { forecast: Forecast };

const HOUR_MS = 3_600_000;

/** Judges every home with a device, page by page. Answers how many, and in how many something is to be told. */
export async function judgeHomes(ports: JudgeHomesPorts): Promise<{ homes: number; told: number }> {
  const ownGaps = await ownSilence(ports);
  const counts = { homes: 0, told: 0 };
  for (let page = 0, afterId = ""; page < LIMITS.tickPagesMax; page += 1) {
    const homes = await listTickFacts(ports.db, afterId, LIMITS.tickPageHomes);
    const told = await inParallel(homes, LIMITS.tickConcurrencyMax, (facts) =>
      judgeHome(ports, facts, ownGaps),
    );
    counts.homes += homes.length;
    counts.told += told.filter(Boolean).length;
    afterId = homes.at(-1)?.household.id ?? "";
    if (homes.length < LIMITS.tickPageHomes) break;
  }
  return counts;
}

/** Judges these homes, whose feeds have just been polled. */
export async function judgeTheseHomes(
  ports: JudgeHomesPorts,
  householdIds: string[],
): Promise<{ homes: number; told: number }> {
  const ownGaps = await ownSilence(ports);
  const told = await inParallel(householdIds, LIMITS.tickConcurrencyMax, async (id) => {
    const facts = await findTickFacts(ports.db, id);
    return facts !== null && (await judgeHome(ports, facts, ownGaps));
  });
  return { homes: householdIds.length, told: told.filter(Boolean).length };
}

async function ownSilence({ db, clock }: JudgePorts): Promise<Span[]> {
  const now = clock().getTime();
  return tickGaps(await listTicks(db, new Date(now - LIMITS.ownSilenceHours * HOUR_MS)), now);
}

async function judgeHome(ports: JudgeHomesPorts, facts: TickFacts, ownGaps: Span[]): Promise<boolean> {
  const around = await surroundings(ports, facts, ownGaps);
  let learned: Learned[] = [];
  const isToTell = await commitJudgement(ports, {
    householdId: facts.household.id,
    facts,
    judge: (current, now) => {
      const judged = judgeHousehold(current, around, now);
      learned = judged.learned;
      return judged.changes;
    },
    reload: () => findTickFacts(ports.db, facts.household.id),
  });
  await rememberTau(ports.db, learned);
  return isToTell;
}

async function surroundings(
  ports: JudgeHomesPorts,
  facts: TickFacts,
  ownGaps: Span[],
): Promise<Surroundings> {
  const now = ports.clock();
  const from = new Date(now.getTime() - LIMITS.tickSeriesHours * HOUR_MS);
  const [series, hours] = await Promise.all([
    listSeries(ports.db, needsSeries(facts), from),
    facts.place === null ? null : ports.forecast(facts.place),
  ]);
  const points = hours?.map(({ at, temperatureC }) => ({ at: at.getTime(), celsius: temperatureC })) ?? null;
  return { series, ownGaps, forecast: points === null ? null : { fetchedAt: now.getTime(), hours: points } };
}
