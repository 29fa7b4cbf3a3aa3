import type { Context, Env } from "hono";
import type { CoreServices, Services } from "../../lib/kernel/services.actions.ts";
import { decodeBody } from "../../lib/readings/json.ts";
import { actOnWebhook, admitWebhook } from "../../lib/sharing/inbound/webhook.actions.ts";
import { LIMITS, RATE_LIMITS } from "../../schema/limits.ts";
import { shows } from "../../schema/openapi/route.ts";
import { MACHINE_PROBLEMS } from "../../schema/problems.ts";
import { QuietAnswer, WebhookAction } from "../../schema/wire/quiet.ts";
import { newApp, refusal } from "../_http/app.ts";
import { readBytes } from "../_http/body.ts";
import { clientIp } from "../_http/caller.ts";
import { mountRoutes, routesFor } from "../_http/mounted-routes.ts";
import { pathTokenGuards, tokenOf } from "../_http/rate-limit.ts";
import { validate } from "../_http/validate.ts";

type InboundServices = CoreServices & Pick<Services, "signatureHeaders">;

/** Builds the routes for automations that snooze, start a vacation or ask for the home's status. */
export function inboundApp(services: InboundServices) {
  const app = newApp(services, MACHINE_PROBLEMS);
  const guards = pathTokenGuards(services, {
    token: "inboundToken",
    unknown: "bad_inbound_token",
    limit: RATE_LIMITS.inbound,
  });
  mountRoutes(app, INBOUND, services, () => guards);
  return app;
}

const route = routesFor<InboundServices, Env>();

const webhook = (on: `POST /${string}`, summary: string) =>
  route({
    on,
    limit: RATE_LIMITS.inbound,
    headers: {
      "X-Service-Signature":
        "HMAC-SHA-256 of the raw body, or of <t>.<raw body>; required if a secret is set",
      "X-Service-Timestamp":
        "Unix seconds, within 300 of the server's time; if sent, it is part of the signed text",
    },
    body: WebhookAction,
    reads: true,
    summary,
    about:
      "The token authorizes the call; if it has a signing secret, the signature is required too. Other fields of the body are ignored.",
    answers: shows(QuietAnswer, "Done, with the current status of the home"),
    refusals: [401, 403],
    answer: act,
  });

export const INBOUND = {
  "inbound.act": webhook("POST /api/inbound/:token", "Change snooze and vacation"),
  "webhooks.act": webhook("POST /api/webhooks/inbound/:token", "Change snooze (old path)"),
};

/** Doesn't parse the body before its sender is verified. */
async function act(services: InboundServices, c: Context): Promise<Response> {
  c.header("Cache-Control", "no-store");
  const body = await readBytes(c.req.raw, LIMITS.inboundBodyBytesMax);
  if (!body.ok) return refusal(c, body.problem);
  const call = {
    token: tokenOf(c),
    headers: c.req.raw.headers,
    body: body.value,
    ip: clientIp(c, services.edge),
  };
  const admitted = await admitWebhook(services, call);
  if (!admitted.ok) return refusal(c, admitted.problem);
  if (body.value.length === 0)
    return refusal(c, { name: "empty_body", sentence: "Empty body: send a JSON object with an action" });
  const given = decodeBody(body.value);
  const wish = given.ok ? validate(WebhookAction, given.value) : given;
  if (!wish.ok) return refusal(c, wish.problem);
  const { action, hours = null } = wish.value;
  return c.json<QuietAnswer>(await actOnWebhook(services, admitted.value, { action, hours }));
}
