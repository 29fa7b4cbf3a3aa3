import type { MessageContent } from "../../channels/content.ts";
import { newWebhookKey, type WebhookSecret } from "../../channels/webhook/rules.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { CoreServices } from "../../kernel/services.actions.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import { entryBy } from "../../people/activity.ts";
import type { ActingMember } from "../../people/items.ts";
import { type ContactRecord, type ShownContact, shownContact } from "../audience/shown-contact.ts";
import { changeContactPoint, findContactPoint, hasKeys, hasPreviousKey } from "../contact-points.queries.ts";

/**
 * What a message to a webhook is signed with at the moment of sending; nothing to add for every other message, null for
 * a webhook that was removed since.
 */
export async function secretNow(
  services: CoreServices,
  { contactId }: MessageContent,
): Promise<{ secret?: WebhookSecret } | null> {
  if (contactId === undefined) return {};
  const kept = await findContactPoint(services.db, { id: contactId });
  if (kept === null) return null;
  const { previousKey, ...secret } = await opened(services, kept);
  const { previousKeyUntil } = kept;
  const isOverlap = previousKeyUntil !== null && new Date(previousKeyUntil) > services.clock();
  return { secret: isOverlap && previousKey !== undefined ? { ...secret, previousKey } : secret };
}

/** @throws Error where the secret was sealed with a key that this server no longer has */
async function opened(
  { serverVault }: CoreServices,
  { id, sealedSecret }: ContactRecord,
): Promise<WebhookSecret> {
  const found = await serverVault.open("contact-secret", id, sealedSecret ?? "");
  if (found === null) throw new Error("A webhook's secret was sealed with a key that is gone");
  return JSON.parse(found.text) as WebhookSecret;
}

/**
 * Gives a webhook a new signing key. For `overlapHours` its calls carry a signature by each key, so that the receiver
 * can be changed in between; a key from an overlap before that no longer signs.
 */
export async function rotateWebhookKey(
  services: CoreServices,
  acting: ActingMember,
  id: string,
  overlapHours: number,
): Promise<Outcome<{ contact: ShownContact; secret: string }>> {
  const own = { userId: acting.member.userId, id, channel: "webhook" } as const;
  const { db, clock, random, serverVault } = services;
  const kept = await findContactPoint(db, own);
  if (kept === null) return refuse("not_found");
  const { url, key: previousKey } = await opened(services, kept);
  const at = clock();
  const key = newWebhookKey(random);
  const secret: WebhookSecret = overlapHours === 0 ? { url, key } : { url, key, previousKey };
  const change = {
    sealedSecret: await serverVault.seal("contact-secret", id, JSON.stringify(secret)),
    previousKeyUntil: overlapHours === 0 ? null : new Date(at.getTime() + overlapHours * HOUR_MS),
  };
  const entry = entryBy(acting, at, "contact_key_rotated", id, { overlapHours });
  if (!(await changeContactPoint(db, own, change, entry, hasKeys(kept)))) return refuse("changed_meanwhile");
  const contact = await findContactPoint(db, own);
  return contact === null ? refuse("not_found") : done({ contact: shownContact(contact), secret: key });
}

/** Ends an overlap before its time; where there is none, nothing changes. */
export async function endKeyOverlap(
  { db, clock }: CoreServices,
  acting: ActingMember,
  id: string,
): Promise<Outcome<{ contact: ShownContact }>> {
  const own = { userId: acting.member.userId, id, channel: "webhook" } as const;
  const entry = entryBy(acting, clock(), "contact_key_overlap_ended", id);
  await changeContactPoint(db, own, { previousKeyUntil: null }, entry, hasPreviousKey());
  const contact = await findContactPoint(db, own);
  return contact === null ? refuse("not_found") : done({ contact: shownContact(contact) });
}
