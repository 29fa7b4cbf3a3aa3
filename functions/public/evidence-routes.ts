import { cors } from "hono/cors";
import { Hono } from "hono/tiny";
import { EVIDENCE_KEYS_PATH } from "../../lib/evidence/chain.ts";
import { showKeys } from "../../lib/evidence/evidence-key.actions.ts";
import { type VerifyPorts, verifyEvidence } from "../../lib/evidence/verify-evidence.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type EvidenceKeys, type EvidenceVerdict, GivenEvidence } from "../../schema/wire/evidence.ts";
import type { Edge } from "../_http/client-ip.ts";
import { overCallerLimit } from "../_http/rate-limit.ts";
import { refusal, reply } from "../_http/reply.ts";
import { jsonBody } from "../_http/validate.ts";

export type EvidenceRoutePorts = VerifyPorts & Pick<Services, "limiter"> & { edge: Edge };

const POLICY = { name: "evidence", limit: LIMITS.evidencePerMinute, windowSeconds: 60 };

/** Whoever is given a document has no account here: the keys that signed, and a look at what holds. */
export function evidenceRoutes(ports: EvidenceRoutePorts) {
  const routes = new Hono();
  routes.use(EVIDENCE_KEYS_PATH, cors({ origin: "*", allowMethods: ["GET", "HEAD", "OPTIONS"] }));
  routes.get(EVIDENCE_KEYS_PATH, async (c) => {
    const limited = await overCallerLimit(c, ports, POLICY);
    if (limited !== null) return limited;
    c.header("Cache-Control", `public, max-age=${LIMITS.openApiMaxAgeSeconds}`);
    return c.json((await showKeys(ports)) satisfies EvidenceKeys);
  });
  routes.post("/api/evidence/verify", async (c) => {
    const limited = await overCallerLimit(c, ports, POLICY);
    if (limited !== null) return limited;
    const given = await jsonBody(c, GivenEvidence, LIMITS.evidenceBytesMax);
    if (!given.ok) return refusal(c, given.problem);
    return reply<EvidenceVerdict>(c, await verifyEvidence(ports, given.value));
  });
  return routes;
}
