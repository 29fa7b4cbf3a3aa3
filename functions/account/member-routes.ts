import { done } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { OtherCells } from "../../lib/people/elsewhere.actions.ts";
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
import type { MEMBER_WORDS } from "../../schema/openapi/routes/household.ts";
import type { MEMBER_ROUTES } from "../../schema/routes/household.ts";
import type { Handlers } from "../_http/mounted-routes.ts";
import { pathId } from "../_http/path-id.ts";

export type MemberPorts = InvitePorts & OtherCells & Pick<Services, "report" | "wake">;

export const memberHandlers = (ports: MemberPorts): Handlers<typeof MEMBER_ROUTES, typeof MEMBER_WORDS> => ({
  "account.members.list": async ({ var: { member } }) =>
    done({ members: await listMembers(ports.db, member.householdId) }),
  "account.members.update": (c, { role, revoke_keys: revokeKeys }) =>
    changeMemberRole(ports, c.var, { userId: pathId(c), role, revokeKeys }),
  "account.members.delete": (c, { revoke_keys: revokeKeys = null }) =>
    removeMember(ports, c.var, { userId: pathId(c), revokeKeys }),
  "account.invitations.list": async ({ var: { member } }) =>
    done({ invitations: await listInvitations(ports.db, member.householdId, ports.clock()) }),
  "account.invitations.create": (c, wish) => inviteMember(ports, c.var, wish),
  "account.invitations.delete": (c) => withdrawInvitation(ports, c.var, pathId(c)),
  "account.invitations.decline": (c) => declineOwnInvitation(ports, c.var.member, pathId(c)),
  "account.invitations.accept": (c) => acceptInvitation(ports, c.var, pathId(c)),
});
