import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { changeMemberRole, removeMember } from "../../lib/people/members.actions.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type MemberChanged,
  type MemberList,
  MemberRemoval,
  RoleChange,
} from "../../schema/wire/account/household.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody, query as readQuery } from "../_http/validate.ts";

export function memberRoutes(ports: Pick<Services, "db" | "clock">, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  routes.get("/api/account/members", guard, requireMay("read_home"), async (c) => {
    const members = await listMembers(ports.db, c.var.member.householdId);
    return c.json({ members } satisfies MemberList);
  });
  routes.patch("/api/account/members/:id", guard, requireMay("manage_members"), async (c) => {
    const body = await jsonBody(c, RoleChange, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const { role, revoke_keys: revokeKeys } = body.value;
    const change = { userId: pathId(c), role, revokeKeys };
    return reply<MemberChanged>(c, await changeMemberRole(ports, c.var, change));
  });
  // Everyone may leave; whether one may remove others is the flow's to say.
  routes.delete("/api/account/members/:id", guard, async (c) => {
    const query = readQuery(c, MemberRemoval);
    if (!query.ok) return refusal(c, query.problem);
    const removal = { userId: pathId(c), revokeKeys: query.value.revoke_keys ?? null };
    return reply<MemberChanged>(c, await removeMember(ports, c.var, removal));
  });
  return routes;
}
