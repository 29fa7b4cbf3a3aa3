import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import { breaksThrough } from "../../domain/alerts/quiet.ts";
import { isEstablished } from "../../domain/budget/standing.ts";
import { CHANNEL_RULES } from "../../domain/channels/registry.ts";
import { newId } from "../../domain/id.ts";
import { alertLinkExpiry, alertLinkUrl, newAlertToken } from "../../domain/links/alert-link.ts";
import type { DueHome } from "../../domain/outgoing/audience/due-finding.ts";
import type { PlannedMessage } from "../../domain/outgoing/audience/plan-messages.ts";
import type { MessageContent } from "../../domain/outgoing/message.ts";
import { dedupeKeyOf, kindOf, noticeContent } from "../../domain/outgoing/notice/notice-content.ts";
import type { Random, Vault } from "../../ports.ts";
import type { NewAlertLink } from "../../store/outgoing/commit-notices.ts";
import type { QueuedMessage } from "../../store/outgoing/enqueue.ts";
import { secretHash } from "../../store/secret-hash.ts";
import { contactSecret } from "./contact-secret.ts";
import { sealMessage } from "./seal-message.ts";

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
