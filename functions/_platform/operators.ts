import { chatWebhook, deadManPing } from "../../lib/jobs/operator-webhooks.vendor.ts";
import type { TroublePorts } from "../../lib/jobs/watch-clock.actions.ts";
import type { Operators, PingDeadMan, PlanRules, Report } from "../../lib/kernel/ports.ts";
import { findLanguages } from "../../lib/people/users.queries.ts";
import { corePorts } from "./core-ports.ts";
import { wakeDispatch } from "./cron-calls.ts";
import { type Environment, environmentOf, listed, optional } from "./environment.ts";
import { serverVault } from "./secrets.ts";
import type { TextVariable } from "./variables.ts";

/**
 * OPERATOR_EMAILS and OPERATOR_CHAT_WEBHOOK_URL name the people who get a message when a part of the service is
 * broken.
 */
export function operators(environment: Environment, report: Report): Operators {
  const url = webAddress(environment, "OPERATOR_CHAT_WEBHOOK_URL");
  return {
    emails: addresses(environment, "OPERATOR_EMAILS"),
    chat: url === undefined ? null : chatWebhook({ url, report }),
  };
}

/** DEAD_MAN_PING_URL is called after each collection; null without. */
export function deadMan(environment: Environment, report: Report): PingDeadMan | null {
  const url = webAddress(environment, "DEAD_MAN_PING_URL");
  return url === undefined ? null : deadManPing({ url, report });
}

/** ADMIN_EMAILS lists the accounts that may look at the service itself. */
export const adminEmails = (environment: Environment): ReadonlySet<string> =>
  new Set(addresses(environment, "ADMIN_EMAILS"));

const PLANS_VALUES = ["chosen", "granted", "pro"];

/**
 * PLANS says how a home gets its plan: `chosen` by its owner, `granted` by operators, or `pro` for every new home, for good.
 * PLAN_PRICES is the sentence about prices that owners read.
 * @throws Error where PLANS is none of them
 */
export function planRules(environment: Environment): PlanRules {
  const plans = optional(environment, "PLANS") ?? "chosen";
  if (!PLANS_VALUES.includes(plans)) throw new Error("PLANS is none of chosen, granted and pro");
  return {
    startsOn: plans === "pro" ? "pro" : "trial",
    isGranted: plans === "granted",
    prices: optional(environment, "PLAN_PRICES") ?? null,
  };
}

/** Addresses in lower case, as accounts have them. */
const addresses = (environment: Environment, name: TextVariable): string[] =>
  listed(environment, name).map((address) => address.toLowerCase());

/** @throws Error naming the variable that holds no address, so that a slip is found at the start */
function webAddress(environment: Environment, name: TextVariable): string | undefined {
  const given = optional(environment, name);
  if (given === undefined) return undefined;
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new Error(`${name} is no web address`);
  return given;
}

/** What the process of one machine needs to tell of its own troubles; `ingest` may read these variables too. */
export function troublePorts(bindings: Environment): TroublePorts {
  const environment = environmentOf("ingest", bindings, {});
  const core = corePorts(environment);
  return {
    ...core,
    serverVault: serverVault(environment),
    operators: {
      ...operators(environment, core.report),
      languagesOf: (emails) => findLanguages(core.db, emails),
    },
    wake: wakeDispatch(environment),
  };
}
