import { LIMITS } from "../../schema/limits.ts";
import { expireAcknowledgements } from "../alerts/act-on-alert.actions.ts";
import { FETCH_LIMITS } from "../guarded-fetch/limits.ts";
import type { Counts, Trigger } from "../kernel/shards.ts";
import { messageOf } from "../kernel/text.ts";
import { byDatabaseClock } from "../kernel/time.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import { mailStatusNews } from "../status/incidents.actions.ts";
import { attempt, endRings, type SendingServices } from "./attempt.actions.ts";
import { type Claim, type ClaimedMessage, claimDue } from "./claim.queries.ts";
import { takeTelegramUpdates } from "./contacts/telegram.actions.ts";
import {
  findDueWork,
  forgetClockAhead,
  type SettledMessage,
  settleMessages,
} from "./settle-messages.queries.ts";
import { writeNotices } from "./write-notices.actions.ts";

const NOTHING_SENT = { sent: 0, waiting: 0, dead: 0 };
type SendCounts = typeof NOTHING_SENT;

/** The longest that an attempt takes. A repeated text needs two calls: to look for the first one, and to send it. */
const ATTEMPT_MS_MAX = 2 * FETCH_LIMITS.providerTimeoutMs;

/**
 * Sends due messages, batch by batch, until none is left or `forMs` has passed, and adds the results to `counts`. A
 * receiver that hangs delays nobody: quick results are settled and the next batch starts while it is pending.
 * @throws the first error of an attempt, after the results so far have been stored
 */
export async function sendDue(
  services: SendingServices,
  forMs: number = MESSAGE_LIMITS.dispatchWakeMs,
  counts: SendCounts = { ...NOTHING_SENT },
): Promise<SendCounts> {
  const endMs = services.clock().getTime() + forMs;
  const { mailsPerSecond } = services.sendingPolicy;
  const running = new Set<Promise<void>>();
  const settled: SettledMessage[] = [];
  const failures: unknown[] = [];
  const begin = async (message: ClaimedMessage, startBy: number): Promise<void> => {
    while (running.size >= MESSAGE_LIMITS.dispatchAtOnceMax) await Promise.race(running);
    // Its lease could end during the attempt: it is left to the next dispatcher.
    if (services.clock().getTime() > startBy) return;
    const sending: Promise<void> = attempt(services, message)
      .then(
        (result) => void settled.push(result),
        (error: unknown) => void failures.push(error),
      )
      .finally(() => running.delete(sending));
    running.add(sending);
  };
  /** Stores results. Returns how many, and how many waiting messages they made due by a success of their provider. */
  const settle = async (): Promise<{ answered: number; woken: number }> => {
    const own = settled.splice(0);
    const woken = await settleMessages(services.db, own, services.clock());
    for (const { state } of own)
      if (state !== "dropped") counts[state === "sent" ? "sent" : state === "dead" ? "dead" : "waiting"] += 1;
    if (failures.length > 0) throw failures[0];
    return { answered: own.length, woken };
  };
  for (let round = 0; round < MESSAGE_LIMITS.dispatchRoundsMax; round += 1) {
    const now = services.clock();
    const claim = await claimDue(services.db, {
      now,
      limit: MESSAGE_LIMITS.dispatchBatchMax,
      leaseMs: MESSAGE_LIMITS.outboxLeaseMs,
      mailsPerSecond,
    });
    await beginClaimed(services, claim, (message) =>
      begin(message, now.getTime() + MESSAGE_LIMITS.outboxLeaseMs - ATTEMPT_MS_MAX),
    );
    await services.inTime(Promise.all(running), MESSAGE_LIMITS.dispatchPatienceMs);
    const { answered, woken } = await settle();
    const isHostFree = claim.waiting > 0 && answered > 0;
    if (claim.left + woken === 0 && !isHostFree) {
      if (running.size === 0 || services.clock().getTime() >= endMs) break;
      // A late result may wake other messages, and messages that became due meanwhile should not wait for the rest.
      await Promise.race(running);
      continue;
    }
    // Without a claim, the remaining messages are with other dispatchers, or it is not their turn yet.
    const waitMs = claim.messages.length > 0 || isHostFree ? 0 : waitOf(mailsPerSecond);
    if (services.clock().getTime() + waitMs >= endMs) break;
    if (waitMs > 0) await services.pause(waitMs);
  }
  await Promise.all(running);
  await settle();
  return counts;
}

const waitOf = (mailsPerSecond: number | null): number =>
  mailsPerSecond === null ? MESSAGE_LIMITS.claimAgainMs : Math.ceil(1_000 / mailsPerSecond);

/** Starts the claimed messages: mails last, each when the provider's rate allows it. */
async function beginClaimed(
  { clock, pause, sendingPolicy }: SendingServices,
  { messages, mailsFromMs }: Claim,
  begin: (message: ClaimedMessage) => Promise<void>,
): Promise<void> {
  const mails = messages.filter(({ channel }) => channel === "email");
  for (const message of messages) if (message.channel !== "email") await begin(message);
  const gapMs = 1_000 / (sendingPolicy.mailsPerSecond ?? Number.POSITIVE_INFINITY);
  for (const [place, message] of mails.entries()) {
    const waitMs = mailsFromMs === null ? 0 : mailsFromMs + place * gapMs - clock().getTime();
    if (waitMs > 0) await pause(waitMs);
    await begin(message);
  }
}

/**
 * Turns due news of homes and the service into messages, and sends all due messages. The clock's runs last longer. An
 * instance whose clock is wrong goes by the database's: by its own it would take what others are sending.
 */
export async function dispatch(given: SendingServices, trigger: Trigger = "manual") {
  const due = await lookAround(given);
  if (due === null) return NOTHING_DONE;
  const services = byDatabaseClock(given, due.aheadSeconds);
  const orReport = reporter(services);
  if (due.wrongClock)
    await orReport("clock_ahead_not_forgotten", ({ db, clock }) => forgetClockAhead(db, clock()));
  const isNews = due.news || due.steps || due.acknowledgements;
  const expired = due.acknowledgements
    ? orReport("acknowledgements_not_expired", expireAcknowledgements)
    : Promise.resolve(0);
  const writing = Promise.all([
    expired.then(() => (isNews ? writeNotices(services) : 0)),
    due.statusNews ? orReport("status_news_not_mailed", mailStatusNews) : 0,
    due.rings ? orReport("rings_not_ended", endRings) : 0,
  ]);
  const counts = { ...NOTHING_SENT };
  const written = writing.then(() => true);
  // If many homes have news, the messages written first go out while the others are being written.
  while ((await services.inTime(written, MESSAGE_LIMITS.writeAloneMs)) === null)
    await sendDue(services, 0, counts);
  const [first, news] = await writing;
  let notified = first;
  const forMs = trigger === "clock" ? MESSAGE_LIMITS.dispatchClockMs : MESSAGE_LIMITS.dispatchWakeMs;
  await sendDue(services, forMs, counts);
  // If a step reaches nobody because its providers are down, the next step is due at once, and so on.
  for (let step = 0; step < LIMITS.escalationStepsMax && counts.waiting + counts.dead > 0; step += 1) {
    const more = await writeNotices(services);
    if (more === 0) break;
    notified += more;
    await sendDue(services, forMs, counts);
  }
  return { notified, news, ...counts };
}

/** Runs work whose failure must not stop alerts: it is reported, and the next dispatch tries again. */
const reporter =
  (services: SendingServices) =>
  async (event: string, work: (services: SendingServices) => Promise<number>): Promise<number> => {
    try {
      return await work(services);
    } catch (error) {
      services.report({ level: "error", event, error: messageOf(error) });
      return 0;
    }
  };

const NOTHING_DONE = { notified: 0, news: 0, ...NOTHING_SENT };

async function lookAround(services: SendingServices) {
  await takeTelegramUpdates(services);
  const { aheadSeconds, ...due } = await findDueWork(services.db, services.clock());
  return Object.values(due).some(Boolean) ? { ...due, aheadSeconds } : null;
}

/** Returns the empty counts of a dispatch after one check if nothing is due, or null if there is work. */
export const restOfDispatch = async (services: SendingServices): Promise<Counts | null> =>
  (await lookAround(services)) === null ? NOTHING_DONE : null;
