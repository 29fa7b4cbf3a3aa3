import type { ResponderAnswer } from "../../../schema/vocabulary.ts";
import { acknowledgeAlert } from "../../alerts/act-on-alert.actions.ts";
import type { AlertRecord } from "../../alerts/shown-alert.ts";
import type { HomeDevice } from "../../devices/home-device.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { CoreServices, Services } from "../../kernel/services.actions.ts";
import { alertSubjectIn } from "../../language/given-names.ts";
import { RESPONDERS } from "../../language/sent.ts";
import { nameText } from "../../language/sms-text.ts";
import type { Person } from "../../messages/audience/due-finding.ts";
import { DEFAULT_PREFERENCES } from "../../messages/audience/preferences.ts";
import { findHomeAudience } from "../../messages/audience.queries.ts";
import { plainContent } from "../../messages/notice/plain-content.ts";
import { stopOutsider } from "../../messages/outsiders/outsiders.queries.ts";
import { isAlertToken } from "../../outbox/links/tokens.ts";
import { type Contact, isReachable, type SealedMessage } from "../../outbox/message.ts";
import { sealToEach } from "../../outbox/seal-message.actions.ts";
import type { PageHome } from "../home-page/page-home.ts";
import { commitAnswer, findHelp, type OpenedHelp } from "./responder.queries.ts";

/** Tells if this answer also acknowledges the alert. */
const takesOn = (answer: ResponderAnswer): boolean => answer !== "cannot";

/** Returns the devices that a contact outside the home may see: those in the rooms of the alerts. */
export function placesOf({ devices }: PageHome, alerts: readonly AlertRecord[]): HomeDevice[] {
  const own = devices.filter(({ id }) => alerts.some(({ deviceId }) => deviceId === id));
  const isThere = ({ id, space }: HomeDevice): boolean =>
    own.some((device) => device.id === id || (space !== "" && device.space === space));
  return devices
    .filter((device) => device.enabled && isThere(device))
    .map((device) => ({ ...device, sensors: device.sensors.filter(({ visible }) => visible) }))
    .filter(({ sensors }) => sensors.length > 0);
}

export const openOnes = (alerts: readonly AlertRecord[]): AlertRecord[] =>
  alerts.filter(({ closedAt }) => closedAt === null);

/** Channels without news about answers: text messages are for alarms, and programs get only alerts. */
const LEFT_OUT: readonly string[] = ["sms", "webhook"];

/** Returns the alerts behind a contact's link. Changes nothing, since mail scanners follow every link. */
export async function openHelp({ db, clock }: CoreServices, token: string): Promise<Outcome<OpenedHelp>> {
  const opened = isAlertToken(token) ? await findHelp(db, token, clock()) : null;
  return opened === null || opened.alerts.length === 0 ? refuse("dead_link") : done(opened);
}

/**
 * Records a contact's answer, notifies the members, and acknowledges the alerts in the contact's name. After `cannot`
 * the next dispatch frees what they have acknowledged. Idempotent.
 */
export async function answerHelp(
  services: Services,
  token: string,
  answer: ResponderAnswer,
  ip: string | null,
): Promise<Outcome<OpenedHelp>> {
  const opened = await openHelp(services, token);
  if (!opened.ok) return opened;
  const { householdId, contactId, name, alerts, home, isStopped } = opened.value;
  const open = openOnes(alerts);
  const [worst] = open;
  if (isStopped || worst === undefined) return refuse("alert_over");
  const actor = { type: "contact", id: contactId, ip } as const;
  const at = services.clock();
  const alertIds = open.map(({ id }) => id);
  const audience = await findHomeAudience(services.db, householdId, at);
  const messages = await memberMessages(services, audience?.people ?? [], {
    householdId,
    alertIds,
    name: `${worst.id}/answer.${answer}/${contactId}`,
    said: { who: name, answer, alert: worst, home: home.name },
  });
  const details = { answer, name, title: worst.title };
  const entry = { householdId, at, actor, action: "responder_answered", details } as const;
  await commitAnswer(services.db, { alertIds, contactId, answer, messages, entry });
  if (takesOn(answer))
    for (const { id } of open) {
      const taken = await acknowledgeAlert(services, { householdId, actor }, id, "link");
      if (!taken.ok) return taken;
    }
  return done(opened.value);
}

/** Stops all messages to this contact, also in later incidents. The next dispatch frees what they have acknowledged. */
export async function stopCalls(services: CoreServices, token: string, ip: string | null) {
  const opened = await openHelp(services, token);
  if (!opened.ok) return opened;
  const { householdId, contactId, name, address } = opened.value;
  const actor = { type: "contact", id: contactId, ip } as const;
  const entry = { householdId, at: services.clock(), actor, subject: contactId, details: { name } };
  await stopOutsider(services.db, { id: contactId, address }, { ...entry, action: "home_contact_stopped" });
  return opened;
}

/** `name`: part of the dedupe key of the messages. `said`: a contact's answer, with its alert and the home's name. */
type MemberNews = {
  householdId: string;
  alertIds: string[];
  name: string;
  said: { who: string; answer: ResponderAnswer; alert: AlertRecord; home: string };
};

/** Writes the messages to members by mail, push and in their apps, unless they have disabled the channel. */
async function memberMessages(
  services: Services,
  people: readonly Person[],
  { householdId, alertIds, name, said }: MemberNews,
): Promise<SealedMessage[]> {
  const [alertId = ""] = alertIds;
  const url = `${services.baseUrl}/alerts/${alertId}`;
  const contacts = people.flatMap((person) =>
    person.contacts.filter((contact) => isNotified(person, contact)),
  );
  const envelope = { name, householdId, alertIds, kind: "contact_answered", isCritical: true };
  return await sealToEach(services, contacts, envelope, ({ channel, language }) => {
    const words = RESPONDERS[language];
    const about = words.about(nameText(alertSubjectIn(said.alert, language), ""), nameText(said.home, ""));
    return plainContent({
      channel,
      language,
      lines: [about],
      button: words.see,
      url,
      isUrgent: false,
      subject: words.answers[said.answer](nameText(said.who, "?")),
    });
  });
}

const isNotified = ({ preferences }: Person, contact: Contact): boolean =>
  isReachable(contact) &&
  !LEFT_OUT.includes(contact.channel) &&
  { ...DEFAULT_PREFERENCES, ...preferences }[contact.channel] === true;
