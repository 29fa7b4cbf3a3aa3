import { LIMITS } from "../../../schema/limits.ts";
import { STATUS_NEWS_MAIL } from "../../../schema/vocabulary.ts";
import { statusUnsubscribeUrl } from "../../domain/links/status-token.ts";
import { statusNewsMail } from "../../domain/outgoing/mail/status-news-mail.ts";
import type { Clock, Random, SignStatusToken, Vault } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import type { QueuedMessage } from "../../store/outgoing/enqueue.ts";
import { type DueStatusNews, findDueStatusNews, queueStatusMails } from "../../store/status-mails.ts";
import { sealMail } from "../outgoing/seal-mail.ts";

export type StatusMailPorts = {
  db: Db;
  clock: Clock;
  random: Random;
  serverVault: Vault;
  signStatusToken: SignStatusToken;
  baseUrl: string;
};

/**
 * Writes to the confirmed subscribers what was said of incidents, batch by batch. Who has many subscribers
 * has the rest written by the next dispatch. Answers how many mails were queued.
 */
export async function mailStatusNews(ports: StatusMailPorts): Promise<number> {
  let mails = 0;
  for (let round = 0; round < LIMITS.statusMailRoundsMax; round += 1) {
    const due = await findDueStatusNews(ports.db, ports.clock());
    if (due === null) break;
    const messages: QueuedMessage[] = [];
    for (const reader of due.readers) messages.push(await mailTo(ports, due, reader));
    mails += await queueStatusMails(ports.db, due, messages, ports.clock());
  }
  return mails;
}

/** The mail is due since the news was said, so that an incident's end never goes out before its beginning. */
async function mailTo(ports: StatusMailPorts, due: DueStatusNews, email: string): Promise<QueuedMessage> {
  const { id, news } = due;
  const unsubscribe = statusUnsubscribeUrl(ports.baseUrl, await ports.signStatusToken({ email }));
  const sealed = await sealMail(ports, {
    householdId: null,
    recipient: email,
    dedupeKey: `${STATUS_NEWS_MAIL}/${id}/${email}`,
    kind: STATUS_NEWS_MAIL,
    content: statusNewsMail(due, { status: `${ports.baseUrl}/status`, unsubscribe }),
  });
  return { ...sealed, at: news.at };
}
