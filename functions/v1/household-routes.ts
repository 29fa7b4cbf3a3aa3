import { type SpendPorts, spend } from "../../lib/budget/spend.actions.ts";
import { exportArchive, exportHousehold } from "../../lib/export/export.actions.ts";
import { allPlanLimits, planLimits } from "../../lib/export/plan-limits.ts";
import { done } from "../../lib/kernel/outcome.ts";
import type { PlanRules } from "../../lib/kernel/ports.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import {
  changeHousehold,
  changePlan,
  type DeleteHomePorts,
  deleteHome,
  showHousehold,
} from "../../lib/people/home.actions.ts";
import {
  acceptInvitation,
  declineOwnInvitation,
  type InvitePorts,
  inviteMember,
  withdrawInvitation,
} from "../../lib/people/invitations.actions.ts";
import { listInvitations } from "../../lib/people/invitations.queries.ts";
import { changeMemberRole, removeMember } from "../../lib/people/members.actions.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { showCity } from "../../lib/reports/city/city.actions.ts";
import type { HOME_WORDS, MEMBER_WORDS } from "../../schema/openapi/routes/household.ts";
import type { HOME_ROUTES, MEMBER_ROUTES } from "../../schema/routes/household.ts";
import { byteStream, download } from "../_http/body.ts";
import { clearSessionCookie } from "../_http/cookies.ts";
import type { Handlers } from "../_http/mounted-routes.ts";
import { actingIn, pathId } from "../_http/require-session.ts";

export type HouseholdPorts = DeleteHomePorts &
  SpendPorts &
  Pick<Services, "db" | "clock" | "report" | "zipFiles" | "objects"> & { planRules: PlanRules };

/** A home, its plan and what is kept of it. */
export const householdHandlers = (
  ports: HouseholdPorts,
): Handlers<typeof HOME_ROUTES, typeof HOME_WORDS> => ({
  "household.get": (c) => showHousehold(ports, c.var.member.householdId),
  "household.update": (c, change) => changeHousehold(ports, c.var, change),
  "city.get": (c) => showCity(ports, c.var.member.householdId),
  "plan.get": ({ var: { member } }) =>
    done({ plan: member.plan, limits: planLimits(member.plan), plans: allPlanLimits() }),
  "household.export": async (c) => {
    const spent = await spend(ports, actingIn(c.var), "export");
    if (!spent.ok) return spent;
    c.header("Content-Disposition", 'attachment; filename="hearthwatch-home.json"');
    return await exportHousehold(ports, c.var.member.householdId);
  },
  "household.exportArchive": async (c) => {
    const spent = await spend(ports, actingIn(c.var), "export");
    if (!spent.ok) return spent;
    const files = ports.zipFiles(exportArchive(ports, c.var.member.householdId));
    return c.body(byteStream(files, ports.report), 200, download("home.zip", "application/zip"));
  },
  "household.delete": async (c) => {
    const outcome = await deleteHome(ports, c.var);
    if (outcome.ok) clearSessionCookie(c);
    return outcome;
  },
  "plan.update": (c, { plan }) => changePlan(ports, c.var, plan),
});

export type MemberPorts = InvitePorts & Pick<Services, "report" | "wake">;

export const memberHandlers = (ports: MemberPorts): Handlers<typeof MEMBER_ROUTES, typeof MEMBER_WORDS> => ({
  "members.list": async ({ var: { member } }) =>
    done({ members: await listMembers(ports.db, member.householdId) }),
  "members.update": (c, { role, revoke_keys: revokeKeys }) =>
    changeMemberRole(ports, c.var, { userId: pathId(c), role, revokeKeys }),
  "members.delete": (c, { revoke_keys: revokeKeys = null }) =>
    removeMember(ports, c.var, { userId: pathId(c), revokeKeys }),
  "invitations.list": async ({ var: { member } }) =>
    done({ invitations: await listInvitations(ports.db, member.householdId, ports.clock()) }),
  "invitations.create": (c, wish) => inviteMember(ports, c.var, wish),
  "invitations.delete": (c) => withdrawInvitation(ports, c.var, pathId(c)),
  "invitations.decline": (c) => declineOwnInvitation(ports, c.var.member, pathId(c)),
  "invitations.accept": (c) => acceptInvitation(ports, c.var, pathId(c)),
});
