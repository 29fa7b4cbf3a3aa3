import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import { breaksThrough } from "../alerts/quiet-hours.ts";
import { isEstablished } from "../budget/standing.ts";
import { CHANNEL_RULES } from "../channels/registry.ts";
import type { Random, Vault } from "../kernel/ports.ts";
import { newId } from "../kernel/secret.ts";
import { secretHash } from "../kernel/secret-hash.queries.ts";
import type { DueHome } from "./audience/due-finding.ts";
import type { PlannedMessage } from "./audience/plan-messages.ts";
import type { NewAlertLink } from "./commit-notices.queries.ts";
import { contactSecret } from "./contacts/contacts.actions.ts";
import type { QueuedMessage } from "./enqueue.queries.ts";
import { alertLinkExpiry, alertLinkUrl, newAlertToken } from "./links/tokens.ts";
import type { MessageContent } from "./message.ts";
import { dedupeKeyOf, kindOf, noticeContent } from "./notice/notice-content.ts";
import { sealMessage } from "./seal-message.actions.ts";

type Ports = { random: Random; serverVault: Vault; baseUrl: string };

type Written = { messages: QueuedMessage[]; links: NewAlertLink[] };

/** Each message sealed, with one link a person and set of alerts that all their channels share. */
export async function writeMessages(
  ports: Ports,
  home: DueHome,
  planned: readonly PlannedMessage[],
  now: Date,
): Promise<Written> {
  const written: Written = { messages: [], links: [] };
  const urls = new Map<string, string>();
  for (const message of planned) {
    const alertIds = [...new Set(message.findings.map(({ alertId }) => alertId))];
    const key = JSON.stringify([message.person.userId, alertIds]);
    const url = urls.get(key) ?? (await addLink(ports, written.links, message.person.userId, alertIds, now));
    urls.set(key, url);
    written.messages.push(await writeOne(ports, home, message, { url, alertIds, now }));
  }
  return written;
}

async function addLink(
  { random, baseUrl }: Ports,
  links: NewAlertLink[],
  userId: string,
  alertIds: string[],
  now: Date,
): Promise<string> {
  const token = newAlertToken(random);
  links.push({ tokenHash: await secretHash(token), userId, alertIds, expiresAt: alertLinkExpiry(now) });
  return alertLinkUrl(baseUrl, token);
}

async function writeOne(
  { random, serverVault }: Ports,
  home: DueHome,
  message: PlannedMessage,
  { url, alertIds, now }: { url: string; alertIds: string[]; now: Date },
): Promise<QueuedMessage> {
  const { contact, findings } = message;
  const isCritical = findings.some(({ finding }) => breaksThrough(finding.kind, finding.severity));
  const content = { ...noticeContent(home, message, url), ...(isCritical ? {} : restOf(message)) };
  const sealed = await sealMessage(serverVault, {
    id: newId(ID_PREFIXES.message, random),
    householdId: home.household.id,
    channel: contact.channel,
    recipient: contact.address,
    alertIds,
    dedupeKey: dedupeKeyOf(message),
    kind: kindOf(findings),
    isCritical,
    turnOf: turnOf(home, now),
    content: { ...content, ...(await contactSecret(serverVault, contact)) },
  });
  return { ...sealed, at: new Date(message.at) };
}

/** Young homes of one network take turns as one; everybody else has turns of their own. */
function turnOf({ household: { standing } }: DueHome, now: Date): string | null {
  const { network, ...facts } = standing;
  return isEstablished(facts, now.getTime()) ? null : network;
}

/** What waits for the morning, or is tried again for hours, must not arrive in another night. */
function restOf({ person, contact }: PlannedMessage): Pick<MessageContent, "quietHours"> {
  const quietHours = person.preferences.quietHours ?? null;
  return quietHours === null || !CHANNEL_RULES[contact.channel].keepsQuietHours ? {} : { quietHours };
}
