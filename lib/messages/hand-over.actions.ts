import type { Channel } from "../../schema/vocabulary.ts";
import type { Alert } from "../../schema/wire/alerts.ts";
import { actOnAlert } from "../alerts/act-on-alert.actions.ts";
import { handOver } from "../alerts/episode.ts";
import type { AlertRecord } from "../alerts/shown-alert.ts";
import { spendingOf } from "../budget/spending.ts";
import { breaksThrough } from "../channels/quiet-hours.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import { alertSubjectIn } from "../language/given-names.ts";
import { NOTICES } from "../language/sent.ts";
import { newDedupeKeys } from "../outbox/enqueue.queries.ts";
import { type CountedMessages, isReachable } from "../outbox/message.ts";
import { contactKey, sealToEach } from "../outbox/seal-message.actions.ts";
import type { ActingMember, Member } from "../people/activity.ts";
import { may } from "../people/entitlement.ts";
import { listMembers } from "../people/members.queries.ts";
import { restOf, wantsAlert } from "./audience/preferences.ts";
import { findHomeAudience } from "./audience.queries.ts";
import { queuedBeside } from "./commit-notices.queries.ts";
import { handOverContent } from "./notice/plain-content.ts";

type HandingOver = Pick<ActingMember, "actor"> & { member: Pick<Member, "householdId" | "email" | "name"> };

const MAY_NOT_TAKE = '"user_id" must be somebody who may take alerts on';

/**
 * Assigns an alert to another member, whoever had it before. Notifies them by mail and on every channel that they use
 * for such alerts, once per alert and member.
 */
export async function handOverAlert(
  services: Services,
  { member, actor }: HandingOver,
  alertId: string,
  { user_id: userId }: { user_id: string },
): Promise<Outcome<{ alert: Alert }>> {
  const { householdId } = member;
  const target = (await listMembers(services.db, householdId)).find(({ user_id: id }) => id === userId);
  if (target === undefined) return refuse("not_found");
  if (may("acknowledge_alert", { role: target.role, plan: "free" }) !== "yes")
    return refuse("invalid_request", MAY_NOT_TAKE);
  let told: CountedMessages | undefined;
  return await actOnAlert(
    services,
    { householdId, actor },
    alertId,
    async ({ alert, known, isCurrent, now }) => {
      if (!isCurrent) return refuse("alert_over");
      const action = "alert_handed_over";
      const details = { title: alert.title, to: target.name ?? target.email };
      const state = handOver(known, { to: userId, by: actor.id }, now.getTime());
      if (state === known) return done({ state, action, details });
      told ??= await handOverMessages(services, { by: member, userId, alert }, now);
      return done({ state, action, details, beside: queuedBeside(told, now) });
    },
  );
}

/** Channels without hand-over messages: webhooks only carry alerts, and calls are for finding somebody who responds. */
const LEFT_OUT: readonly Channel[] = ["webhook", "call"];

/**
 * Writes the messages that notify a member of an assigned alert: by mail, and wherever they want such alerts, as far as
 * the home's budget allows. None if the member was notified of this alert's assignment before.
 */
async function handOverMessages(
  services: Services,
  { by, userId, alert }: { by: HandingOver["member"]; userId: string; alert: AlertRecord },
  now: Date,
): Promise<CountedMessages> {
  const { householdId } = by;
  const audience = await findHomeAudience(services.db, householdId, now);
  const person = audience?.people.find((each) => each.userId === userId);
  if (audience === null || person === undefined) return { messages: [], charges: [] };
  const { preferences } = person;
  const name = `${alert.id}/handed/${userId}`;
  const known = person.contacts.filter(
    (contact) =>
      contact.channel === "email" ||
      (isReachable(contact) &&
        !LEFT_OUT.includes(contact.channel) &&
        wantsAlert(contact.channel, alert, preferences)),
  );
  const keys = known.map((contact) => contactKey(name, contact));
  const fresh = await newDedupeKeys(services.db, keys);
  const isUrgent = breaksThrough(alert.kind, alert.severity);
  const spending = spendingOf(audience, services.sendingPolicy, now.getTime());
  const notified = known.filter(
    (contact) => fresh.has(contactKey(name, contact)) && spending.take(contact, isUrgent) === null,
  );
  const isCritical = alert.severity === "critical";
  const envelope = { name, householdId, alertIds: [alert.id], kind: "hand_over", isCritical };
  const messages = await sealToEach(services, notified, envelope, (contact) => {
    const rest = isUrgent ? {} : restOf(preferences, contact.channel);
    const { noun } = NOTICES[contact.language].kinds[alert.kind];
    const title = `${alertSubjectIn(alert, contact.language)}: ${noun}`;
    const url = `${services.baseUrl}/alerts/${alert.id}`;
    const said = { home: audience.household.name, title, by, url };
    return { ...handOverContent(said, contact, isUrgent || preferences.quietHours == null), ...rest };
  });
  return { messages, charges: spending.charges() };
}
