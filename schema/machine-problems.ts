import { INGEST_PROBLEMS, type ProblemWords } from "./ingest-problems.ts";

/**
 * The refusals of the groups that speak with machines and show what links lead to, and what every group may answer; all
 * others are in `problems.ts`, which their bundles do without.
 */
export const MACHINE_PROBLEMS = {
  ...INGEST_PROBLEMS,
  bad_cron_secret: { status: 401, error: "Invalid cron secret" },
  role_forbids: { status: 403, error: "Your role in this home doesn't allow this" },
  pro_required: { status: 403, error: "The Pro plan is required" },
  incident_over: { status: 409, error: "This incident is over: open a new one" },
  bad_inbound_token: { status: 401, error: "Invalid token" },
  dead_link: { status: 404, error: "This link is unknown or no longer valid" },
  alert_over: { status: 410, error: "This alert has ended: there's nothing to acknowledge" },
  changed_meanwhile: {
    status: 409,
    error: "Someone else changed this at the same time: reload and try again",
  },
} as const satisfies Record<string, ProblemWords>;
