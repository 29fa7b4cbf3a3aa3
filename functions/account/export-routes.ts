import { Hono, type MiddlewareHandler } from "hono";
import { type SpendPorts, spend } from "../../lib/budget/spend.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { exportArchive, exportPerson } from "../../lib/people/export/export.actions.ts";
import { actingIn } from "../_http/acting.ts";
import { replyLimited } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import { requireProof } from "../_http/require-proof.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { byteStream, textStream } from "../_http/text-stream.ts";

export type ExportPorts = SpendPorts & Pick<Services, "db" | "clock" | "report" | "zipFiles" | "objects">;

/** Everything that is kept about a home, and about a person. */
export function exportRoutes(ports: ExportPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const proof = requireProof(ports);
  routes.get("/api/account/household/export.zip", guard, requireMay("export_household"), proof, async (c) => {
    const spent = await spend(ports, actingIn(c.var), "export");
    if (!spent.ok) return replyLimited(c, spent);
    const files = exportArchive(ports, c.var.member.householdId);
    return c.body(
      byteStream(ports.zipFiles(files), ports.report),
      200,
      download("home.zip", "application/zip"),
    );
  });
  routes.get("/api/account/user/export", guard, proof, async (c) => {
    const spent = await spend(ports, actingIn(c.var), "export");
    if (!spent.ok) return replyLimited(c, spent);
    const { userId, email } = c.var.member;
    const text = textStream(exportPerson(ports, { userId, email }), ports.report);
    return c.body(text, 200, download("me.json", "application/json"));
  });
  return routes;
}

const download = (name: string, type: string) => ({
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="hearthwatch-${name}"`,
});
