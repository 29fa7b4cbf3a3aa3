import { QuietAction, QuietAnswer } from "../../wire/quiet.ts";
import { shows } from "../answers.ts";
import type { RouteDescription } from "../route.ts";

const webhook = (path: string, summary: string): RouteDescription => ({
  method: "post",
  path,
  summary,
  audience: "pathToken",
  headers: {
    "X-Service-Signature": "HMAC-SHA-256 of the raw body, or of <t>.<raw body>; needed where a secret is set",
    "X-Service-Timestamp": "Unix seconds, within 300 of ours; then it is part of what is signed",
  },
  body: QuietAction,
  answers: shows(QuietAnswer, "Done, and how the home is now"),
  refusals: [401, 403],
});

export const INBOUND_ROUTES: RouteDescription[] = [
  webhook("/api/inbound/{token}", "Snoozes, goes on vacation, ends either, or asks how the home is"),
  webhook("/api/webhooks/inbound/{token}", "The same, at the path of older automations"),
];
