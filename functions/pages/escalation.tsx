import { changeEscalation, showEscalation } from "../../lib/alerts/settings/settings.actions.ts";
import {
  addHomeContact,
  listHomeContacts,
  removeHomeContact,
} from "../../lib/messages/outsiders/outsiders.actions.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { LIMITS } from "../../schema/limits.ts";
import { NewHomeContact } from "../../schema/wire/account/contacts.ts";
import { EscalationChange } from "../../schema/wire/escalation.ts";
import { Contacts, StepLines, Steps } from "./components/escalation-parts.tsx";
import type { Form as SentForm } from "./form.ts";
import { homeOf, type Site } from "./site.ts";
import { together } from "./together.ts";

const PATH = "/escalation";

/** `/escalation`: what happens until somebody answers, and who outside the home may be called. */
export function escalationPages({ services, page }: Site): void {
  const { form, act } = page(PATH, null, {
    load: async (c) => {
      const { householdId } = c.var;
      const found = await together({
        escalation: showEscalation(services, householdId),
        listed: listHomeContacts(services, householdId),
        home: homeOf(c, services),
        members: listMembers(services.db, householdId),
      });
      if (!found.ok) return found;
      const { escalation, listed, home, members } = found.value;
      return {
        escalation,
        contacts: listed.contacts,
        members: members.map(({ user_id: id, name, email }) => ({ id, name: name ?? email })),
        spaces: [...new Set(home.devices.map(({ space }) => space).filter(Boolean))],
      };
    },
    view: (shown, { words, mayDo }) => (
      <>
        <p>{words.escalation.lead}</p>
        {mayDo("manage_escalation") ? <Steps {...shown} /> : <StepLines {...shown} />}
        <Contacts {...shown} configured={services.configuredChannels} />
      </>
    ),
  });
  form(PATH, "manage_escalation", {
    shape: EscalationChange,
    wish: (form) => ({
      steps: form.has("reset") ? null : stepsOf(form).map(({ row: _, ...step }) => step),
    }),
    run: (c, change) => changeEscalation(services, c.var, change),
    nameField: (path, form) => fieldOfRow(path, stepsOf(form)),
    done: "saved",
  });
  act(`${PATH}/contacts`, "manage_escalation", addHomeContact, "contactAsked", NewHomeContact);
  act(`${PATH}/contacts/:id/remove`, "manage_escalation", removeHomeContact, "removed");
}

/** The rows that name somebody, in the order of their minutes. */
function stepsOf({ text }: SentForm) {
  return Array.from({ length: LIMITS.escalationStepsMax }, (_, row) => ({
    row,
    whom: text(`whom_${row}`),
    channels: text(`channels_${row}`) === "" ? null : text(`channels_${row}`).split(","),
    after_minutes: Number(text(`after_${row}`) || "0"),
  }))
    .filter(({ whom }) => whom !== "")
    .toSorted((one, other) => one.after_minutes - other.after_minutes);
}

/** A refusal names a step by its place and its field as the wire has it; the form, by the row that it was typed in. */
function fieldOfRow(
  [list, place, field]: readonly string[],
  rows: readonly { row: number }[],
): string | undefined {
  const row = list === "steps" ? rows[Number(place)]?.row : undefined;
  return row === undefined || field === undefined
    ? undefined
    : `${field === "after_minutes" ? "after" : field}_${row}`;
}
