import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { ActingMember, Member } from "../people/items.ts";
import type { NotificationPreferences } from "./audience/preferences.ts";
import { type ShownNotifications, shownNotifications } from "./audience/shown-notifications.ts";
import { removeContactPoints } from "./contact-points.queries.ts";
import { addContact, type ContactPorts } from "./contacts/add-contact.actions.ts";
import { findNotifications, saveNotifications } from "./preferences.queries.ts";

export type NotificationPorts = ContactPorts;

/** One's own, for the home that one is in. */
export async function showNotifications(
  { db, clock, configuredChannels }: Pick<NotificationPorts, "db" | "clock" | "configuredChannels">,
  { householdId, userId, plan }: Member,
): Promise<Outcome<ShownNotifications>> {
  const now = clock();
  const stored = await findNotifications(db, { householdId, userId }, now);
  if (stored === null) return refuse("not_found");
  return done(shownNotifications(stored, configuredChannels, { id: householdId, plan }, now));
}

/**
 * What is undefined stays as it is. A phone number counts once the code that this sends to it was entered.
 */
type NotificationsWish = {
  [Name in keyof NotificationPreferences]?: NotificationPreferences[Name] | undefined;
} & { phone?: string | null | undefined };

export async function changeNotifications(
  ports: NotificationPorts,
  acting: ActingMember,
  { phone, ...wish }: NotificationsWish,
): Promise<Outcome<ShownNotifications>> {
  const { member, actor } = acting;
  const phoned = phone === undefined ? done(null) : await changePhone(ports, acting, phone);
  if (!phoned.ok) return phoned;
  const preferences = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
  const changed = Object.keys(preferences).join(", ");
  if (changed === "") return showNotifications(ports, member);
  const { householdId, userId } = member;
  const action = "notifications_changed" as const;
  const entry = { householdId, at: ports.clock(), actor, action, subject: userId, details: { changed } };
  const isSaved = await saveNotifications(ports.db, { userId, preferences, entry });
  return isSaved ? showNotifications(ports, member) : refuse("not_found");
}

async function changePhone(
  ports: NotificationPorts,
  acting: ActingMember,
  phone: string | null,
): Promise<Outcome<null>> {
  if (phone !== null) {
    const added = await addContact(ports, acting, { channel: "sms", address: phone });
    return added.ok ? done(null) : added;
  }
  const { userId, householdId } = acting.member;
  const details = { channel: "sms" };
  const entry = { householdId, at: ports.clock(), actor: acting.actor, subject: null, details };
  const action = "contact_removed" as const;
  await removeContactPoints(ports.db, { userId, channel: "sms", entry: { ...entry, action } });
  return done(null);
}
