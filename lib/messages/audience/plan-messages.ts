import { LIMITS } from "../../../schema/limits.ts";
import type { Block, Channel, Transition } from "../../../schema/vocabulary.ts";
import { DEFAULT_ESCALATION } from "../../alerts/escalation.ts";
import type { Charge } from "../../budget/counts.ts";
import { spendingOf } from "../../budget/spending.ts";
import { breaksThrough } from "../../channels/quiet-hours.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { SendingPolicy } from "../../kernel/ports.ts";
import type { Contact } from "../../outbox/message.ts";
import {
  deliveriesOf,
  type HelpRequest,
  helpRequests,
  isJustNotified,
  type StartedStep,
  startedBy,
  stepDeliveries,
  worstFirst,
} from "./deliveries.ts";
import type { DueFinding, DueHome, DueStep, Person } from "./due-finding.ts";

/** Worse news and the end replace waiting messages about their alert, for everyone. */
const ENDS_WAITING: readonly Transition[] = ["worsened", "closed"];
/** A reminder replaces only waiting messages to its own recipient. */
const STANDS_FOR_EARLIER: readonly Transition[] = [...ENDS_WAITING, "reminded"];

/** The one block without mail in its place: the home's day has no room on any channel. */
const USED_UP: Block = "used_up";

/** Half of the shortest time between two reminders, in milliseconds. */
const REMINDED_AGAIN_MS = 300_000;

/** One message to one contact of a person, with all current news of the home, the worst first. */
export type PlannedMessage = {
  person: Person;
  contact: Contact;
  at: number;
  findings: DueFinding[];
  /** Why news that was meant for other channels comes here. */
  notes: Block[];
};

/** `unsent`: messages over the home's daily limit. */
export type MessagePlan = {
  messages: PlannedMessage[];
  unsent: PlannedMessage[];
  requests: HelpRequest[];
  charges: Charge[];
  started: StartedStep[];
  /** Recipients of messages from steps alone: the commit fails if they are just getting other news of the alert. */
  stepped: SteppedContact[];
  /** Alerts whose waiting messages the plan replaces: for everyone, and only for the plan's own recipients. */
  overtaken: { everyone: string[]; sameRecipient: string[] };
};

type SteppedContact = { channel: Channel; recipient: string; alertId: string };

/** Leaves out findings that later news of the same alert replaces. */
const withoutOvertaken = (findings: readonly DueFinding[], by: readonly Transition[]): DueFinding[] =>
  findings.filter(
    (due) =>
      !findings.some(
        (later) =>
          later.alertId === due.alertId && isAfter(later, due) && by.includes(later.finding.transition),
      ),
  );

/** True if `one` is later, by its finding's sequence, then by its step. A step is later than the news it repeats. */
const isAfter = (one: DueFinding, other: DueFinding): boolean =>
  one.finding.sequence !== other.finding.sequence
    ? one.finding.sequence > other.finding.sequence
    : stepIndexOf(one) > stepIndexOf(other);

const stepIndexOf = ({ stage }: DueFinding): number =>
  stage === undefined ? -1 : stage.round * LIMITS.escalationStepsMax * 2 + stage.place;

/** Decides who is notified of what, where and when: one message for each person, contact and time of delivery. */
export function planMessages(home: DueHome, policy: SendingPolicy, now: number): MessagePlan {
  const news = withoutOvertaken(home.findings, ENDS_WAITING).filter(
    (finding) => !isNotifiedAgain(finding, now),
  );
  const steps = home.escalation ?? DEFAULT_ESCALATION;
  // An outsider who can't be sent anything now, such as a text on Free, doesn't stand in for the members.
  const outsiders = home.outsiders.filter(
    ({ contact }) => charge({ contact, findings: news }, spendingOf(home, policy, now)) === null,
  );
  const deliveries = news.flatMap((finding) => deliveriesOf(finding, { ...home, outsiders }, now, steps));
  const stepped = home.steps.flatMap((step) => stepDeliveries(step, home.people, now));
  const wished = merged(
    [...deliveries, ...stepped].map(({ finding, ...to }) => ({ ...to, findings: [finding], notes: [] })),
  );
  const spending = spendingOf(home, policy, now);
  // Members before outsiders: they get the last text of the month.
  const planned = wished.map((message) => ({ message, block: charge(message, spending) }));
  const requests = helpRequests(news, home.steps, home.outsiders).filter(
    ({ outsider: { contact }, findings }) => charge({ contact, findings }, spending) === null,
  );
  const sent = planned.filter(({ block }) => block === null).map(({ message }) => message);
  const byMail = planned
    .flatMap(({ message, block }) =>
      block === null || block === USED_UP ? [] : [mailInstead(message, block)],
    )
    .filter((mail) => !isRepeated(mail, home.steps) && charge(mail, spending) === null);
  const unsent = planned.filter(({ block }) => block === USED_UP).map(({ message }) => message);
  const messages = merged([...sent, ...byMail]);
  return {
    messages,
    unsent,
    requests,
    charges: spending.charges(),
    started: startedBy(home, now),
    stepped: steppedContacts(messages, requests),
    overtaken: overtakenBy(home),
  };
}

/**
 * Returns the recipients of messages from steps alone. Leaves out mail in place of a text, because it is merged with
 * other mail, and messages with news, because news goes out whatever was sent before.
 */
function steppedContacts(
  messages: readonly PlannedMessage[],
  requests: readonly HelpRequest[],
): SteppedContact[] {
  const members = messages.filter(
    ({ findings, notes }) => notes.length === 0 && findings.every(({ stage }) => stage !== undefined),
  );
  const outsiders = requests
    .filter(({ reason }) => reason !== "worse")
    .map(({ outsider: { contact }, findings }) => ({ contact, findings }));
  return [...members, ...outsiders].flatMap(({ contact: { channel, address: recipient }, findings }) =>
    findings.map(({ alertId }) => ({ channel, recipient, alertId })),
  );
}

function overtakenBy({ findings, steps }: DueHome): MessagePlan["overtaken"] {
  const alertsWith = (transitions: readonly Transition[]) =>
    findings.filter(({ finding }) => transitions.includes(finding.transition)).map(({ alertId }) => alertId);
  const stepped = steps.map(({ due }) => due.alertId);
  return {
    everyone: alertsWith(ENDS_WAITING),
    sameRecipient: [...alertsWith(STANDS_FOR_EARLIER), ...stepped],
  };
}

/** True for a reminder that became due just after its alert's last, delayed message: it would repeat that message. */
const isNotifiedAgain = ({ lastNotifiedAt }: DueFinding, now: number): boolean =>
  lastNotifiedAt !== null && now - lastNotifiedAt < REMINDED_AGAIN_MS;

const keyOf = ({ person, contact, at }: Pick<PlannedMessage, "person" | "contact" | "at">): string =>
  JSON.stringify([person.userId, contact.channel, contact.address, at]);

type Spending = ReturnType<typeof spendingOf>;

function charge({ contact, findings }: Pick<PlannedMessage, "contact" | "findings">, { take }: Spending) {
  if (contact.isGone) return CHANNEL_RULES[contact.channel].goneBlock ?? null;
  const isUrgent = findings.some(({ finding }) => breaksThrough(finding.kind, finding.severity));
  const isFirstOfLeak = findings.some(
    ({ finding }) => finding.kind === "leak" && finding.transition === "opened",
  );
  return take(contact, isUrgent, isFirstOfLeak);
}

function mailInstead({ person, at, findings }: PlannedMessage, block: Block): PlannedMessage {
  const mail = person.contacts.find(({ channel }) => channel === "email");
  if (mail === undefined) throw new Error(`${person.userId} signs in with no address`);
  return { person, contact: mail, at, findings, notes: [block] };
}

/** True if a step's mail in place of a text would repeat what the reader was just mailed. */
const isRepeated = ({ contact, findings }: PlannedMessage, steps: readonly DueStep[]): boolean =>
  findings.every(({ alertId, stage }) =>
    steps.some(
      (step) => step.due.alertId === alertId && step.place === stage?.place && isJustNotified(step, contact),
    ),
  );

/** Merges messages to the same contact at the same time, also those that were meant for another channel. */
function merged(messages: readonly PlannedMessage[]): PlannedMessage[] {
  return [...Map.groupBy(messages, keyOf).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const findings = [...new Set(group.flatMap((message) => message.findings))];
    const notes = [...new Set(group.flatMap((message) => message.notes))];
    return [{ ...first, findings: worstFirst(withoutOvertaken(findings, STANDS_FOR_EARLIER)), notes }];
  });
}
