import { countDueChecks } from "../alerts/commit-changes.queries.ts";
import { judgeDueHomes, learnFloors } from "../alerts/judge-homes.actions.ts";
import { listSpent } from "../budget/charges.queries.ts";
import { BUDGET_LIMITS } from "../budget/limits.ts";
import { countDueFeeds, makeFeedsDue } from "../feeds/feeds.queries.ts";
import { NONE_POLLED, pollFeeds } from "../feeds/poll-feeds.actions.ts";
import { carryForward } from "../history/history-shard.actions.ts";
import { inTurn } from "../kernel/in-turn.actions.ts";
import type { Forecast } from "../kernel/ports.ts";
import type { CronServices } from "../kernel/services.actions.ts";
import type { Counts, Trigger } from "../kernel/shards.ts";
import { sealForOperators } from "../messages/operators.actions.ts";
import { enqueueMessages } from "../outbox/enqueue.queries.ts";
import { capMail } from "../outbox/mail/account-mails.ts";
import { closeIncident, openIncident } from "../status/faults.queries.ts";
import { JOB_LIMITS } from "./limits.ts";

const WEATHER_SUBJECT = "weather";
const WEATHER_SILENT =
  "The weather service answers no forecast: no frost is forecast. `forecast_failed` in the log says why.";

/**
 * Runs the tick of every 15 minutes: hands out feeds to shards, evaluates the due homes by what is stored now, and
 * carries forward values that push devices did not repeat. Shards poll the feeds, so that a stranger's slow server
 * delays neither evaluation nor sending. Counts are of this invocation alone.
 */
export async function collectHistory(services: CronServices, tick: Date, trigger: Trigger = "clock") {
  return await inTurn({
    feeds: () => (trigger === "manual" ? collectNow(services, tick) : handFeedsOut(services, tick)),
    homes: () => judgeHomes(services, tick),
    "carried-forward values": () => carryForward(services.db, tick),
    "daily limits": async () => ({ limit_warnings: await warnOfCaps(services) }),
    "week floors": () => learnFloors(services),
  });
}

/**
 * Makes all feeds due and polls the first shard in this invocation: a person who starts the job by hand wants to see
 * in the response what feeds return now.
 */
async function collectNow(services: CronServices, tick: Date): Promise<Counts> {
  await makeFeedsDue(services.db, services.clock());
  return await pollHere(services, tick);
}

async function handFeedsOut(services: CronServices, tick: Date): Promise<Counts> {
  const shards = await dueShards(services);
  if (shards === 0) return { ...NONE_POLLED, shards_handed_out: 0, shards_refused: 0 };
  const handedOut = await services.handOutShards("poll", shards, tick);
  const counts = { shards_handed_out: handedOut, shards_refused: shards - handedOut };
  return handedOut > 0 ? counts : { ...(await pollHere(services, tick)), ...counts };
}

/** Polls one shard in this invocation and hands out the rest. */
async function pollHere(services: CronServices, tick: Date): Promise<Counts> {
  const feeds = await pollFeeds(services, tick);
  const shards = feeds.polled > 0 ? await dueShards(services) : 0;
  const handedOut = shards > 0 ? await services.handOutShards("poll", shards, tick) : 0;
  if (shards > 0 && handedOut === 0) throw new Error(`None of ${shards} shards could be handed out`);
  return { ...feeds, shards_handed_out: handedOut, shards_refused: shards - handedOut };
}

async function dueShards({ db, clock, feedShards: { size } }: CronServices): Promise<number> {
  const due = await countDueFeeds(db, clock());
  return Math.min(Math.ceil(due / size), JOB_LIMITS.feedShardsMax);
}

/** Evaluates due homes beside its shards. A refused shard does no harm, because this run ends when no home is due. */
async function judgeHomes(given: CronServices, tick: Date): Promise<Counts> {
  const answers: boolean[] = [];
  const forecast: Forecast = async (place) => {
    const hours = await given.forecast(place);
    answers.push(hours !== null);
    return hours;
  };
  const services = { ...given, forecast };
  const homes = await countDueChecks(services.db, services.clock());
  if (homes === 0) return { homes: 0, notified: 0, judge_shards: 0 };
  const shards = Math.min(Math.ceil(homes / JOB_LIMITS.judgeShardHomes) - 1, JOB_LIMITS.feedShardsMax);
  const handedOut = shards > 0 ? await services.handOutShards("judge", shards, tick) : 0;
  const counts = { ...(await judgeDueHomes(services)), judge_shards: handedOut };
  await keepWeatherFault(services, answers);
  return counts;
}

/** Shows operators a weather service that answers for no place; mails nothing, since there is nothing to mend here. */
async function keepWeatherFault({ db, clock }: CronServices, answers: readonly boolean[]): Promise<void> {
  if (answers.includes(true)) await closeIncident(db, WEATHER_SUBJECT, clock());
  else if (answers.length > 0)
    await openIncident(db, { subject: WEATHER_SUBJECT, reason: WEATHER_SILENT, at: clock() });
}

const CAPPED = ["sms", "call", "newcomer_mail"] as const;

/**
 * Warns the operators when the installation's daily cap of texts, calls or mails to newcomers is nearly reached, and
 * again when it is reached: each once a day. Returns how many mails were queued.
 */
export async function warnOfCaps(services: CronServices): Promise<number> {
  const { smsPerDay, callsPerDay, newcomerMailsPerDay } = services.sendingPolicy;
  const period = services.clock().toISOString().slice(0, 10);
  const caps = { sms: smsPerDay, call: callsPerDay, newcomer_mail: newcomerMailsPerDay } as const;
  let queued = 0;
  for (const { channel, spent: used } of await listSpent(services.db, period, CAPPED)) {
    const max = caps[channel];
    if (used * 100 < max * BUDGET_LIMITS.smsWarningPercent) continue;
    const key = `cap/${channel}/${period}${used < max ? "" : "/all"}`;
    const mails = await sealForOperators(services, "operator_warning", key, (language) =>
      capMail({ channel, period, used, max }, language),
    );
    queued += await enqueueMessages(services.db, mails, services.clock());
  }
  return queued;
}
