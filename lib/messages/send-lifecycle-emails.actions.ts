import type { Language } from "../../schema/vocabulary.ts";
import type { Services } from "../kernel/services.actions.ts";
import { enqueueMessages, newDedupeKeys } from "./enqueue.queries.ts";
import { type LifecycleEmailHome, listLifecycleEmailHomes } from "./lifecycle-emails.queries.ts";
import { MESSAGE_LIMITS } from "./limits.ts";
import type { LifecycleEmail } from "./mail/lifecycle-email.ts";
import { homeLifecycleEmail, lifecycleEmailsDue } from "./mail/onboarding-emails.ts";
import type { SealedMessage } from "./message.ts";
import { sealMail } from "./seal-message.actions.ts";

type Due = {
  home: LifecycleEmailHome;
  email: LifecycleEmail;
  recipient: string;
  key: string;
  language: Language;
};

/**
 * Reminders of the trial's end and first steps, each once a home and owner. Answers how many were written.
 */
export async function sendLifecycleEmails(services: Services): Promise<{ lifecycle_emails: number }> {
  const now = services.clock();
  let written = 0;
  for (let afterId = ""; ; ) {
    const homes = await listLifecycleEmailHomes(services.db, afterId, now);
    const due = homes.flatMap((home) => dueOf(home, now));
    const isNew = await newDedupeKeys(
      services.db,
      due.map(({ key }) => key),
    );
    const messages: SealedMessage[] = [];
    for (const one of due) if (isNew.has(one.key)) messages.push(await messageOf(services, one));
    written += await enqueueMessages(services.db, messages, now);
    const last = homes.at(-1);
    if (last === undefined || homes.length < MESSAGE_LIMITS.lifecycleEmailsMax)
      return { lifecycle_emails: written };
    afterId = last.id;
  }
}

/** A renewed trial gets its reminders again. */
const dueOf = (home: LifecycleEmailHome, now: Date): Due[] =>
  lifecycleEmailsDue(home.facts, now.getTime()).flatMap((email) =>
    home.owners.map(({ userId, email: recipient, language }) => {
      const which = email.startsWith("trial") ? `/${home.facts.trialEndsAtMs}` : "";
      return { home, email, recipient, language, key: `letter/${home.id}/${email}${which}/${userId}` };
    }),
  );

const messageOf = (
  services: Services,
  { home, email, recipient, key, language }: Due,
): Promise<SealedMessage> =>
  sealMail(services, {
    householdId: home.id,
    recipient,
    dedupeKey: key,
    kind: email,
    content: homeLifecycleEmail(email, home.name, `${services.baseUrl}/`, language),
  });
