import { type AfterMinutes, ID_PREFIXES, type PushPlatform } from "../../../schema/vocabulary.ts";
import type { NotificationsChange } from "../../../schema/wire/account/notifications.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { newId } from "../../kernel/secret.ts";
import type { CoreServices, Services } from "../../kernel/services.actions.ts";
import type { ActingMember, Member } from "../../people/items.ts";
import { addContactPoint } from "../add-contact-point.queries.ts";
import type { NotificationPreferences } from "../audience/preferences.ts";
import { type ShownContact, shownContact } from "../audience/shown-contact.ts";
import { type ShownNotifications, shownNotifications } from "../audience/shown-notifications.ts";
import {
  changeContactTiming,
  findContactPoint,
  listContactPoints,
  removeContactPoints,
} from "../contact-points.queries.ts";
import { findNotifications, saveNotifications } from "../preferences.queries.ts";
import { addContact } from "./add-contact.actions.ts";

/** A phone's token is its owner's until it is removed or gone: another person takes it over only then. */
export async function registerPush(
  { db, clock, random }: CoreServices,
  { member, actor }: ActingMember,
  { token, platform, appId }: { token: string; platform: PushPlatform | null; appId: string | null },
): Promise<Outcome<{ ok: true }>> {
  const { contacts } = CHANNEL_RULES.push;
  const details = { platform, app_id: appId };
  const verdict = await addContactPoint(db, {
    id: newId(ID_PREFIXES.contactPoint, random),
    userId: member.userId,
    channel: "push",
    address: token,
    sealedSecret: null,
    details,
    code: null,
    max: contacts?.max ?? 0,
    isExclusive: contacts?.isExclusive ?? true,
    entry: {
      householdId: member.householdId,
      at: clock(),
      actor,
      action: "push_token_registered",
      subject: null,
      details,
    },
  });
  if (verdict === "taken") return refuse("contact_taken");
  return verdict === "too_many" ? refuse("too_many") : done({ ok: true });
}

/** Another user's token is as unknown as one that never was. */
export async function removePush(
  { db, clock }: CoreServices,
  { member, actor }: ActingMember,
  token: string,
): Promise<Outcome<{ ok: true }>> {
  const { userId, householdId } = member;
  const action = "push_token_removed" as const;
  const entry = { householdId, at: clock(), actor, action, subject: null };
  await removeContactPoints(db, { userId, channel: "push", address: token, entry });
  return done({ ok: true });
}

/** One's own, in every home. */
export async function listContacts(
  { db }: CoreServices,
  userId: string,
): Promise<Outcome<{ contacts: ShownContact[] }>> {
  return done({ contacts: (await listContactPoints(db, userId)).map(shownContact) });
}

export async function removeContact(
  { db, clock }: CoreServices,
  { member, actor }: ActingMember,
  id: string,
): Promise<Outcome<{ ok: true }>> {
  const { userId, householdId } = member;
  const contact = await findContactPoint(db, userId, { id });
  if (contact === null) return refuse("not_found");
  const { channel } = contact;
  const action = "contact_removed" as const;
  const entry = { householdId, at: clock(), actor, action, subject: id, details: { channel } };
  return (await removeContactPoints(db, { userId, channel, id, entry }))
    ? done({ ok: true })
    : refuse("not_found");
}

/** Sets how long an urgent alert goes unacknowledged before the contact is notified. */
export async function changeContact(
  { db, clock }: CoreServices,
  { member, actor }: ActingMember,
  id: string,
  afterMinutes: AfterMinutes,
): Promise<Outcome<{ contact: ShownContact }>> {
  const { userId, householdId } = member;
  const contact = await findContactPoint(db, userId, { id });
  if (contact === null) return refuse("not_found");
  const { channel } = contact;
  const details = { channel, after_minutes: afterMinutes };
  const action = "contact_changed" as const;
  const entry = { householdId, at: clock(), actor, action, subject: id, details };
  return (await changeContactTiming(db, { userId, id, afterMinutes, entry }))
    ? done({ contact: shownContact({ ...contact, afterMinutes }) })
    : refuse("not_found");
}

/** One's own, for the home that one is in. */
export async function showNotifications(
  { db, clock, configuredChannels }: Services,
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
export async function changeNotifications(
  services: Services,
  acting: ActingMember,
  {
    phone,
    quiet_hours: hours,
    weekly_digest,
    monthly_report,
    quarterly_report,
    ...choices
  }: NotificationsChange,
): Promise<Outcome<ShownNotifications>> {
  const wish: { [Name in keyof NotificationPreferences]?: NotificationPreferences[Name] | undefined } = {
    ...choices,
    weeklyDigest: weekly_digest,
    monthlyReport: monthly_report,
    quarterlyReport: quarterly_report,
    quietHours: hours && { from: hours.from, to: hours.to, timeZone: hours.time_zone },
  };
  const { member, actor } = acting;
  const phoned = phone === undefined ? done(null) : await changePhone(services, acting, phone);
  if (!phoned.ok) return phoned;
  const preferences = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
  const changed = Object.keys(preferences).join(", ");
  if (changed === "") return showNotifications(services, member);
  const { householdId, userId } = member;
  const action = "notifications_changed" as const;
  const entry = { householdId, at: services.clock(), actor, action, subject: userId, details: { changed } };
  const isSaved = await saveNotifications(services.db, { userId, preferences, entry });
  return isSaved ? showNotifications(services, member) : refuse("not_found");
}

async function changePhone(
  services: Services,
  acting: ActingMember,
  phone: string | null,
): Promise<Outcome<null>> {
  if (phone !== null) {
    const added = await addContact(services, acting, { channel: "sms", address: phone });
    return added.ok ? done(null) : added;
  }
  const { userId, householdId } = acting.member;
  const details = { channel: "sms" };
  const entry = { householdId, at: services.clock(), actor: acting.actor, subject: null, details };
  const action = "contact_removed" as const;
  await removeContactPoints(services.db, { userId, channel: "sms", entry: { ...entry, action } });
  return done(null);
}
