import { type GroupName, VARIABLES, variablesOf } from "../functions/_platform/variables.ts";
import type { Given } from "./doctor.ts";
import { roleOf, roleVariable } from "./roles.ts";

/** Groups that only tell which channels are configured: they look whether a provider's secret is set. */
const ONLY_LOOK: readonly GroupName[] = ["v1", "account"];
const PROVIDERS = /^(RESEND|TWILIO|FIREBASE)_/;
const PLACEHOLDER = "configured";

/**
 * What one function is given: the variables of its row, and a placeholder for a provider's secret that it
 * only looks at.
 */
export function groupVariables(group: GroupName, given: Given): Record<string, string> {
  return Object.fromEntries(
    variablesOf(group).flatMap(([name, { kind }]): [string, string][] => {
      const value = name === "DATABASE_URL" ? addressOf(group, given) : given[name];
      if (kind === "binding" || !value) return [];
      return [[name, ONLY_LOOK.includes(group) && PROVIDERS.test(name) ? PLACEHOLDER : value]];
    }),
  );
}

/**
 * Its own role's, where there is one: a group that is broken into opens no more than its role may. A group that anybody
 * may call takes that of the others before the owner's.
 */
function addressOf(group: GroupName, given: Given): string | undefined {
  const role = roleOf(group);
  if (role === null) return given.DATABASE_URL;
  const others = role === "public" ? given[roleVariable("app")] : undefined;
  return given[roleVariable(role)] || others || given.DATABASE_URL;
}

/** What the one worker of a household is given: everything that any group reads. */
export const householdVariables = (given: Given): Record<string, string> =>
  Object.fromEntries(
    Object.entries(VARIABLES).flatMap(([name, { kind }]): [string, string][] => {
      const value = given[name];
      return kind === "binding" || !value ? [] : [[name, value]];
    }),
  );
