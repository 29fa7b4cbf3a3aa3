import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import { CODE_BUDGETS, type CodeBudgetName, waitsOf } from "../../domain/account/code-budget.ts";

const DAY = sql.raw("interval '1 day'");

/** Whether the address has signed in from that network of late. */
export const isKnown = (email: string, network: string | null, now: Date): SQL =>
  network === null
    ? sql`false`
    : sql`exists (select from sign_in_challenges where email = ${email} and used_network = ${network}
        and used_at > ${now.toISOString()}::timestamptz - ${LIMITS.signInKnownDays}::integer * ${DAY})`;

export type CodeCaller = { email: string; network: string | null; now: Date };

/**
 * When the next code may be tried: the latest of what each budget says; null for at once. Asks the CTE
 * `caller`.
 */
export function nextTryAt({ email, network, now }: CodeCaller): SQL {
  const since = sql`at > ${now.toISOString()}::timestamptz - ${DAY}`;
  const ofStrangers = sql`not known and not (select is_known from caller)`;
  const of: Record<CodeBudgetName, SQL | null> = {
    pair: network === null ? null : sql`email = ${email} and network = ${network}`,
    address: sql`email = ${email} and ${ofStrangers}`,
    network: network === null ? null : sql`network = ${network} and ${ofStrangers}`,
    service: ofStrangers,
  };
  const untils = Object.entries(of).flatMap(([name, which]) =>
    which === null ? [] : [sql`(${until(name as CodeBudgetName, sql`${which} and ${since}`)})`],
  );
  return sql`greatest(${sql.join(untils, sql`, `)})`;
}

/** Null while there are free ones left. */
function until(name: CodeBudgetName, which: SQL): SQL {
  const { free } = CODE_BUDGETS[name];
  const waits = waitsOf(CODE_BUDGETS[name]);
  const step = sql`least(count(*) - ${free}::bigint, ${waits.length - 1}::bigint)::integer`;
  return sql`select case when count(*) >= ${free}::bigint then max(at)
      + (${JSON.stringify(waits)}::jsonb ->> ${step})::double precision * interval '1 millisecond' end
    from sign_in_failures where ${which}`;
}
