import { LIMITS } from "../../../schema/limits.ts";
import type { PageQuery } from "../../../schema/wire/paging.ts";
import { pageOf, placeOf } from "../../domain/cursor.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { type ShownRule, shownRule } from "../../domain/rules/rule-settings.ts";
import { findRule, listRulePage } from "../../store/alerts/rules.ts";
import type { Db } from "../../store/db.ts";

export type ListRules = PageQuery;

export async function listRules(
  { db }: { db: Db },
  householdId: string,
  { cursor, limit = LIMITS.pageDefault }: ListRules,
): Promise<Outcome<{ rules: ShownRule[]; next_cursor: string | null }>> {
  const after = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && after === null) return refuse("bad_cursor");
  const rows = await listRulePage(db, { householdId, after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, ({ place }) => place);
  return done({ rules: page.map(({ rule }) => shownRule(rule)), next_cursor: nextCursor });
}

export async function showRule(
  { db }: { db: Db },
  householdId: string,
  ruleId: string,
): Promise<Outcome<{ rule: ShownRule }>> {
  const found = await findRule(db, householdId, ruleId);
  return found === null ? refuse("not_found") : done({ rule: shownRule(found.rule) });
}
