import { QuietAnswer, WebhookAction } from "../../wire/quiet.ts";
import { INBOUND_LIMIT } from "../rate-limits.ts";
import { type RouteDescription, shows } from "../route.ts";

const webhook = (id: string, path: string, summary: string): RouteDescription => ({
  id,
  method: "post",
  path,
  summary,
  about:
    "The token alone lets a call in, and where it has a signing secret the signature too. Other fields of the body are ignored.",
  audience: "pathToken",
  limit: INBOUND_LIMIT,
  headers: {
    "X-Service-Signature": "HMAC-SHA-256 of the raw body, or of <t>.<raw body>; needed where a secret is set",
    "X-Service-Timestamp": "Unix seconds, within 300 of ours; then it is part of what is signed",
  },
  body: WebhookAction,
  answers: shows(QuietAnswer, "Done, and how the home is now"),
  refusals: [401, 403],
});

export const INBOUND_ROUTES: RouteDescription[] = [
  webhook("inbound.act", "/api/inbound/{token}", "Change snooze and vacation"),
  webhook("webhooks.act", "/api/webhooks/inbound/{token}", "Change snooze and vacation, older path"),
];
