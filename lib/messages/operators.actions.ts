import type { Language } from "../../schema/vocabulary.ts";
import { closeIncident, findOpenIncidents, openIncident } from "../alerts/incidents.queries.ts";
import { findCount } from "../budget/charges.queries.ts";
import { BUDGET_LIMITS } from "../budget/limits.ts";
import type { Operators } from "../kernel/ports.ts";
import type { CoreServices, CronServices } from "../kernel/services.actions.ts";
import { messageOf } from "../kernel/text.ts";
import type { Fault } from "../language/words.ts";
import { enqueueMessages, newDedupeKeys } from "./enqueue.queries.ts";
import { balanceFault, balanceMail, type CapNews, capMail } from "./mail/account-mails.ts";
import { incidentLine, incidentMail, recoveryLine, recoveryMail } from "./mail/status-mails.ts";
import type { MessageContent, SealedMessage } from "./message.ts";
import { sealMail } from "./seal-message.actions.ts";
import type { SendingServices } from "./sending-services.actions.ts";

/** `subject` identifies the incident until it is closed; `mail` replaces the usual mail about it. */
export type News = {
  subject: string;
  faultIn: (language: Language) => Fault;
  mail?: (language: Language) => MessageContent;
};

/** The operators' chat and what is stored of an incident. */
const SHARED_LANGUAGE: Language = "en";

/** Each operator's address with their language. */
async function readersOf({ emails, languagesOf }: Operators): Promise<[string, Language][]> {
  const languages = emails.length === 0 ? undefined : await languagesOf?.(emails);
  return emails.map((email) => [email, languages?.get(email) ?? SHARED_LANGUAGE]);
}

/** Notifies the operators once an incident, however many notice it. True if this call was the first. */
export async function tellOperators(
  services: CoreServices & Pick<CronServices, "operators">,
  { subject, faultIn, mail }: News,
): Promise<boolean> {
  const at = services.clock();
  const shared = faultIn(SHARED_LANGUAGE);
  const messages: SealedMessage[] = [];
  for (const [recipient, language] of await readersOf(services.operators)) {
    const sealed = await sealMail(services, {
      householdId: null,
      recipient,
      dedupeKey: `incident/${subject}/${at.toISOString()}/${recipient}`,
      kind: "incident",
      content: mail?.(language) ?? incidentMail({ ...faultIn(language), at }, language),
    });
    messages.push(sealed);
  }
  const isFirst = await openIncident(services.db, { subject, reason: shared.reason, messages, at });
  if (isFirst) await services.operators.chat?.(incidentLine(shared));
  return isFirst;
}

/**
 * The messages for operators when incidents end, to queue in the commit that ends them; none if none is open. Also
 * one line each for their chat.
 */
export async function writeRecovery(
  services: CoreServices & Pick<CronServices, "operators">,
  subjects: string[],
): Promise<{ messages: SealedMessage[]; lines: string[] }> {
  const messages: SealedMessage[] = [];
  const lines: string[] = [];
  const open = await findOpenIncidents(services.db, subjects);
  const readers = open.length === 0 ? [] : await readersOf(services.operators);
  for (const { subject, openedAt } of open) {
    const over = { subject, openedAt, at: services.clock() };
    lines.push(recoveryLine(over, SHARED_LANGUAGE));
    for (const [recipient, language] of readers) {
      const sealed = await sealMail(services, {
        householdId: null,
        recipient,
        dedupeKey: `incident_over/${subject}/${openedAt.toISOString()}/${recipient}`,
        kind: "incident_over",
        content: recoveryMail(over, language),
      });
      messages.push(sealed);
    }
  }
  return { messages, lines };
}

/**
 * Tells the operators that little is left of the text messages, calls or mails to newcomers that this installation may
 * send in a day, and again that nothing is: each once a day. Answers how many mails of it were queued.
 */
export async function warnOfCaps(services: CronServices): Promise<number> {
  const { smsPerDay, callsPerDay, newcomerMailsPerDay } = services.sendingPolicy;
  const notified = await Promise.all([
    warnOf(services, "sms", smsPerDay),
    warnOf(services, "call", callsPerDay),
    warnOf(services, "newcomer_mail", newcomerMailsPerDay),
  ]);
  return notified.reduce((sum, count) => sum + count, 0);
}

async function warnOf(services: CronServices, channel: CapNews["channel"], max: number): Promise<number> {
  const period = services.clock().toISOString().slice(0, 10);
  const used = await findCount(services.db, { channel, scope: "instance", subject: "", period });
  if (used === 0 || used * 100 < max * BUDGET_LIMITS.smsWarningPercent) return 0;
  const key = `cap/${channel}/${period}${used < max ? "" : "/all"}`;
  return await mailOperators(services, key, (language) => capMail({ channel, period, used, max }, language));
}

/** Queues a warning for each operator, once a key. Answers how many were new. */
async function mailOperators(
  services: CoreServices & Pick<CronServices, "operators">,
  key: string,
  contentIn: (language: Language) => MessageContent,
): Promise<number> {
  const { db, operators } = services;
  const keyOf = (recipient: string) => `${key}/${recipient}`;
  const isNew = await newDedupeKeys(db, operators.emails.map(keyOf));
  if (isNew.size === 0) return 0;
  const messages = (await readersOf(operators))
    .filter(([recipient]) => isNew.has(keyOf(recipient)))
    .map(([recipient, language]) =>
      sealMail(services, {
        householdId: null,
        recipient,
        kind: "operator_warning",
        dedupeKey: keyOf(recipient),
        content: contentIn(language),
      }),
    );
  return await enqueueMessages(db, await Promise.all(messages), services.clock());
}

const LOW = "text_balance_low";
const EMPTY = "text_balance_empty";

/**
 * Warns the operators that the text message provider is running out of money, and again when it has run out:
 * without money not even a leak is texted. Each warning is sent once, and again only after the account had more in
 * between. Returns 1 if this call was the first, else 0.
 */
export async function warnOfBalance(services: SendingServices): Promise<number> {
  const { db, clock, readSmsBalance, smsBalanceWarning, report } = services;
  if (readSmsBalance === null) return 0;
  try {
    const balance = await readSmsBalance();
    const isEmpty = balance.amount <= 0;
    const isLow = balance.amount <= smsBalanceWarning;
    if (!isEmpty) await closeIncident(db, EMPTY, clock());
    if (!isLow) await closeIncident(db, LOW, clock());
    if (!isEmpty && !isLow) return 0;
    const isFirst = await tellOperators(services, {
      subject: isEmpty ? EMPTY : LOW,
      faultIn: (language) => balanceFault(balance, language),
      mail: (language) => balanceMail(balance, language),
    });
    return isFirst ? 1 : 0;
  } catch (error) {
    report({ level: "warn", event: "sms_balance_unread", error: messageOf(error) });
    return 0;
  }
}
