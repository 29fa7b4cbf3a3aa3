import type { Context, MiddlewareHandler } from "hono";
import { type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import type { CoreServices, Services } from "../../lib/kernel/services.actions.ts";
import { decodeBody } from "../../lib/readings/decode-json.ts";
import { actOnWebhook, admitWebhook } from "../../lib/sharing/inbound/webhook.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { MACHINE_PROBLEMS } from "../../schema/machine-problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { type QuietAction, type QuietAnswer, WebhookAction } from "../../schema/wire/quiet.ts";
import { newSmallApp } from "../_http/app.ts";
import { declaresMoreThan, hashHex, readBytes } from "../_http/body.ts";
import { clientIp } from "../_http/caller.ts";
import { limitUnknownTokens } from "../_http/limit-unknown-tokens.ts";
import { overLimit } from "../_http/rate-limit.ts";
import { refusal } from "../_http/reply.ts";
import { validate } from "../_http/validate.ts";

const INBOUND_POLICY = { name: "inbound", limit: LIMITS.inboundPerMinute, windowSeconds: 60 };

/** Automations that snooze, go on vacation or ask how things are. */
export function inboundApp(services: CoreServices & Pick<Services, "signatureHeaders">) {
  const app = newSmallApp(services, MACHINE_PROBLEMS);
  const limit: MiddlewareHandler = limitUnknownTokens(services, {
    type: SECRET_TYPES.inboundToken,
    unknown: "bad_inbound_token",
    secretOf: (c) => c.req.param("token"),
  });
  app.post("/api/inbound/:token", limit, (c) => act(c, services, c.req.param("token")));
  app.post("/api/webhooks/inbound/:token", limit, (c) => act(c, services, c.req.param("token")));
  return app;
}

/** Nothing of the body is read as JSON before its sender is known. */
async function act(
  c: Context,
  services: CoreServices & Pick<Services, "signatureHeaders">,
  token: string,
): Promise<Response> {
  c.header("Cache-Control", "no-store");
  if (!isWellFormedSecret(SECRET_TYPES.inboundToken, token)) return refusal(c, { name: "bad_inbound_token" });
  const refused = await overLimit(c, services.limiter, INBOUND_POLICY, await hashHex(token));
  if (refused !== null) return refused;
  const body = await bodyOf(c);
  if (!body.ok) return refusal(c, body.problem);
  const call = { token, headers: c.req.raw.headers, body: body.value, ip: clientIp(c, services.edge) };
  const admitted = await admitWebhook(services, call);
  if (!admitted.ok) return refusal(c, admitted.problem);
  const wish = readWish(body.value);
  if (!wish.ok) return refusal(c, wish.problem);
  const { action, hours = null } = wish.value;
  return c.json<QuietAnswer>(await actOnWebhook(services, admitted.value, { action, hours }));
}

async function bodyOf(c: Context): Promise<Outcome<Uint8Array>> {
  if (declaresMoreThan(c.req.raw, LIMITS.inboundBodyBytesMax)) return refuse("body_too_large");
  return await readBytes(c.req.raw, LIMITS.inboundBodyBytesMax);
}

function readWish(bytes: Uint8Array): Outcome<QuietAction> {
  if (bytes.length === 0) return refuse("empty_body", "Empty body: send a JSON object with an action");
  const body = decodeBody(bytes);
  return body.ok ? validate(WebhookAction, body.value) : body;
}
