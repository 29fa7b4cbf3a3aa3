import { Dispatched } from "../../wire/dispatch.ts";
import { shows } from "../answers.ts";
import type { RouteDescription } from "../route.ts";

const METHODS = ["get", "post"] as const;

export const CRON_ROUTES: RouteDescription[] = METHODS.map((method) => ({
  method,
  path: "/api/cron/dispatch",
  summary: "Sends the messages that are due",
  audience: "cronSecret",
  answers: shows(Dispatched, "What was sent"),
}));
