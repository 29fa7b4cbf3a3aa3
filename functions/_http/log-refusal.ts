import type { Context, Next } from "hono";
import type { CoreServices } from "../../lib/kernel/services.actions.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { logActivity } from "../../lib/people/activity.queries.ts";
import type { Acting } from "../../lib/people/items.ts";

/** A refusal is written into a home's activity at most this often by an instance: its act, by who was refused. */
const ENTRY_SECONDS = 60;
const ENTRY_KEYS_MAX = 1_000;

const ACTIONS = { 403: "right_refused", 429: "limit_hit" } as const;

/**
 * Lets somebody of a home go on who is not refused already. What they are refused, by right or by limit, is written into
 * the home's activity: what a stolen session or key tries is seen by its owners. An instance writes the same at most once
 * a minute, so that refusals stay cheap.
 */
export function goOnUnless({ db, clock, report }: CoreServices) {
  const lately = new Map<string, number>();
  const log = async (c: Context, { householdId, actor }: Acting, { status }: Response) => {
    const problem: unknown = c.get("problem");
    // What the plan does not have is no attempt at anything.
    if ((status !== 403 && status !== 429) || problem === "pro_required") return;
    const [action, at] = [ACTIONS[status], clock()];
    const key = `${action} ${actor.type} ${actor.id} ${householdId}`;
    if (at.getTime() - (lately.get(key) ?? 0) < ENTRY_SECONDS * 1_000) return;
    if (lately.size >= ENTRY_KEYS_MAX) lately.clear();
    lately.set(key, at.getTime());
    const details = { reason: String(problem ?? status), method: c.req.method };
    await logActivity(db, { householdId, at, actor, action, subject: null, details }).catch(
      (error: unknown) => report({ level: "warn", event: "refusal_not_logged", error: messageOf(error) }),
    );
  };
  return async (refused: Response | null, c: Context, next: Next, acting: Acting) => {
    if (refused === null) await next();
    await log(c, acting, refused ?? c.res);
    return refused ?? undefined;
  };
}
