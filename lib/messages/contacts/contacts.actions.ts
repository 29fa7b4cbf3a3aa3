import { ID_PREFIXES, type PushPlatform } from "../../../schema/vocabulary.ts";
import type { Notifications, NotificationsChange } from "../../../schema/wire/account/notifications.ts";
import { done, doneIf, type Outcome, refuse } from "../../kernel/outcome.ts";
import { newId } from "../../kernel/secret.ts";
import type { CoreServices, Services } from "../../kernel/services.actions.ts";
import { type ActingMember, entryBy, type Member } from "../../people/activity.ts";
import { addContactPoint } from "../add-contact-point.queries.ts";
import type { NotificationPreferences } from "../audience/due-finding.ts";
import { shownNotifications } from "../audience/preferences.ts";
import { shownContact } from "../audience/shown-contact.ts";
import { findNotifications, saveNotifications } from "../audience.queries.ts";
import { findContactPoint, listContactPoints, removeContactPoints } from "../contact-points.queries.ts";
import { addContact } from "./add-contact.actions.ts";

/** Registers a phone's push token. Another person can take it over only after it is removed or gone. */
export async function registerPush(
  { db, clock, random }: CoreServices,
  acting: ActingMember,
  { token, platform, appId }: { token: string; platform: PushPlatform | null; appId: string | null },
): Promise<Outcome<{ ok: true }>> {
  const details = { platform, app_id: appId };
  const verdict = await addContactPoint(db, {
    id: newId(ID_PREFIXES.contactPoint, random),
    userId: acting.member.userId,
    channel: "push",
    address: token,
    details,
    entry: entryBy(acting, clock(), "push_token_registered", null, details),
  });
  return verdict === "added" || verdict === "kept" ? done({ ok: true }) : refuse(verdict);
}

/** Removes the user's push token. Succeeds for an unknown token and for another user's, which it leaves alone. */
export async function removePush(
  { db, clock }: CoreServices,
  acting: ActingMember,
  { token: address }: { token: string },
) {
  const { userId } = acting.member;
  const entry = entryBy(acting, clock(), "push_token_removed", null);
  await removeContactPoints(db, { userId, channel: "push", address }, entry);
  return done({ ok: true });
}

export async function listContacts({ db }: CoreServices, userId: string) {
  return done({ contacts: (await listContactPoints(db, { userId })).map(shownContact) });
}

export async function removeContact({ db, clock }: CoreServices, acting: ActingMember, id: string) {
  const own = { userId: acting.member.userId, id };
  const contact = await findContactPoint(db, own);
  if (contact === null) return refuse("not_found");
  const entry = entryBy(acting, clock(), "contact_removed", id, { channel: contact.channel });
  return doneIf(await removeContactPoints(db, own, entry));
}

export async function showNotifications(
  { db, clock, configuredChannels }: Services,
  member: Member,
): Promise<Outcome<Notifications>> {
  const stored = await findNotifications(db, member, clock());
  if (stored === null) return refuse("not_found");
  return done(shownNotifications(stored, configuredChannels, member.plan));
}

/** Changes the given fields only. A new phone number gets a code, and works once the code has been entered. */
export async function changeNotifications(
  services: Services,
  acting: ActingMember,
  change: NotificationsChange,
): Promise<Outcome<Notifications>> {
  const { phone, quiet_hours: hours, weekly_digest, monthly_report, quarterly_report, ...choices } = change;
  const { db, clock } = services;
  const { member } = acting;
  const { userId } = member;
  const wish: { [Name in keyof NotificationPreferences]?: NotificationPreferences[Name] | undefined } = {
    ...choices,
    weeklyDigest: weekly_digest,
    monthlyReport: monthly_report,
    quarterlyReport: quarterly_report,
    quietHours: hours && { from: hours.from, to: hours.to, timeZone: hours.time_zone },
  };
  if (phone === null) {
    const entry = entryBy(acting, clock(), "contact_removed", null, { channel: "sms" });
    await removeContactPoints(db, { userId, channel: "sms" }, entry);
  } else if (phone !== undefined) {
    const added = await addContact(services, acting, { channel: "sms", address: phone });
    if (!added.ok) return added;
  }
  const preferences = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
  const changed = Object.keys(preferences).join(", ");
  if (changed === "") return showNotifications(services, member);
  const entry = entryBy(acting, clock(), "notifications_changed", userId, { changed });
  const isSaved = await saveNotifications(db, { userId, preferences, entry });
  return isSaved ? showNotifications(services, member) : refuse("not_found");
}
