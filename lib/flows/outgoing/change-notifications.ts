import type { ActingMember, Member } from "../../domain/account/member.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { NotificationPreferences } from "../../domain/outgoing/audience/audience.ts";
import {
  type ShownNotifications,
  shownNotifications,
} from "../../domain/outgoing/audience/shown-notifications.ts";
import type { Clock, ConfiguredChannels } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { findNotifications, saveNotifications } from "../../store/outgoing/preferences.ts";

export type NotificationPorts = { db: Db; clock: Clock; configuredChannels: ConfiguredChannels };

/** One's own, for the home that one is in. */
export async function showNotifications(
  { db, clock, configuredChannels }: NotificationPorts,
  member: Member,
): Promise<Outcome<ShownNotifications>> {
  const stored = await findNotifications(db, member, clock());
  if (stored === null) return refuse("not_found");
  return done(shownNotifications(stored, configuredChannels, member.plan));
}

/** What is undefined stays as it is. */
export type NotificationsWish = {
  [Name in keyof NotificationPreferences]?: NotificationPreferences[Name] | undefined;
} & { phone?: string | null | undefined };

export async function changeNotifications(
  ports: NotificationPorts,
  { member, actor }: ActingMember,
  { phone, ...wish }: NotificationsWish,
): Promise<Outcome<ShownNotifications>> {
  const preferences = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
  const changed = [...Object.keys(preferences), ...(phone === undefined ? [] : ["phone"])].join(", ");
  const entry = {
    ...{ householdId: member.householdId, at: ports.clock(), actor, subject: member.userId },
    ...{ action: "notifications_changed" as const, details: { changed } },
  };
  const isSaved = await saveNotifications(ports.db, { userId: member.userId, preferences, phone, entry });
  return isSaved ? showNotifications(ports, member) : refuse("not_found");
}
