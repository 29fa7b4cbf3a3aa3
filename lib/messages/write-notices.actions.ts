import { breaksThrough } from "../channels/quiet-hours.ts";
import { StoreError } from "../kernel/db.queries.ts";
import type { Services } from "../kernel/services.actions.ts";
import { byteaText, secretHash } from "../kernel/statements.queries.ts";
import { namedMessageOf } from "../kernel/text.ts";
import { DAY_MS } from "../kernel/time.ts";
import type { QueuedMessage } from "../outbox/enqueue.queries.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import { alertLinkExpiry, linkUrl, newAlertToken } from "../outbox/links/tokens.ts";
import { sealToContact } from "../outbox/seal-message.actions.ts";
import { type HelpRequest, waitMinutes } from "./audience/deliveries.ts";
import { type DueHome, turnOf } from "./audience/due-finding.ts";
import { type PlannedMessage, planMessages } from "./audience/plan-messages.ts";
import { restOf } from "./audience/preferences.ts";
import { commitNotices, type NewAlertLink } from "./commit-notices.queries.ts";
import { listDueHomes, postpone } from "./due-homes.queries.ts";
import { dedupeKeyOf, kindOf, noticeContent } from "./notice/notice-content.ts";
import { helpContent } from "./notice/plain-content.ts";

export async function writeNotices(services: Services): Promise<number> {
  let notified = 0;
  for (let round = 0; round < MESSAGE_LIMITS.writeRoundsMax; round += 1) {
    const homes = await listDueHomes(services.db, services.clock());
    const written = await writeEach(services, homes);
    notified += written.notified;
    const isFull =
      homes.length === MESSAGE_LIMITS.writeHomesMax ||
      homes.some(({ findings }) => findings.length === MESSAGE_LIMITS.writeFindingsMax);
    if (!written.isLeft && !isFull) break;
  }
  return notified;
}

/** `isLeft`: work is left, as another writer was first, a limit filled up, or a step that just started is due. */
type Written = { notified: number; isLeft: boolean };

async function writeEach(services: Services, homes: readonly DueHome[]): Promise<Written> {
  const all: Written = { notified: 0, isLeft: false };
  for (const home of homes) {
    const written = await tryToWrite(services, home);
    all.notified += written.notified;
    all.isLeft ||= written.isLeft;
  }
  return all;
}

/** Writes a home's news and steps together. If that fails by a bug, writes each alone: none must block the others. */
async function tryToWrite(services: Services, home: DueHome): Promise<Written> {
  try {
    return await write(services, home);
  } catch (error) {
    if (error instanceof StoreError && error.failure !== "refused") throw error;
    const alone = [
      ...home.findings.map((finding) => ({ ...home, findings: [finding], steps: [] })),
      ...home.steps.map((step) => ({ ...home, findings: [], steps: [step] })),
    ];
    if (alone.length > 1) return await writeEach(services, alone);
    await tryLater(services, home, namedMessageOf(error));
    return { notified: 0, isLeft: false };
  }
}

async function tryLater(services: Services, home: DueHome, error: string): Promise<void> {
  for (const { findingId } of home.findings)
    services.report({ level: "error", event: "telling_failed", finding_id: findingId, error });
  for (const { stepId } of home.steps)
    services.report({ level: "error", event: "step_failed", step_id: stepId, error });
  const until = new Date(services.clock().getTime() + MESSAGE_LIMITS.tellAgainMs);
  await postpone(services.db, home, until);
}

/** Plans, writes and commits. The commit checks the limits again: if one is reached, the next round plans again. */
async function write(services: Services, home: DueHome): Promise<Written> {
  const now = services.clock();
  const plan = planMessages(home, services.sendingPolicy, now.getTime());
  const toMembers = await writeMessages(services, home, plan.messages, now);
  const toOutsiders = await Promise.all(plan.requests.map((help) => writeHelp(services, home, help, now)));
  const unsent = await writeMessages(services, home, plan.unsent, now);
  const sent = [...toMembers, ...toOutsiders];
  const written = {
    ...plan,
    messages: [...sent.map(({ message }) => message), ...unsent.map(({ message }) => usedUp(message, now))],
    links: sent.map(({ link }) => link),
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

/** A sealed message and the link in it. */
type Linked = { message: QueuedMessage; link: NewAlertLink };

/** Seals messages to members. A person's messages about the same alerts share one link across all channels. */
async function writeMessages(
  services: Services,
  home: DueHome,
  plans: readonly PlannedMessage[],
  now: Date,
): Promise<Linked[]> {
  const tokens = new Map<string, string>();
  const expiresAt = alertLinkExpiry(now);
  const written: Linked[] = [];
  for (const planned of plans) {
    const { userId } = planned.person;
    const alertIds = alertIdsOf(planned);
    const reader = JSON.stringify([userId, alertIds]);
    const token = tokens.get(reader) ?? newAlertToken(services.random);
    tokens.set(reader, token);
    const message = await writeOne(services, home, planned, linkUrl(services.baseUrl, "alert", token));
    written.push({ message, link: { tokenHash: await hashOf(token), userId, alertIds, expiresAt } });
  }
  return written;
}

const alertIdsOf = ({ findings }: Pick<PlannedMessage, "findings">): string[] => [
  ...new Set(findings.map(({ alertId }) => alertId)),
];

const hashOf = async (token: string): Promise<string> => byteaText(await secretHash(token));

/** Records a message over the budget: at most one a day for each contact, and one more for urgent news. */
function usedUp(message: QueuedMessage, now: Date): QueuedMessage {
  const { householdId, channel, recipient, isCritical } = message;
  const day = now.toISOString().slice(0, 10);
  const dedupeKey = `used_up/${householdId}/${channel}/${recipient}/${day}${isCritical ? "/urgent" : ""}`;
  return { ...message, dedupeKey, dropped: "used_up" };
}

async function writeOne(
  services: Services,
  home: DueHome,
  message: PlannedMessage,
  url: string,
): Promise<QueuedMessage> {
  const { contact, findings } = message;
  const isCritical = findings.some(({ finding }) => breaksThrough(finding.kind, finding.severity));
  const { preferences } = message.person;
  const sealed = await sealToContact(services, contact, {
    householdId: home.household.id,
    alertIds: alertIdsOf(message),
    dedupeKey: dedupeKeyOf(message),
    kind: kindOf(findings),
    isCritical,
    turnOf: turnOf(home),
    content: {
      ...noticeContent(home, message, url),
      ...(isCritical ? { onlyUnanswered: waitMinutes(contact) > 0 } : restOf(preferences, contact.channel)),
    },
  });
  return { ...sealed, at: new Date(message.at) };
}

/** Writes one message to a contact without an account, with a link of its own that works while the alerts are open. */
async function writeHelp(services: Services, home: DueHome, help: HelpRequest, now: Date): Promise<Linked> {
  const { contactId, contact } = help.outsider;
  const token = newAlertToken(services.random);
  const alertIds = alertIdsOf(help);
  const sealed = await sealToContact(services, contact, {
    householdId: home.household.id,
    alertIds,
    dedupeKey: `${help.name}/${contactId}`,
    kind: "contact_called",
    isCritical: true,
    turnOf: turnOf(home),
    content: helpContent(home, help, linkUrl(services.baseUrl, "responder", token)),
  });
  const expiresAt = new Date(now.getTime() + MESSAGE_LIMITS.responderLinkDays * DAY_MS);
  return {
    message: { ...sealed, at: now },
    link: { tokenHash: await hashOf(token), contactId, alertIds, expiresAt },
  };
}
