import { Hono, type MiddlewareHandler } from "hono";
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
import { LIMITS } from "../../schema/limits.ts";
import {
  type InvitationAccepted,
  type InvitationAnswer,
  type InvitationList,
  NewInvitation,
} from "../../schema/wire/account/household.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { onceInSession } from "../_http/acting.ts";
import { wakeAfterWrites } from "../_http/in-background.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply, replyLimited } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

export type InvitationPorts = InvitePorts & OtherCells & Pick<Services, "report" | "wake">;

export function invitationRoutes(ports: InvitationPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const owner = requireMay("manage_members");
  routes.get("/api/account/invitations", guard, owner, async (c) => {
    const invitations = await listInvitations(ports.db, c.var.member.householdId, ports.clock());
    return c.json({ invitations } satisfies InvitationList);
  });
  routes.post(
    "/api/account/invitations",
    guard,
    owner,
    onceInSession(ports),
    wakeAfterWrites(ports),
    async (c) => {
      const body = await jsonBody(c, NewInvitation, LIMITS.accountBodyBytesMax);
      if (!body.ok) return refusal(c, body.problem);
      return replyLimited<InvitationAnswer>(c, await inviteMember(ports, c.var, body.value), 201);
    },
  );
  routes.delete("/api/account/invitations/:id", guard, owner, async (c) =>
    reply<Ok>(c, await withdrawInvitation(ports, c.var, pathId(c))),
  );
  // The person whom it is for answers, whatever they may do in the home that they are in now.
  routes.post("/api/account/invitations/:id/accept", guard, async (c) =>
    reply<InvitationAccepted>(c, await acceptInvitation(ports, c.var, pathId(c))),
  );
  routes.post("/api/account/invitations/:id/decline", guard, async (c) =>
    reply<Ok>(c, await declineOwnInvitation(ports, c.var.member, pathId(c))),
  );
  return routes;
}
