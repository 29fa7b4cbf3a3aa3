import { StoreError } from "../kernel/db.queries.ts";
import type { Services } from "../kernel/services.actions.ts";
import { namedMessageOf } from "../kernel/text.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import type { DueHome } from "./audience/due-finding.ts";
import { planMessages } from "./audience/plan-messages.ts";
import { commitNotices } from "./commit-notices.queries.ts";
import { listDueHomes, postpone } from "./due-homes.queries.ts";
import { writeMessages, writeUnsent } from "./write-messages.actions.ts";

/** Turns every finding that is due into messages of the outbox. Returns how many. */
export async function writeNotices(services: Services): Promise<number> {
  let notified = 0;
  for (let round = 0; round < MESSAGE_LIMITS.writeRoundsMax; round += 1) {
    const homes = await listDueHomes(services.db, services.clock());
    let isLeft = homes.length === MESSAGE_LIMITS.writeHomesMax;
    for (const home of homes) {
      const result = await tryToWrite(services, home);
      notified += result.notified;
      isLeft ||= result.isLeft || home.findings.length === MESSAGE_LIMITS.writeFindingsMax;
    }
    if (!isLeft) break;
  }
  return notified;
}

/** `isLeft`: another was first, a cap has filled up since the home was read, or news began what is due already. */
type Written = { notified: number; isLeft: boolean };

/** A finding that can't be written because of our own fault must not block others: then each is written by itself. */
async function tryToWrite(services: Services, home: DueHome): Promise<Written> {
  try {
    return await write(services, home);
  } catch (error) {
    if (error instanceof StoreError && error.failure !== "refused") throw error;
    if (home.findings.length + home.steps.length > 1) return await writeEach(services, home);
    await tryLater(services, home, namedMessageOf(error));
    return { notified: 0, isLeft: false };
  }
}

/** The commit counts for itself: if it finds a limit reached, the messages are planned again in the next round. */
async function writeEach(services: Services, home: DueHome): Promise<Written> {
  const written: Written = { notified: 0, isLeft: false };
  const alone = [
    ...home.findings.map((finding) => ({ ...home, findings: [finding], steps: [] })),
    ...home.steps.map((step) => ({ ...home, findings: [], steps: [step] })),
  ];
  for (const part of alone) {
    const result = await tryToWrite(services, part);
    written.notified += result.notified;
    written.isLeft ||= result.isLeft;
  }
  return written;
}

/** Tries the one finding or step again later, behind all others. */
async function tryLater(services: Services, { findings, steps }: DueHome, error: string): Promise<void> {
  for (const { findingId } of findings)
    services.report({ level: "error", event: "telling_failed", finding_id: findingId, error });
  for (const { stepId } of steps)
    services.report({ level: "error", event: "step_failed", step_id: stepId, error });
  const until = new Date(services.clock().getTime() + MESSAGE_LIMITS.tellAgainMs);
  await postpone(services.db, { findings, steps }, until);
}

async function write(services: Services, home: DueHome): Promise<Written> {
  const now = services.clock();
  const plan = planMessages(home, services.sendingPolicy, now.getTime());
  const written = {
    ...plan,
    ...(await writeMessages(services, home, plan, now)),
    unsent: await writeUnsent(services, home, plan.unsent, now),
    householdId: home.household.id,
    findingIds: home.findings.map(({ findingId }) => findingId),
    stepIds: home.steps.map(({ stepId }) => stepId),
  };
  const isNotified = await commitNotices(services.db, written, now);
  const isDueAlready = plan.started.some((step) => !step.isNotified && step.dueAt <= now.getTime());
  return {
    notified: isNotified ? home.findings.length + home.steps.length : 0,
    isLeft: !isNotified || isDueAlready,
  };
}
