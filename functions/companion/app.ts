import type { Context } from "hono";
import { done } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { changeBay, deleteBay, listBays, overrideMood, showMood } from "../../lib/pucks/bays.actions.ts";
import {
  type FinishClaimPorts,
  finishClaim,
  registerPuck,
  releasePuck,
  startClaim,
} from "../../lib/pucks/claims.actions.ts";
import { signInCompanion, signOutCompanion } from "../../lib/pucks/companion-session.actions.ts";
import { listPucks } from "../../lib/pucks/pucks.queries.ts";
import type { COMPANION_WORDS } from "../../schema/openapi/routes/companion.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { COMPANION } from "../../schema/routes/companion.ts";
import { type HttpPorts, newSmallApp } from "../_http/app.ts";
import { askedLanguage, clientCountry, clientIp } from "../_http/caller.ts";
import { type Handlers, mountRoutes } from "../_http/mounted-routes.ts";
import { limitSignInTries } from "../_http/rate-limit.ts";
import { type CompanionPorts as GuardPorts, requireCompanion } from "../_http/require-companion.ts";
import {
  actingIn,
  onceInSession,
  requireMay,
  requirePath,
  type SessionEnv,
} from "../_http/require-session.ts";
import { API_SECURITY_ROUTES } from "../_http/security-log.ts";

type CompanionPorts = HttpPorts & GuardPorts & FinishClaimPorts & Pick<Services, "planRules">;

/** For the phone app: its session, the pucks that it claims and the bays that they stand in. */
export function companionApp(ports: CompanionPorts) {
  const app = newSmallApp<SessionEnv["Variables"]>(ports, PROBLEMS, API_SECURITY_ROUTES);
  const guard = requireCompanion(ports);
  mountRoutes(app, COMPANION, companionHandlers(ports), ({ open, tries, may, path, makes }) => [
    !open && guard,
    tries && limitSignInTries(ports),
    may && requireMay(may),
    path && requirePath(path),
    makes && onceInSession(ports),
  ]);
  return app;
}

const companionHandlers = (ports: CompanionPorts): Handlers<typeof COMPANION, typeof COMPANION_WORDS> => ({
  "companion.session.create": (c, { household_id: householdId = null, device_label, ...given }) => {
    c.header("Cache-Control", "no-store");
    return signInCompanion(ports, {
      ...given,
      householdId,
      deviceLabel: device_label ?? c.req.header("User-Agent") ?? "",
      ip: clientIp(c, ports.edge),
      country: clientCountry(c, ports.edge),
      language: askedLanguage(c),
    });
  },
  "companion.session.delete": (c) => signOutCompanion(ports, c.var),
  "companion.pucks.list": async (c) => done({ pucks: await listPucks(ports.db, c.var.member.householdId) }),
  "companion.pucks.register": (c, { device_id: deviceId, secret }) =>
    registerPuck(ports, actingIn(c.var), { deviceId, secret }),
  "companion.pucks.startClaim": (c, { device_id: deviceId }) => startClaim(ports, actingIn(c.var), deviceId),
  "companion.pucks.finishClaim": (c, given) => {
    const { device_id: deviceId, nonce, hmac, bay_id: bayId = null, name = null, space = null } = given;
    return finishClaim(ports, actingIn(c.var), { deviceId, nonce, hmac, bayId, name, space });
  },
  "companion.pucks.release": (c) => releasePuck(ports, actingIn(c.var), c.req.param("device_id") ?? ""),
  "companion.bays.list": async (c) => done(await listBays(ports, c.var.member)),
  "companion.bays.getMood": (c) => showMood(ports, c.var.member, bayOf(c)),
  "companion.bays.setMood": (c, { mood, hours = null }) =>
    overrideMood(ports, c.var, { bayId: bayOf(c), mood, hours }),
  "companion.bays.chooseSensors": (c, { name, sensor_ids: sensorIds, space }) =>
    changeBay(ports, c.var, { bayId: bayOf(c), name, sensorIds, space }),
  "companion.bays.delete": (c) => deleteBay(ports, actingIn(c.var), bayOf(c)),
});

const bayOf = (c: Context<SessionEnv>): string => c.req.param("bay_id") ?? "";
