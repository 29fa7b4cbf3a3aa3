import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { done } from "../../lib/kernel/outcome.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import type { CoreServices, Services } from "../../lib/kernel/services.actions.ts";
import type { TokenPair } from "../../lib/pucks/claim.ts";
import {
  deleteBay,
  finishClaim,
  listBays,
  overrideMood,
  registerPuck,
  releasePuck,
  showMood,
  startClaim,
} from "../../lib/pucks/claims.actions.ts";
import {
  openCompanion,
  signInCompanion,
  signOutCompanion,
} from "../../lib/pucks/companion-session.actions.ts";
import { listPucks } from "../../lib/pucks/pucks.queries.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { makes, shows } from "../../schema/openapi/route.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import {
  BayId,
  BayList,
  BayMood,
  ClaimFinish,
  ClaimFinished,
  ClaimNonce,
  ClaimStart,
  CompanionSignedIn,
  CompanionSignIn,
  MoodOverride,
  PuckAnswer,
  PuckId,
  PuckList,
  PuckRegistration,
} from "../../schema/wire/companion.ts";
import { Ok } from "../../schema/wire/text.ts";
import { newApp, refusal, type SessionEnv } from "../_http/app.ts";
import { askedLanguage, bearer, clientCountry, clientIp } from "../_http/caller.ts";
import { mountRoutes, routesFor } from "../_http/mounted-routes.ts";
import { limitCallers, overLimit } from "../_http/rate-limit.ts";
import { actingIn, goOnUnless, onceInSession, requireMay, requirePath } from "../_http/require-session.ts";

export function companionApp(services: CoreServices & Pick<Services, "planRules">) {
  const app = newApp<SessionEnv["Variables"]>(services, PROBLEMS);
  const guard = requireCompanion(services);
  mountRoutes(app, COMPANION, services, ({ audience, limit, may, path, makes }) => [
    audience !== "anyone" && guard,
    limitCallers(services, limit),
    may && requireMay(may),
    path && requirePath(path),
    makes && onceInSession(services),
  ]);
  return app;
}

const bay = { bay_id: BayId };
const BAY = "/api/bays/:bay_id";

const route = routesFor<CoreServices & Pick<Services, "planRules">>();

/** The phone app's session, the pucks that it claims, and the bays that they are in. */
export const COMPANION = {
  "companion.session.create": route({
    on: "POST /api/companion/session",
    log: "signed_in",
    audience: "anyone",
    limit: RATE_LIMITS.signInTries,
    body: CompanionSignIn,
    summary: "Sign in a companion",
    about:
      "The code and its challenge come from `POST /api/account/sign-in`. The access token lasts 15 minutes, the refresh token 60 days.",
    answers: shows(CompanionSignedIn, "The tokens. They can't be shown again"),
    refusals: [401, 404, 429, 500],
    answer: (services, c, { household_id: householdId = null, device_label, ...given }) => {
      c.header("Cache-Control", "no-store");
      return signInCompanion(services, {
        ...given,
        householdId,
        deviceLabel: device_label ?? c.req.header("User-Agent") ?? "",
        ip: clientIp(c, services.edge),
        country: clientCountry(c, services.edge),
        language: askedLanguage(c),
      });
    },
  }),
  "companion.session.delete": route({
    on: "DELETE /api/companion/session",
    log: "signed_out",
    summary: "Sign out a companion",
    about: "Ends both tokens of the phone. The household keeps its pucks and bays.",
    answers: shows(Ok, "Signed out"),
    answer: (services, c) => signOutCompanion(services, c.var),
  }),
  "companion.pucks.list": route({
    on: "GET /api/pucks",
    may: "read_home",
    summary: "List pucks",
    about: "Returns every puck that the household has registered, and the bay of each.",
    answers: shows(PuckList, "The pucks"),
    answer: async (services, c) => done({ pucks: await listPucks(services.db, c.var.member.householdId) }),
  }),
  "companion.pucks.register": route({
    on: "POST /api/pucks/register",
    log: "secret_created",
    only: true,
    may: "register_puck",
    body: PuckRegistration,
    makes: true,
    summary: "Register a puck",
    about:
      "Registering a puck again replaces its secret. If the puck belongs to another household, the answer is 409 until that household releases it.",
    answers: makes(PuckAnswer, "The puck"),
    refusals: [409],
    answer: (services, c, puck) => registerPuck(services, actingIn(c.var), puck),
  }),
  "companion.pucks.startClaim": route({
    on: "POST /api/pucks/claim/start",
    may: "register_puck",
    body: ClaimStart,
    summary: "Start a claim",
    about:
      "A new nonce replaces the previous one. The puck answers with the HMAC of the nonce under its secret.",
    answers: shows(ClaimNonce, "The nonce. It works once, within 5 minutes"),
    refusals: [404],
    answer: (services, c, { device_id: deviceId }) => startClaim(services, actingIn(c.var), deviceId),
  }),
  "companion.pucks.finishClaim": route({
    on: "POST /api/pucks/claim/finish",
    may: "register_puck",
    body: ClaimFinish,
    summary: "Finish a claim",
    about:
      "Send the HMAC as hex or base64. Without `bay_id` the puck keeps its bay or gets a new one. If another household has claimed the puck meanwhile, the answer is 409 until that household releases it.",
    answers: shows(ClaimFinished, "The bay and its mood"),
    refusals: [404, 409, 410],
    answer: (services, c, given) => {
      const { device_id: deviceId, nonce, hmac, bay_id: bayId = null, name = null, space = null } = given;
      return finishClaim(services, actingIn(c.var), { deviceId, nonce, hmac, bayId, name, space });
    },
  }),
  "companion.pucks.release": route({
    on: "DELETE /api/pucks/:device_id",
    log: "secret_revoked",
    may: "register_puck",
    path: { device_id: PuckId },
    summary: "Release a puck",
    about: "The bay stays, without a puck.",
    answers: shows(Ok, "Released"),
    answer: (services, c) => releasePuck(services, actingIn(c.var), c.req.param("device_id") ?? ""),
  }),
  "companion.bays.list": route({
    on: "GET /api/bays",
    may: "read_home",
    summary: "List bays",
    about: "Each bay has its current mood, as a press of its puck would show it.",
    answers: shows(BayList, "The bays"),
    answer: async (services, c) => done(await listBays(services, c.var.member)),
  }),
  "companion.bays.getMood": route({
    on: `GET ${BAY}/mood`,
    may: "read_home",
    path: bay,
    summary: "Get a bay's mood",
    about:
      "`reason` explains the mood in a sentence. An alarm that begins, gets worse or is repeated after somebody set the mood by hand overrides it.",
    answers: shows(BayMood, "The mood"),
    answer: (services, c) => showMood(services, c.var.member, bayOf(c)),
  }),
  "companion.bays.setMood": route({
    on: `PUT ${BAY}/mood`,
    may: "override_mood",
    path: bay,
    body: MoodOverride,
    summary: "Set a bay's mood",
    about: "Without `hours` the mood lasts until somebody clears it.",
    answers: shows(BayMood, "The mood"),
    answer: (services, c, { mood, hours = null }) =>
      overrideMood(services, c.var, { bayId: bayOf(c), mood, hours }),
  }),
  "companion.bays.delete": route({
    on: `DELETE ${BAY}`,
    may: "manage_sensors",
    path: bay,
    summary: "Delete a bay",
    about: "Its puck becomes free for another bay.",
    answers: shows(Ok, "Deleted"),
    answer: (services, c) => deleteBay(services, actingIn(c.var), bayOf(c)),
  }),
};

const bayOf = (c: Context<SessionEnv>): string => c.req.param("bay_id") ?? "";

/**
 * Lets a signed-in phone in, by both of its tokens. The response headers carry a new pair even if the call itself is
 * refused, because the old pair is used up.
 */
function requireCompanion(services: CoreServices) {
  const goOn = goOnUnless(services);
  return createMiddleware<SessionEnv>(async (c, next) => {
    c.header("Cache-Control", "no-store");
    const tokens = tokensOf(c);
    if (tokens === null) return signInAgain(c);
    const ip = clientIp(c, services.edge);
    const opened = await openCompanion(services, { tokens, ip });
    if (!opened.ok) return signInAgain(c);
    const { member, renewed } = opened.value;
    if (renewed !== null) handOut(c, renewed);
    const actor = { type: "companion", id: member.userId, ip } as const;
    c.set("member", member);
    c.set("actor", actor);
    const refused = await overLimit(c, services.limiter, RATE_LIMITS.companion, member.sessionId);
    return await goOn(refused, c, next, actingIn({ member, actor }));
  });
}

/** Returns null if the tokens can't be ours, which costs no database call. */
function tokensOf(c: Context): TokenPair | null {
  const accessToken = bearer(c) ?? "";
  const refreshToken = c.req.header("X-SB-Refresh-Token")?.trim() ?? "";
  const isPair =
    isWellFormedSecret(SECRET_TYPES.accessToken, accessToken) &&
    isWellFormedSecret(SECRET_TYPES.refreshToken, refreshToken);
  return isPair ? { accessToken, refreshToken } : null;
}

function handOut(c: Context, { accessToken, refreshToken }: TokenPair): void {
  c.header("X-SB-Access-Token", accessToken);
  c.header("X-SB-Refresh-Token", refreshToken);
}

function signInAgain(c: Context): Response {
  c.header("WWW-Authenticate", "Bearer");
  return refusal(c, { name: "bad_companion_session" });
}
