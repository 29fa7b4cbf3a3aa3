import type { SendingPolicy } from "../../lib/domain/channels/rules.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type Environment, optional } from "./environment.ts";
import type { TextVariable } from "./variables.ts";

const PREFIX = /^\+[1-9]\d{0,6}$/;

/**
 * What this installation may send: SMS_PER_DAY, SMS_COUNTRY_PREFIXES (such as `+1,+49`) and MAILS_PER_SECOND.
 * @throws Error naming the variable that makes no sense, so that a slip is found at the start
 */
export const sendingPolicy = (environment: Environment): SendingPolicy => ({
  smsPerDay: numberOf(environment, "SMS_PER_DAY", LIMITS.instanceSmsPerDay),
  smsPrefixes: prefixes(environment),
  mailsPerSecond: numberOf(environment, "MAILS_PER_SECOND", LIMITS.mailsPerSecond),
});

function numberOf(environment: Environment, name: TextVariable, otherwise: number): number {
  const given = optional(environment, name);
  const value = given === undefined ? otherwise : Number(given);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} is no number`);
  return value;
}

function prefixes(environment: Environment): string[] {
  const given = (optional(environment, "SMS_COUNTRY_PREFIXES") ?? "+1").split(",").map((each) => each.trim());
  const wrong = given.find((prefix) => !PREFIX.test(prefix));
  if (wrong !== undefined) throw new Error(`SMS_COUNTRY_PREFIXES: "${wrong}" is no prefix such as +1`);
  return given;
}
