import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { changeEscalation, showEscalation } from "../../lib/alerts/settings/settings.actions.ts";
import { listDevices } from "../../lib/devices/devices.actions.ts";
import { DEVICE_LIMITS } from "../../lib/devices/limits.ts";
import type { Problem } from "../../lib/kernel/outcome.ts";
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
import { wakeInBackground } from "../_http/in-background.ts";
import { validate } from "../_http/validate.ts";
import { Contacts, StepLines, Steps } from "./components/escalation-parts.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { readForm, type Form as SentForm } from "./form.ts";
import { formRefused } from "./form-note.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

export type EscalationPagePorts = OutsiderPorts & Pick<Services, "wake" | "report">;

const PATH = "/escalation";

/** `/escalation`: what happens until somebody answers, and who outside the home may be called. */
export function escalationPages(ports: EscalationPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const keeper = pageMay("manage_escalation");
  routes.get(PATH, guard, (c) => escalationPage(c, ports));
  routes.post(PATH, guard, keeper, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const rows = stepsOf(form.value);
    const steps = form.value.has("reset") ? null : rows.map(({ row: _, ...step }) => step);
    const refused = (problem: Problem) => formRefused(c, PATH, inRow(problem, rows), form.value);
    const wish = validate(EscalationChange, { steps });
    if (!wish.ok) return refused(wish.problem);
    const changed = await changeEscalation(ports, actingOf(c), wish.value);
    return changed.ok ? doneAt(c, PATH, "saved") : refused(changed.problem);
  });
  routes.post(`${PATH}/contacts`, guard, keeper, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const { text, all } = form.value;
    const given = validate(NewHomeContact, {
      name: text("name"),
      channel: text("channel"),
      address: text("address"),
      language: text("language"),
      tells: text("tells"),
      spaces: all("spaces"),
    });
    if (!given.ok) return formRefused(c, PATH, given.problem, form.value);
    const added = await addHomeContact(ports, c.var, given.value);
    if (!added.ok) return formRefused(c, PATH, added.problem, form.value);
    wakeInBackground(c, ports);
    return doneAt(c, PATH, "contactAsked");
  });
  routes.post(`${PATH}/contacts/:id/remove`, guard, keeper, async (c) => {
    const removed = await removeHomeContact(ports, c.var, c.req.param("id"));
    return removed.ok ? doneAt(c, PATH, "removed") : formRefused(c, PATH, removed.problem);
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

const STEP_FIELD = /^"steps\.(\d+)\.(whom|channels|after)(?:_minutes)?(?:\.\d+)?"/;

/** A refusal names a step by its place and its field as the wire has it; the form, by the row that it was typed in. */
function inRow(problem: Problem, rows: readonly { row: number }[]): Problem {
  const sentence = problem.sentence?.replace(
    STEP_FIELD,
    (named, place: string, field: string) => `"${field}_${rows[Number(place)]?.row ?? named}"`,
  );
  return sentence === undefined ? problem : { ...problem, sentence };
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
    members: members.map(({ user_id: id, email }) => ({ id, email })),
    spaces: [...new Set(spaces)],
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
