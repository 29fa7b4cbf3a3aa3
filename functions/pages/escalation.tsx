import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { changeEscalation, showEscalation } from "../../lib/alerts/settings/settings.actions.ts";
import { listDevices } from "../../lib/devices/devices.actions.ts";
import { DEVICE_LIMITS } from "../../lib/devices/limits.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import {
  addHomeContact,
  listHomeContacts,
  type OutsiderPorts,
  removeHomeContact,
} from "../../lib/messages/outsiders/outsiders.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { LIMITS } from "../../schema/limits.ts";
import { NewHomeContact } from "../../schema/wire/account/contacts.ts";
import { EscalationChange } from "../../schema/wire/escalation.ts";
import { Contacts, StepLines, Steps } from "./components/escalation-parts.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import type { Form as SentForm } from "./form.ts";
import { formsOn, idIn } from "./form-action.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

export type EscalationPagePorts = OutsiderPorts & Pick<Services, "wake" | "report">;

const PATH = "/escalation";

/** `/escalation`: what happens until somebody answers, and who outside the home may be called. */
export function escalationPages(ports: EscalationPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  const keeper = pageMay("manage_escalation");
  routes.get(PATH, guard, (c) => escalationPage(c, ports));
  forms(PATH, keeper, {
    shape: EscalationChange,
    wish: (form) => ({
      steps: form.has("reset") ? null : stepsOf(form).map(({ row: _, ...step }) => step),
    }),
    run: (c, change) => changeEscalation(ports, actingOf(c), change),
    nameField: (path, form) => fieldOfRow(path, stepsOf(form)),
    done: "saved",
  });
  forms(`${PATH}/contacts`, keeper, {
    page: PATH,
    shape: NewHomeContact,
    wish: ({ text, all }) => ({
      name: text("name"),
      channel: text("channel"),
      address: text("address"),
      language: text("language"),
      tells: text("tells"),
      spaces: all("spaces"),
    }),
    run: (c, contact) => addHomeContact(ports, c.var, contact),
    field: "address",
    done: "contactAsked",
    wakes: ports,
  });
  forms(`${PATH}/contacts/:id/remove`, keeper, {
    page: PATH,
    run: (c) => removeHomeContact(ports, c.var, idIn(c)),
    done: "removed",
  });
  return routes;
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

async function escalationPage(c: Context<PageEnv>, ports: EscalationPagePorts): Promise<Response> {
  const { householdId } = c.var.member;
  const [shown, contacts, members, devices] = await Promise.all([
    showEscalation(ports, householdId),
    listHomeContacts(ports, householdId),
    listMembers(ports.db, householdId),
    listDevices(ports, householdId, { limit: DEVICE_LIMITS.householdDevicesMax }),
  ]);
  if (!shown.ok) return problemPage(c, shown.problem);
  if (!contacts.ok) return problemPage(c, contacts.problem);
  const { frame, words, teller } = ownerPage(c, ports.clock(), "settings");
  const spaces = devices.ok ? devices.value.devices.map(({ space }) => space).filter(Boolean) : [];
  const facts = {
    escalation: shown.value,
    contacts: contacts.value.contacts,
    members: members.map(({ user_id: id, name, email }) => ({ id, name: name ?? email })),
    spaces: [...new Set(spaces)],
    plan: c.var.member.plan,
    teller,
  };
  const isKeeper = may("manage_escalation", c.var.member) === "yes";
  return c.html(
    <OwnerFrame {...frame} title={words.escalation.title} up="settings">
      <p>{words.escalation.lead}</p>
      {isKeeper ? <Steps {...facts} /> : <StepLines {...facts} />}
      <Contacts {...facts} isKeeper={isKeeper} configured={ports.configuredChannels} />
    </OwnerFrame>,
  );
}
