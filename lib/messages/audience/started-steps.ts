import type { Channel } from "../../../schema/vocabulary.ts";
import {
  DEFAULT_ESCALATION,
  type EscalationStep,
  escalates,
  isForMembers,
  scheduleOf,
} from "../../alerts/escalation.ts";
import type { Contact, DueHome } from "./due-finding.ts";
import type { MessagePlan } from "./plan-messages.ts";

/** A step of a round that begins with this news; `isNotified` where the news itself is all that it says. */
export type StartedStep = {
  alertId: string;
  place: number;
  step: EscalationStep;
  dueAt: Date;
  isNotified: boolean;
};

/** One contact that a step reaches about one alert. */
export type SteppedContact = { channel: Channel; recipient: string; alertId: string };

/** The steps of every urgent alert that is news; what the members hear at once is this very news. */
export function startedBy({ findings, escalation }: DueHome, now: number): StartedStep[] {
  const urgent = findings.filter(({ finding: { kind, severity, transition } }) =>
    escalates(kind, severity, transition),
  );
  return [...new Set(urgent.map(({ alertId }) => alertId))].flatMap((alertId) =>
    scheduleOf(escalation ?? DEFAULT_ESCALATION, now).map(({ place, step, dueAt }) => {
      const isNotified = step.afterMinutes === 0 && isForMembers(step);
      return { alertId, place, step, dueAt: new Date(dueAt), isNotified };
    }),
  );
}

/**
 * Whom the steps reach by themselves: what comes by mail in place of a text may repeat what the reader was mailed, and
 * news goes out whatever they were sent before.
 */
export const steppedContacts = ({
  messages,
  calls,
}: Pick<MessagePlan, "messages" | "calls">): SteppedContact[] => [
  ...messages
    .filter(({ findings, notes }) => notes.length === 0 && findings.every(({ stage }) => stage !== undefined))
    .flatMap(({ contact, findings }) => findings.map(({ alertId }) => contactOf(contact, alertId))),
  ...calls
    .filter(({ about }) => about.every(({ reason }) => reason !== "worse"))
    .flatMap(({ outsider, about }) => about.map(({ due }) => contactOf(outsider.contact, due.alertId))),
];

const contactOf = ({ channel, address }: Contact, alertId: string): SteppedContact => ({
  channel,
  recipient: address,
  alertId,
});
