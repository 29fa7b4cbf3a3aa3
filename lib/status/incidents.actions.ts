import { ID_PREFIXES, STATUS_NEWS_MAIL } from "../../schema/vocabulary.ts";
import type { IncidentOpening, StatusIncidentItem } from "../../schema/wire/status.ts";
import { done, doneIf, type Outcome, refuse } from "../kernel/outcome.ts";
import { newId } from "../kernel/secret.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import type { QueuedMessage } from "../outbox/enqueue.queries.ts";
import { linkUrl } from "../outbox/links/tokens.ts";
import { statusNewsMail } from "../outbox/mail/status-mails.ts";
import { sealMail } from "../outbox/seal-message.actions.ts";
import {
  closeStatusIncident,
  findStatusIncident,
  listStatusIncidents,
  openStatusIncident,
  type Said,
  updateStatusIncident,
} from "./incidents.queries.ts";
import { STATUS_LIMITS } from "./limits.ts";
import { type DueStatusNews, findDueStatusNews, queueStatusMails } from "./subscribers.queries.ts";

const saidNow = ({ clock, random }: CoreServices, text: string): Said => ({
  id: newId(ID_PREFIXES.statusNews, random),
  text,
  at: clock(),
});

export const listIncidents = async ({ db }: CoreServices): Promise<{ incidents: StatusIncidentItem[] }> => ({
  incidents: await listStatusIncidents(db),
});

export async function openIncident(
  services: CoreServices,
  { text, ...incident }: IncidentOpening,
): Promise<Outcome<{ ok: true }>> {
  const id = newId(ID_PREFIXES.statusIncident, services.random);
  await openStatusIncident(services.db, { id, ...incident }, saidNow(services, text));
  return done({ ok: true });
}

export async function updateIncident(services: CoreServices, id: string, text: string) {
  if (await updateStatusIncident(services.db, id, saidNow(services, text))) return done({ ok: true });
  const found = await findStatusIncident(services.db, id);
  if (found === null) return refuse("not_found");
  return refuse(found.closed_at === null ? "too_many_updates" : "incident_over");
}

/** Closes an incident. A closed incident keeps its first end. */
export async function closeIncident(services: CoreServices, id: string, text: string) {
  await closeStatusIncident(services.db, id, saidNow(services, text));
  return doneIf((await findStatusIncident(services.db, id)) !== null);
}

/**
 * Mails incident news to the confirmed subscribers, batch by batch, and returns how many mails were queued. With many
 * subscribers, the next dispatch writes the rest.
 */
export async function mailStatusNews(services: Services): Promise<number> {
  let mails = 0;
  for (let round = 0; round < STATUS_LIMITS.statusMailRoundsMax; round += 1) {
    const due = await findDueStatusNews(services.db, services.clock());
    if (due === null) break;
    const messages: QueuedMessage[] = [];
    for (const reader of due.readers) messages.push(await mailTo(services, due, reader));
    mails += await queueStatusMails(services.db, due, messages, services.clock());
  }
  return mails;
}

/** Writes a mail that is due from the time of its news, so that an incident's end never goes out before its start. */
async function mailTo(
  services: Services,
  due: DueStatusNews,
  { email, language }: DueStatusNews["readers"][number],
): Promise<QueuedMessage> {
  const { id, news } = due;
  const token = await services.linkTokens.sign("status", { email });
  const unsubscribe = linkUrl(services.baseUrl, "statusUnsubscribe", token);
  const sealed = await sealMail(services, {
    householdId: null,
    recipient: email,
    dedupeKey: `${STATUS_NEWS_MAIL}/${id}/${email}`,
    kind: STATUS_NEWS_MAIL,
    content: statusNewsMail(due, { status: `${services.baseUrl}/status`, unsubscribe }, language),
  });
  return { ...sealed, at: new Date(news.at) };
}
