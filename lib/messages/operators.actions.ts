import type { Language } from "../../schema/vocabulary.ts";
import type { MessageContent } from "../channels/content.ts";
import type { CoreServices, CronServices, WatchServices } from "../kernel/services.actions.ts";
import type { Fault } from "../language/words.ts";
import { changeAndEnqueue } from "../outbox/enqueue.queries.ts";
import { incidentLine, incidentMail, recoveryLine, recoveryMail } from "../outbox/mail/status-mails.ts";
import type { SealedMessage } from "../outbox/message.ts";
import { sealMail } from "../outbox/seal-message.actions.ts";
import { closeIncident, findOpenIncidents, openedIncident } from "../status/faults.queries.ts";

/** `subject` identifies the incident until it is closed. */
type News = { subject: string; faultIn: (language: Language) => Fault };

const SHARED_LANGUAGE: Language = "en";

type Telling = CoreServices & Pick<CronServices, "operators">;

export async function sealForOperators(
  services: Telling,
  kind: string,
  key: string,
  contentIn: (language: Language) => MessageContent,
): Promise<SealedMessage[]> {
  const { emails, languagesOf } = services.operators;
  const languages = emails.length === 0 ? undefined : await languagesOf?.(emails);
  return await Promise.all(
    emails.map((recipient) =>
      sealMail(services, {
        householdId: null,
        recipient,
        kind,
        dedupeKey: `${key}/${recipient}`,
        content: contentIn(languages?.get(recipient) ?? SHARED_LANGUAGE),
      }),
    ),
  );
}

/** Opens an incident and notifies the operators. Returns false, and does nothing, if it is already open. */
export async function tellOperators(services: Telling, { subject, faultIn }: News): Promise<boolean> {
  const at = services.clock();
  const shared = faultIn(SHARED_LANGUAGE);
  const key = `incident/${subject}/${at.toISOString()}`;
  const messages = await sealForOperators(services, "incident", key, (language) =>
    incidentMail({ ...faultIn(language), at }, language),
  );
  const opened = openedIncident({ subject, reason: shared.reason, at });
  const isFirst = await changeAndEnqueue(services.db, opened, messages, at);
  if (isFirst) await services.operators.chat?.(incidentLine(shared));
  return isFirst;
}

/** Opens an incident for a fault that only the process on the machine can see, such as a full disk. */
export async function openTrouble(services: WatchServices, trouble: News): Promise<void> {
  if (await tellOperators(services, trouble)) await services.wake();
}

export const closeTrouble = ({ db, clock }: CoreServices, subject: string): Promise<void> =>
  closeIncident(db, subject, clock());

/**
 * Writes the messages for operators, and a line each for their chat, about the end of incidents; none for incidents
 * that aren't open. The caller queues the messages in the commit that closes the incidents.
 */
export async function writeRecovery(services: Telling, subjects: string[]) {
  const at = services.clock();
  const ended = (await findOpenIncidents(services.db, subjects)).map((open) => ({ ...open, at }));
  const messages = await Promise.all(
    ended.map((over) => {
      const key = `incident_over/${over.subject}/${over.openedAt.toISOString()}`;
      return sealForOperators(services, "incident_over", key, (language) => recoveryMail(over, language));
    }),
  );
  return { messages: messages.flat(), lines: ended.map((over) => recoveryLine(over, SHARED_LANGUAGE)) };
}
