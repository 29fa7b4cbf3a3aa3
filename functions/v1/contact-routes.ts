import type { Services } from "../../lib/kernel/services.actions.ts";
import {
  addContact,
  type ContactPorts,
  verifyContact,
} from "../../lib/messages/contacts/add-contact.actions.ts";
import {
  changeContact,
  changeNotifications,
  listContacts,
  type NotificationPorts,
  registerPush,
  removeContact,
  removePush,
  showNotifications,
} from "../../lib/messages/contacts/contacts.actions.ts";
import { endKeyOverlap, rotateWebhookKey } from "../../lib/messages/contacts/webhook-keys.actions.ts";
import {
  addHomeContact,
  listHomeContacts,
  type OutsiderPorts,
  removeHomeContact,
} from "../../lib/messages/outsiders/outsiders.actions.ts";
import type {
  CONTACT_WORDS,
  HOME_CONTACT_WORDS,
  NOTIFICATION_WORDS,
  PUSH_WORDS,
} from "../../schema/openapi/routes/contacts.ts";
import type { CONTACTS, HOME_CONTACTS, NOTIFICATIONS, PUSH_TOKENS } from "../../schema/routes/contacts.ts";
import type { NotificationsChange } from "../../schema/wire/account/notifications.ts";
import type { Handlers } from "../_http/mounted-routes.ts";
import { pathId } from "../_http/require-session.ts";

export type ContactRoutePorts = ContactPorts & OutsiderPorts & NotificationPorts;

export const contactHandlers = (ports: ContactPorts): Handlers<typeof CONTACTS, typeof CONTACT_WORDS> => ({
  "contacts.list": (c) => listContacts(ports, c.var.member.userId),
  "contacts.create": (c, wish) => addContact(ports, c.var, wish),
  "contacts.verify": (c, { code }) => verifyContact(ports, c.var, pathId(c), code),
  "contacts.update": (c, { after_minutes }) => changeContact(ports, c.var, pathId(c), after_minutes),
  "contacts.rotateKey": (c, { overlap_hours }) => rotateWebhookKey(ports, c.var, pathId(c), overlap_hours),
  "contacts.endPreviousKey": (c) => endKeyOverlap(ports, c.var, pathId(c)),
  "contacts.delete": (c) => removeContact(ports, c.var, pathId(c)),
});

export const homeContactHandlers = (
  ports: OutsiderPorts,
): Handlers<typeof HOME_CONTACTS, typeof HOME_CONTACT_WORDS> => ({
  "homeContacts.list": (c) => listHomeContacts(ports, c.var.member.householdId),
  "homeContacts.create": (c, wish) => addHomeContact(ports, c.var, wish),
  "homeContacts.delete": (c) => removeHomeContact(ports, c.var, pathId(c)),
});

export const pushHandlers = (
  ports: Pick<Services, "db" | "clock" | "random">,
): Handlers<typeof PUSH_TOKENS, typeof PUSH_WORDS> => ({
  "pushTokens.register": (c, { token, platform = null, appId = null }) =>
    registerPush(ports, c.var, { token, platform, appId }),
  "pushTokens.remove": (c, { token }) => removePush(ports, c.var, token),
});

export const notificationHandlers = (
  ports: NotificationPorts,
): Handlers<typeof NOTIFICATIONS, typeof NOTIFICATION_WORDS> => ({
  "notifications.get": (c) => showNotifications(ports, c.var.member),
  "notifications.update": (c, change) => changeNotifications(ports, c.var, wishOf(change)),
});

function wishOf(change: NotificationsChange) {
  const { quiet_hours: hours, weekly_digest, monthly_report, quarterly_report, ...rest } = change;
  return {
    ...rest,
    weeklyDigest: weekly_digest,
    monthlyReport: monthly_report,
    quarterlyReport: quarterly_report,
    quietHours: hours && { from: hours.from, to: hours.to, timeZone: hours.time_zone },
  };
}
