import { type HandOverPorts, handOverAlert } from "../../lib/alerts/hand-over-alert.actions.ts";
import type { SpendPorts } from "../../lib/budget/spend.actions.ts";
import {
  type CardPorts,
  changeCard,
  keepPhoto,
  openPhoto,
  removePhoto,
  showCard,
  showCoverage,
} from "../../lib/emergency/card.actions.ts";
import { type EvidencePorts, issueEvidence } from "../../lib/evidence/issue-evidence.actions.ts";
import { tryFeed } from "../../lib/feeds/setup/pull-setup.actions.ts";
import type { FeedRules } from "../../lib/kernel/judge-url.ts";
import { done } from "../../lib/kernel/outcome.ts";
import type { TryFeed } from "../../lib/kernel/ports.ts";
import { may } from "../../lib/people/entitlement.ts";
import { listActivity } from "../../lib/people/home.actions.ts";
import type { EMERGENCY_WORDS } from "../../schema/openapi/routes/household.ts";
import type { EMERGENCY_ROUTES } from "../../schema/routes/household.ts";
import { imageBody, imageReply } from "../_http/body.ts";
import { feedTryProblem } from "../_http/feed-try-limit.ts";
import type { Handlers } from "../_http/mounted-routes.ts";
import { refusal } from "../_http/reply.ts";
import { actingIn, pathId } from "../_http/require-session.ts";

export type EmergencyPorts = CardPorts &
  EvidencePorts &
  HandOverPorts &
  SpendPorts & { feedRules: FeedRules; tryFeed: TryFeed };

/** What a home's people look for in an emergency, and what is known of one. */
export const emergencyHandlers = (
  ports: EmergencyPorts,
): Handlers<typeof EMERGENCY_ROUTES, typeof EMERGENCY_WORDS> => ({
  "feeds.try": async (c, trial) => {
    const limited = await feedTryProblem(c, ports, actingIn(c.var));
    if (limited !== null) return refusal(c, limited);
    return await tryFeed(ports, { ...trial, jsonRoot: trial.jsonRoot || null });
  },
  "alerts.handOver": (c, { user_id: userId }) => handOverAlert(ports, c.var, { alertId: pathId(c), userId }),
  "alerts.getEvidence": async (c) => {
    const { householdId } = c.var.member;
    const issued = await issueEvidence(ports, { householdId, alertId: pathId(c) });
    if (issued.ok)
      c.header("Content-Disposition", `attachment; filename="hearthwatch-${issued.value.document.id}.json"`);
    return issued;
  },
  "coverage.get": (c) => showCoverage(ports, c.var.member.householdId),
  "emergencyCard.get": (c) => showCard(ports, c.var.member.householdId),
  "emergencyCard.set": (c, change) => changeCard(ports, actingIn(c.var), change),
  "emergencyCard.addPhoto": async (c, { place }) => {
    const bytes = await imageBody(c);
    return bytes.ok ? await keepPhoto(ports, actingIn(c.var), { place, bytes: bytes.value }) : bytes;
  },
  "emergencyCard.getPhoto": async (c) => {
    const opened = await openPhoto(ports, c.var.member.householdId, pathId(c));
    return opened.ok ? imageReply(c, opened.value) : opened;
  },
  "emergencyCard.deletePhoto": (c) => removePhoto(ports, actingIn(c.var), pathId(c)),
  "activity.list": async ({ var: { member } }, { limit, cursor = null }) => {
    const withAddresses = may("read_caller_addresses", member) === "yes";
    const { householdId } = member;
    return done(await listActivity(ports, { householdId, before: cursor, limit, withAddresses }));
  },
});
