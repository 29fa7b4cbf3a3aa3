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
  callsOf,
  deliveriesOf,
  isJustNotified,
  type PlannedCall,
  type StartedStep,
  startedBy,
  stepDeliveries,
  worstFirst,
} from "./deliveries.ts";
import type { DueFinding, DueHome, DueStep, Person } from "./due-finding.ts";

/** The end, and worse news, make pointless whatever anyone has not got yet of an alert … */
const ENDS_WAITING: readonly Transition[] = ["worsened", "closed"];
/** … a reminder what its own reader has not got yet. */
const STANDS_FOR_EARLIER: readonly Transition[] = [...ENDS_WAITING, "reminded"];

/** What is too much for one channel is not sent by another. */
const USED_UP: Block = "used_up";

/** Half of the shortest time between two reminders. */
const REMINDED_AGAIN_MS = 300_000;

/** One message to one contact of a person: all current news of the home, the worst first. */
export type PlannedMessage = {
  person: Person;
  contact: Contact;
  at: number;
  findings: DueFinding[];
  /** Why what was asked for on other channels comes here. */
  notes: Block[];
};

/** `unsent`: what the home's day has no room for. */
export type MessagePlan = {
  messages: PlannedMessage[];
  unsent: PlannedMessage[];
  calls: PlannedCall[];
  charges: Charge[];
  started: StartedStep[];
  /** What the steps alone say, by whom it reaches: not said to somebody who is being sent news of the alert just then. */
  stepped: SteppedContact[];
  /** Alerts whose waiting messages these replace: for everyone, and for the recipients of these. */
  overtaken: { everyone: string[]; sameRecipient: string[] };
};

type SteppedContact = { channel: Channel; recipient: string; alertId: string };

/** Leaves out what later news of the same alert makes pointless; oldest first. */
const withoutOvertaken = (findings: readonly DueFinding[], by: readonly Transition[]): DueFinding[] =>
  findings.filter(
    (due) =>
      !findings.some(
        (later) =>
          later.alertId === due.alertId && isAfter(later, due) && by.includes(later.finding.transition),
      ),
  );

/** A step tells news again, and so comes after them; of two steps the later one. */
const isAfter = (one: DueFinding, other: DueFinding): boolean =>
  one.finding.sequence !== other.finding.sequence
    ? one.finding.sequence > other.finding.sequence
    : placeOf(one) > placeOf(other);

const placeOf = ({ stage }: DueFinding): number =>
  stage === undefined ? -1 : stage.round * LIMITS.escalationStepsMax * 2 + stage.place;

/**
 * Decides who is notified of what about a home, where and when: one message for each person, contact and hour of arrival.
 */
export function planMessages(home: DueHome, policy: SendingPolicy, now: number): MessagePlan {
  const news = withoutOvertaken(home.findings, ENDS_WAITING).filter(
    (finding) => !isNotifiedAgain(finding, now),
  );
  const steps = home.escalation ?? DEFAULT_ESCALATION;
  const deliveries = news.flatMap((finding) => deliveriesOf(finding, home.people, now, steps));
  const stepped = home.steps.flatMap((step) => stepDeliveries(step, home.people, now));
  const wished = merged(
    [...deliveries, ...stepped].map(({ finding, ...to }) => ({ ...to, findings: [finding], notes: [] })),
  );
  const spending = spendingOf(home, policy, now);
  // Members come first: the month's last text is theirs.
  const planned = wished.map((message) => ({ message, block: charge(message, spending) }));
  const calls = callsOf(news, home.steps, home.outsiders).filter(
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
    calls,
    charges: spending.charges(),
    started: startedBy(home, now),
    stepped: steppedContacts(messages, calls),
    overtaken: overtakenBy(home),
  };
}

/**
 * Whom the steps reach by themselves: what comes by mail in place of a text is merged with what its reader is mailed
 * besides, and news goes out whatever they were sent before.
 */
function steppedContacts(
  messages: readonly PlannedMessage[],
  calls: readonly PlannedCall[],
): SteppedContact[] {
  const members = messages.filter(
    ({ findings, notes }) => notes.length === 0 && findings.every(({ stage }) => stage !== undefined),
  );
  const outsiders = calls
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

/** While nothing was sent a reminder waited: its news was sent a moment before the next one became due. */
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

/** By mail in place of a text, a step tells nobody again who was mailed what it says. */
const isRepeated = ({ contact, findings }: PlannedMessage, steps: readonly DueStep[]): boolean =>
  findings.every(({ alertId, stage }) =>
    steps.some(
      (step) => step.due.alertId === alertId && step.place === stage?.place && isJustNotified(step, contact),
    ),
  );

/** What goes to one contact at one time is one message, also where some of it was meant for another channel. */
function merged(messages: readonly PlannedMessage[]): PlannedMessage[] {
  return [...Map.groupBy(messages, keyOf).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const findings = [...new Set(group.flatMap((message) => message.findings))];
    const notes = [...new Set(group.flatMap((message) => message.notes))];
    return [{ ...first, findings: worstFirst(withoutOvertaken(findings, STANDS_FOR_EARLIER)), notes }];
  });
}
