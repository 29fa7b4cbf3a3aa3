import { LIMITS } from "../../schema/limits.ts";
import { expireAcknowledgements } from "../alerts/answer.actions.ts";
import { KERNEL_LIMITS } from "../kernel/limits.ts";
import { LateWork, type Outcome, patiently } from "../kernel/patiently.actions.ts";
import type { Counts, Trigger } from "../kernel/shards.ts";
import { messageOf } from "../kernel/text.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import { mailStatusNews } from "../status/incidents.actions.ts";
import { attempt, endRings } from "./attempt.actions.ts";
import { type Claim, claimDue } from "./claim.queries.ts";
import { takeTelegramUpdates } from "./contacts/telegram.actions.ts";
import type { SendingServices } from "./sending-services.actions.ts";
import { type DueWork, findDueWork, type SettledMessage, settleMessages } from "./settle-messages.queries.ts";
import { writeNotices } from "./write-notices.actions.ts";

const NOTHING_SENT = { sent: 0, waiting: 0, dead: 0 };
type SendCounts = typeof NOTHING_SENT;

/** What one attempt may take at most: a text message is looked for before it is sent again. */
const ATTEMPT_MS_MAX = 2 * KERNEL_LIMITS.providerTimeoutMs;

/** Sends what is due, batch by batch, until nothing is left, or so much time has passed; adds to `counts`. */
export async function sendDue(
  services: SendingServices,
  forMs: number = MESSAGE_LIMITS.dispatchWakeMs,
  counts: SendCounts = { ...NOTHING_SENT },
): Promise<SendCounts> {
  const endMs = services.clock().getTime() + forMs;
  const { mailsPerSecond } = services.sendingPolicy;
  const late: Late = new LateWork();
  const count = (settled: SettledMessage[]): void => {
    for (const { state } of settled)
      if (state !== "dropped") counts[state === "sent" ? "sent" : state === "dead" ? "dead" : "waiting"] += 1;
  };
  for (let round = 0; round < MESSAGE_LIMITS.dispatchRoundsMax; round += 1) {
    while (late.size >= MESSAGE_LIMITS.dispatchLateMax) await late.next();
    const now = services.clock();
    const claim = await claimDue(services.db, {
      now,
      limit: MESSAGE_LIMITS.dispatchBatchMax,
      leaseMs: MESSAGE_LIMITS.outboxLeaseMs,
      mailsPerSecond,
    });
    const { settled, woken } = await settleAll(services, [
      ...(await sendClaimed(services, claim, now, late)),
      ...late.take(),
    ]);
    count(settled);
    const isHostFree = claim.waiting > 0 && settled.length > 0;
    if (claim.left + woken === 0 && !isHostFree) {
      if (late.size === 0 || services.clock().getTime() >= endMs) break;
      // Who answers after all may wake others, and what has become due meanwhile need not wait for the rest.
      await late.next();
      continue;
    }
    // Others have claimed them, or it is not their turn yet.
    const waitMs = claim.messages.length > 0 || isHostFree ? 0 : waitOf(mailsPerSecond);
    if (services.clock().getTime() + waitMs >= endMs) break;
    if (waitMs > 0) await services.pause(waitMs);
  }
  while (late.size > 0) await late.next();
  count((await settleAll(services, late.take())).settled);
  return counts;
}

/** Null for a message whose turn came too late. */
type Attempted = SettledMessage | null;

type Late = LateWork<Attempted>;

/** @throws what an attempt threw, after everything else has been marked */
async function settleAll(
  services: SendingServices,
  outcomes: Outcome<Attempted>[],
): Promise<{ settled: SettledMessage[]; woken: number }> {
  const settled = outcomes.flatMap((outcome) =>
    outcome.ok && outcome.value !== null ? [outcome.value] : [],
  );
  const woken = await settleMessages(services.db, settled, services.clock());
  const failed = outcomes.find((outcome) => !outcome.ok);
  if (failed !== undefined) throw failed.error;
  return { settled, woken };
}

const waitOf = (mailsPerSecond: number | null): number =>
  mailsPerSecond === null ? MESSAGE_LIMITS.claimAgainMs : Math.ceil(1_000 / mailsPerSecond);

async function sendClaimed(
  services: SendingServices,
  { messages, mailsFromMs }: Claim,
  now: Date,
  late: Late,
): Promise<Outcome<Attempted>[]> {
  const startBy = now.getTime() + MESSAGE_LIMITS.outboxLeaseMs - ATTEMPT_MS_MAX;
  const mails = messages.filter(({ channel }) => channel === "email");
  const gapMs = 1_000 / (services.sendingPolicy.mailsPerSecond ?? Number.POSITIVE_INFINITY);
  const patience = {
    concurrency: MESSAGE_LIMITS.dispatchConcurrencyMax,
    patienceMs: MESSAGE_LIMITS.dispatchPatienceMs,
    inTime: services.inTime,
  };
  const sent = await patiently(messages, patience, {
    ready: async (message) => {
      const place = mails.indexOf(message);
      if (place < 0 || mailsFromMs === null) return;
      const waitMs = mailsFromMs + place * gapMs - services.clock().getTime();
      if (waitMs > 0) await services.pause(waitMs);
    },
    // A slow provider may let its lease end before its turn comes: then it is for the next dispatcher.
    work: async (message) => (services.clock().getTime() > startBy ? null : await attempt(services, message)),
  });
  for (const outcome of sent.late) late.add(outcome);
  return sent.done;
}

/**
 * Turns due news about homes and the service into messages, and sends all due messages: for longer if the clock
 * asks.
 */
export async function dispatch(
  services: SendingServices,
  trigger: Trigger = "manual",
): Promise<{ notified: number; news: number } & SendCounts> {
  const due = await lookAround(services);
  if (due === null) return NOTHING_DONE;
  const orReport = reporter(services);
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
  // Where many homes have news, those written first needn't wait for the others: what is ready goes out meanwhile.
  while ((await services.inTime(written, MESSAGE_LIMITS.writeAloneMs)) === null)
    await sendDue(services, 0, counts);
  const [first, news] = await writing;
  let notified = first;
  const forMs = trigger === "clock" ? MESSAGE_LIMITS.dispatchClockMs : MESSAGE_LIMITS.dispatchWakeMs;
  await sendDue(services, forMs, counts);
  // Where a step has reached nobody, since its providers are down, the next one is due at once, and so on.
  for (let step = 0; step < LIMITS.escalationStepsMax && counts.waiting + counts.dead > 0; step += 1) {
    const more = await writeNotices(services);
    if (more === 0) break;
    notified += more;
    await sendDue(services, forMs, counts);
  }
  return { notified, news, ...counts };
}

/** Alerts go out whatever becomes of it: a failure is reported, and the next dispatch tries again. */
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

/** What there is to do; null for nothing. */
async function lookAround(services: SendingServices): Promise<DueWork | null> {
  await takeTelegramUpdates(services);
  const due = await findDueWork(services.db, services.clock());
  return Object.values(due).some(Boolean) ? due : null;
}

/** What a dispatch answers that finds nothing to do; null where there is something. It costs one look. */
export const restOfDispatch = async (services: SendingServices): Promise<Counts | null> =>
  (await lookAround(services)) === null ? NOTHING_DONE : null;
