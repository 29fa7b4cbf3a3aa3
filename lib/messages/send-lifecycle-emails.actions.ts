import type { Services } from "../kernel/services.actions.ts";
import { enqueueMessages, newDedupeKeys } from "../outbox/enqueue.queries.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import { homeLifecycleEmail, lifecycleEmailsDue } from "../outbox/mail/account-mails.ts";
import { sealMail } from "../outbox/seal-message.actions.ts";
import { type LifecycleEmailHome, listLifecycleEmailHomes } from "./lifecycle-emails.queries.ts";

/** Queues reminders of first steps and of the trial's end, each once per home and owner, and returns how many. */
export async function sendLifecycleEmails(services: Services): Promise<{ lifecycle_emails: number }> {
  const now = services.clock();
  let written = 0;
  for (let afterId = ""; ; ) {
    const homes = await listLifecycleEmailHomes(services.db, afterId, now);
    const due = homes.flatMap((home) => mailsDue(home, `${services.baseUrl}/home`, now));
    const keys = due.map(({ dedupeKey }) => dedupeKey);
    const isNew = await newDedupeKeys(services.db, keys);
    const messages = await Promise.all(
      due.filter(({ dedupeKey }) => isNew.has(dedupeKey)).map((mail) => sealMail(services, mail)),
    );
    written += await enqueueMessages(services.db, messages, now);
    const last = homes.at(-1);
    if (last === undefined || homes.length < MESSAGE_LIMITS.lifecycleEmailsMax)
      return { lifecycle_emails: written };
    afterId = last.id;
  }
}

/** Trial emails have the trial's end in their dedupe key: a renewed trial gets its reminders again. */
const mailsDue = ({ id: householdId, name, owners, ...facts }: LifecycleEmailHome, url: string, now: Date) =>
  lifecycleEmailsDue(facts, now.getTime()).flatMap((kind) =>
    owners.map(({ userId, email: recipient, language }) => {
      const which = kind.startsWith("trial") ? `/${facts.trialEndsAtMs}` : "";
      const dedupeKey = `letter/${householdId}/${kind}${which}/${userId}`;
      const content = homeLifecycleEmail(kind, name, url, language);
      return { householdId, kind, recipient, dedupeKey, content };
    }),
  );
