import type { AckPath, Role } from "../../schema/vocabulary.ts";
import { acknowledgeAlert } from "../alerts/act-on-alert.actions.ts";
import type { AlertRecord } from "../alerts/shown-alert.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { isAlertToken } from "../outbox/links/tokens.ts";
import { may } from "../people/entitlement.ts";
import { findAlertLink, type OpenedLink } from "./links.queries.ts";

/** What a message was about, and to whom. */
type LinkedAlerts = {
  householdId: string;
  userId: string;
  role: Role;
  alerts: readonly AlertRecord[];
};

/** What the short link of a message is about. Changes nothing: mail scanners follow every link. */
export async function openAlertLink(
  { db, clock }: CoreServices,
  token: string,
): Promise<Outcome<OpenedLink>> {
  const opened = isAlertToken(token) ? await findAlertLink(db, token, clock()) : null;
  return opened === null || opened.alerts.length === 0 ? refuse("dead_link") : done(opened);
}

/** Acknowledges everything that is open in the message, in the name of its recipient. Repeating it is no mistake. */
export async function answerAlertLink(
  services: CoreServices,
  token: string,
  ip: string | null,
  via: AckPath = "link",
): Promise<Outcome<OpenedLink>> {
  const opened = await openAlertLink(services, token);
  if (!opened.ok) return opened;
  const taken = await takeAlerts(services, opened.value, ip, via);
  return taken.ok ? opened : taken;
}

/** Acknowledges those of a reader's alerts that are open: a link's, or those that a text or a call was about. */
export async function takeAlerts(
  services: CoreServices,
  { householdId, userId, role, alerts }: LinkedAlerts,
  ip: string | null,
  via: AckPath,
): Promise<Outcome<"taken">> {
  // The role is today's, whatever it was when the message was written.
  if (may("acknowledge_alert", { role, plan: "free" }) !== "yes") return refuse("role_forbids");
  const open = alerts.filter(({ closedAt }) => closedAt === null);
  if (open.length === 0) return refuse("alert_over");
  const actor = { type: "user", id: userId, ip } as const;
  for (const { id } of open) {
    const taken = await acknowledgeAlert(services, { householdId, actor }, id, via);
    if (!taken.ok && taken.problem.name !== "not_found") return taken;
  }
  return done("taken");
}
