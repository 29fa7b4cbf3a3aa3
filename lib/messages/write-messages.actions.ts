import type { MessageContent } from "../channels/content.ts";
import { breaksThrough } from "../channels/quiet-hours.ts";
import { CHANNEL_RULES } from "../channels/registry.ts";
import type { Services } from "../kernel/services.actions.ts";
import { secretHash } from "../kernel/statements.queries.ts";
import { DAY_MS } from "../kernel/time.ts";
import type { QueuedMessage } from "../outbox/enqueue.queries.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import { alertLinkExpiry, alertLinkUrl, newAlertToken, responderLinkUrl } from "../outbox/links/tokens.ts";
import { sealToContact } from "../outbox/seal-message.actions.ts";
import { waitMinutes } from "./audience/deliveries.ts";
import { type DueHome, turnOf } from "./audience/due-finding.ts";
import type { MessagePlan, PlannedMessage } from "./audience/plan-messages.ts";
import type { PlannedCall } from "./audience/plan-steps.ts";
import type { NewAlertLink } from "./commit-notices.queries.ts";
import { callContent } from "./notice/call-content.ts";
import { dedupeKeyOf, kindOf, noticeContent } from "./notice/notice-content.ts";

type Written = { messages: QueuedMessage[]; links: NewAlertLink[] };

/**
 * Each message sealed, with one link a person and set of alerts that all their channels share; behind them those to
 * people outside the home.
 */
export async function writeMessages(
  services: Services,
  home: DueHome,
  { messages: planned, calls }: Pick<MessagePlan, "messages" | "calls">,
  now: Date,
): Promise<Written> {
  const { random, baseUrl } = services;
  const messages: QueuedMessage[] = [];
  const tokens = new Map<string, { token: string; userId: string; alertIds: string[] }>();
  for (const message of planned) {
    const { userId } = message.person;
    const alertIds = [...new Set(message.findings.map(({ alertId }) => alertId))];
    const key = JSON.stringify([userId, alertIds]);
    const { token } = tokens.get(key) ?? { token: newAlertToken(random) };
    tokens.set(key, { token, userId, alertIds });
    messages.push(await writeOne(services, home, message, { url: alertLinkUrl(baseUrl, token), alertIds }));
  }
  const links = await Promise.all(
    [...tokens.values()].map(async ({ token, ...link }) => ({
      ...link,
      ...{ tokenHash: await secretHash(token), expiresAt: alertLinkExpiry(now) },
    })),
  );
  const called = await Promise.all(calls.map((call) => writeCall(services, home, call, now)));
  messages.push(...called.map(({ message }) => message));
  return { messages, links: [...links, ...called.map(({ link }) => link)] };
}

/** A record for each contact, once a day and once more for what is urgent: a flood writes no more than that. */
export async function writeUnsent(
  services: Services,
  home: DueHome,
  unsent: readonly PlannedMessage[],
  now: Date,
): Promise<QueuedMessage[]> {
  const { messages } = await writeMessages(services, home, { messages: [...unsent], calls: [] }, now);
  const day = now.toISOString().slice(0, 10);
  const keyOf = ({ channel, recipient, isCritical }: QueuedMessage) =>
    `used_up/${home.household.id}/${channel}/${recipient}/${day}${isCritical ? "/urgent" : ""}`;
  return messages.map((message) => ({ ...message, dedupeKey: keyOf(message), dropped: "used_up" }));
}

async function writeOne(
  services: Services,
  home: DueHome,
  message: PlannedMessage,
  { url, alertIds }: { url: string; alertIds: string[] },
): Promise<QueuedMessage> {
  const { contact, findings } = message;
  const isCritical = findings.some(({ finding }) => breaksThrough(finding.kind, finding.severity));
  const isLate = isCritical && waitMinutes(contact) > 0;
  const content = { ...noticeContent(home, message, url), ...(isCritical ? {} : restOf(message)) };
  const sealed = await sealToContact(services, contact, {
    householdId: home.household.id,
    alertIds,
    dedupeKey: dedupeKeyOf(message),
    kind: kindOf(findings),
    isCritical,
    turnOf: turnOf(home),
    content: { ...content, ...(isLate ? { onlyUnanswered: true } : {}) },
  });
  return { ...sealed, at: new Date(message.at) };
}

/** What waits for the morning, or is tried again for hours, must not arrive in another night. */
function restOf({ person, contact }: PlannedMessage): Pick<MessageContent, "quietHours"> {
  const quietHours = person.preferences.quietHours ?? null;
  return quietHours === null || !CHANNEL_RULES[contact.channel].keepsQuietHours ? {} : { quietHours };
}

/** One message to somebody without an account, with a link of its own that ends with the alerts. */
async function writeCall(
  services: Services,
  home: DueHome,
  call: PlannedCall,
  now: Date,
): Promise<{ message: QueuedMessage; link: NewAlertLink }> {
  const { contactId, contact } = call.outsider;
  const token = newAlertToken(services.random);
  const alertIds = [...new Set(call.findings.map(({ alertId }) => alertId))];
  const sealed = await sealToContact(services, contact, {
    householdId: home.household.id,
    alertIds,
    dedupeKey: `${call.name}/${contactId}`,
    kind: "contact_called",
    isCritical: true,
    turnOf: turnOf(home),
    content: callContent(home, call, responderLinkUrl(services.baseUrl, token)),
  });
  const expiresAt = new Date(now.getTime() + MESSAGE_LIMITS.responderLinkDays * DAY_MS);
  return {
    message: { ...sealed, at: now },
    link: { tokenHash: await secretHash(token), contactId, alertIds, expiresAt },
  };
}
