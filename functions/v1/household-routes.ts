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
import { makes, shows } from "../../schema/openapi/route.ts";
import {
  HouseholdAnswer,
  HouseholdChange,
  InvitationAccepted,
  InvitationAnswer,
  InvitationList,
  MemberChanged,
  MemberList,
  MemberRemoval,
  NewInvitation,
  PlanAnswer,
  PlanChoice,
  RoleChange,
} from "../../schema/wire/account/household.ts";
import { HouseholdExport } from "../../schema/wire/account/household-export.ts";
import { Ok } from "../../schema/wire/text.ts";
import { byteStream, download } from "../_http/body.ts";
import { clearSessionCookie } from "../_http/cookies.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { actingIn, pathId } from "../_http/require-session.ts";

export type HouseholdPorts = DeleteHomePorts &
  SpendPorts &
  Pick<Services, "db" | "clock" | "report" | "zipFiles" | "objects"> & { planRules: PlanRules };

const route = routesFor<HouseholdPorts & MemberPorts>();

/** A home, its plan and what is kept of it. */
export const HOME_ROUTES = {
  "household.get": route({
    on: "GET /api/v1/household",
    may: "read_home",
    summary: "Get the home",
    about: "`plan` is the current plan, `chosen_plan` the one after the trial.",
    answers: shows(HouseholdAnswer, "The home"),
    refusals: [404],
    answer: (ports, c) => showHousehold(ports, c.var.member.householdId),
  }),
  "household.update": route({
    on: "PATCH /api/v1/household",
    may: "manage_household",
    body: HouseholdChange,
    summary: "Update the home",
    about:
      "Fields you omit keep their value. Forecasts need a place; set `latitude` and `longitude` together.",
    answers: shows(HouseholdAnswer, "The home"),
    refusals: [404],
    answer: (ports, c, change) => changeHousehold(ports, c.var, change),
  }),
  "plan.get": route({
    on: "GET /api/v1/plan",
    may: "read_home",
    summary: "Get the plan",
    about: "A limit of `null` means no limit.",
    answers: shows(PlanAnswer, "The plan"),
    answer: (_, { var: { member } }) =>
      done({ plan: member.plan, limits: planLimits(member.plan), plans: allPlanLimits() }),
  }),
  "household.export": route({
    on: "GET /api/v1/household/export",
    may: "export_household",
    proof: true,
    summary: "Export the home's settings",
    about:
      "Returns the home's lists as one JSON document. `/api/v1/household/export.zip` holds everything, including readings.",
    answers: shows(HouseholdExport, "The home, without secrets"),
    refusals: [404],
    answer: async (ports, c) => {
      const spent = await spend(ports, actingIn(c.var), "export");
      if (!spent.ok) return spent;
      c.header("Content-Disposition", 'attachment; filename="hearthwatch-home.json"');
      return await exportHousehold(ports, c.var.member.householdId);
    },
  }),
  "household.exportArchive": route({
    on: "GET /api/v1/household/export.zip",
    may: "export_household",
    proof: true,
    summary: "Export the home's data",
    about:
      "Returns a ZIP with a JSON file for each kind of record, and each device's readings as CSV. Keys, tokens" +
      " and encrypted values are left out. The ZIP is streamed without a length. Confirm your identity first:" +
      " `POST /api/account/session/prove` within the last 10 minutes.",
    answers: { 200: { description: "The archive", types: ["application/zip"] } },
    refusals: [429],
    answer: async (ports, c) => {
      const spent = await spend(ports, actingIn(c.var), "export");
      if (!spent.ok) return spent;
      const files = ports.zipFiles(exportArchive(ports, c.var.member.householdId));
      return c.body(byteStream(files, ports.report), 200, download("home.zip", "application/zip"));
    },
  }),
  "household.delete": route({
    on: "DELETE /api/v1/household",
    may: "delete_household",
    proof: true,
    wakes: true,
    summary: "Delete the home",
    about:
      "Owners only. Deletes everything in the home and notifies its members. Confirm your identity with `POST /api/account/session/prove` within the 10 minutes before. You can't undo this.",
    answers: shows(Ok, "Deleted"),
    refusals: [404],
    answer: async (ports, c) => {
      const outcome = await deleteHome(ports, c.var);
      if (outcome.ok) clearSessionCookie(c);
      return outcome;
    },
  }),
  "plan.update": route({
    on: "PUT /api/v1/plan",
    may: "change_plan",
    body: PlanChoice,
    summary: "Change the plan",
    about: "Owners only. After a downgrade, Hearthwatch keeps the data of the larger plan for 30 days.",
    answers: shows(HouseholdAnswer, "The home"),
    refusals: [404],
    answer: (ports, c, { plan }) => changePlan(ports, c.var, plan),
  }),
};

export type MemberPorts = InvitePorts & Pick<Services, "report" | "wake">;

export const MEMBER_ROUTES = {
  "members.list": route({
    on: "GET /api/v1/members",
    may: "read_home",
    summary: "List members",
    about: "Returns members in the order in which they joined. Roles are owner, manager, member and viewer.",
    answers: shows(MemberList, "The members"),
    answer: async (ports, { var: { member } }) =>
      done({ members: await listMembers(ports.db, member.householdId) }),
  }),
  "members.update": route({
    on: "PATCH /api/v1/members/:id",
    may: "manage_members",
    body: RoleChange,
    summary: "Change a member's role",
    about:
      "Owners only. A home needs at least one owner. `ended` counts the member's revoked keys, links and tokens.",
    answers: shows(MemberChanged, "The change, and counts of what it revoked"),
    refusals: [409],
    answer: (ports, c, { role, revoke_keys: revokeKeys }) =>
      changeMemberRole(ports, c.var, { userId: pathId(c), role, revokeKeys }),
  }),
  // Everyone may leave; the action decides who may remove others.
  "members.delete": route({
    on: "DELETE /api/v1/members/:id",
    query: MemberRemoval,
    summary: "Remove a member",
    about:
      "Also withdraws their open invitations. Everyone can leave. `revoke_keys=true` also revokes the API keys, share links and inbound tokens that the member created.",
    answers: shows(MemberChanged, "The removal, and counts of what it revoked"),
    refusals: [409],
    answer: (ports, c, { revoke_keys: revokeKeys = null }) =>
      removeMember(ports, c.var, { userId: pathId(c), revokeKeys }),
  }),
  "invitations.list": route({
    on: "GET /api/v1/invitations",
    may: "manage_members",
    summary: "List invitations",
    about: "Returns open invitations only, not accepted, declined or expired ones.",
    answers: shows(InvitationList, "The invitations"),
    answer: async (ports, { var: { member } }) =>
      done({ invitations: await listInvitations(ports.db, member.householdId, ports.clock()) }),
  }),
  "invitations.create": route({
    on: "POST /api/v1/invitations",
    may: "manage_members",
    body: NewInvitation,
    makes: true,
    wakes: true,
    summary: "Invite a member",
    about:
      "The person has to accept the invitation. A second one to the same address replaces the first. At most three a day and address.",
    answers: makes(InvitationAnswer, "The invitation"),
    refusals: [404, 409],
    answer: (ports, c, wish) => inviteMember(ports, c.var, wish),
  }),
  "invitations.delete": route({
    on: "DELETE /api/v1/invitations/:id",
    may: "manage_members",
    summary: "Withdraw an invitation",
    about: "The link in its mail stops working.",
    answers: shows(Ok, "Withdrawn"),
    answer: (ports, c) => withdrawInvitation(ports, c.var, pathId(c)),
  }),
  // The person whom it is for answers, whatever they may do in the home that they are in now.
  "invitations.decline": route({
    on: "POST /api/v1/invitations/:id/decline",
    summary: "Decline an invitation",
    about: "The home can't invite the address again. The link in the invitation's mail does the same.",
    answers: shows(Ok, "Declined"),
    answer: (ports, c) => declineOwnInvitation(ports, c.var.member, pathId(c)),
  }),
  "invitations.accept": route({
    on: "POST /api/v1/invitations/:id/accept",
    summary: "Accept an invitation",
    about:
      "Only for the person with the invited address. `PUT /api/account/session` then switches to that home.",
    answers: shows(InvitationAccepted, "Joined"),
    answer: (ports, c) => acceptInvitation(ports, c.var, pathId(c)),
  }),
};
