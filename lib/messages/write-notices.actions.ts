import { LIMITS } from "../../schema/limits.ts";
import type { SendingPolicy } from "../channels/rules.ts";
import type { Db } from "../kernel/db.queries.ts";
import { StoreError } from "../kernel/failure.queries.ts";
import type { Clock, Random, Report, Vault } from "../kernel/ports.ts";
import { namedMessageOf } from "../kernel/text.ts";
import type { DueHome } from "./audience/due-finding.ts";
import { ENDS_WAITING, planMessages, STANDS_FOR_EARLIER } from "./audience/plan-messages.ts";
import { commitNotices } from "./commit-notices.queries.ts";
import { listDueHomes, postponeFinding } from "./due-homes.queries.ts";
import { writeMessages } from "./write-messages.actions.ts";

export type WritePorts = {
  db: Db;
  clock: Clock;
  random: Random;
  report: Report;
  serverVault: Vault;
  baseUrl: string;
  sendingPolicy: SendingPolicy;
};

/** Turns every finding that is to be told into messages of the outbox. Answers how many were. */
export async function writeNotices(ports: WritePorts): Promise<number> {
  let told = 0;
  for (let round = 0; round < LIMITS.writeRoundsMax; round += 1) {
    const homes = await listDueHomes(ports.db, ports.clock());
    let isLeft = homes.length === LIMITS.writeHomesMax;
    for (const home of homes) {
      const result = await tryToWrite(ports, home);
      told += result.told;
      isLeft ||= result.isLost || home.findings.length === LIMITS.writeFindingsMax;
    }
    if (!isLeft) break;
  }
  return told;
}

type Written = { told: number; isLost: boolean };

/** A finding that cannot be told, for a fault of ours, holds up no other: then each is told for itself. */
async function tryToWrite(ports: WritePorts, home: DueHome): Promise<Written> {
  try {
    const isTold = await write(ports, home);
    return isTold ? { told: home.findings.length, isLost: false } : { told: 0, isLost: true };
  } catch (error) {
    if (error instanceof StoreError && error.failure !== "refused") throw error;
    const [finding] = home.findings;
    if (home.findings.length > 1 || finding === undefined) return await writeEach(ports, home);
    ports.report({
      level: "error",
      event: "telling_failed",
      finding_id: finding.findingId,
      error: namedMessageOf(error),
    });
    await postponeFinding(ports.db, finding, new Date(ports.clock().getTime() + LIMITS.tellAgainMs));
    return { told: 0, isLost: false };
  }
}

/** The commit counts for itself: one that finds a cap full is planned anew in the next round. */
async function writeEach(ports: WritePorts, home: DueHome): Promise<Written> {
  const written: Written = { told: 0, isLost: false };
  for (const finding of home.findings) {
    const result = await tryToWrite(ports, { ...home, findings: [finding] });
    written.told += result.told;
    written.isLost ||= result.isLost;
  }
  return written;
}

/** False where another was first, or a cap has filled up since the home was read. */
async function write(ports: WritePorts, home: DueHome): Promise<boolean> {
  const now = ports.clock();
  const plan = planMessages(home, ports.sendingPolicy, now.getTime());
  const { messages, links } = await writeMessages(ports, home, plan.messages, now);
  const written = {
    householdId: home.household.id,
    findingIds: home.findings.map(({ findingId }) => findingId),
    messages,
    links,
    charges: plan.charges,
    overtaken: overtakenBy(home),
  };
  return await commitNotices(ports.db, written, now);
}

function overtakenBy({ findings }: DueHome) {
  const alertsWith = (transitions: readonly string[]) =>
    findings.filter(({ finding }) => transitions.includes(finding.transition)).map(({ alertId }) => alertId);
  return { everyone: alertsWith(ENDS_WAITING), sameRecipient: alertsWith(STANDS_FOR_EARLIER) };
}
