import type { Context } from "hono";
import type { CoreServices } from "../../lib/kernel/services.actions.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { logActivity } from "../../lib/people/activity.queries.ts";
import type { Acting } from "../../lib/people/items.ts";
import { HTTP_LIMITS } from "./limits.ts";

type LogRefusal = (c: Context, acting: Acting, answer: Response) => Promise<void>;

const ACTIONS = { 403: "right_refused", 429: "limit_hit" } as const;

/**
 * Writes into the home's activity that somebody of it was refused, by right or by limit: what a stolen
 * session or key tries is seen by its owners. An instance writes the same at most once a minute, so that
 * refusals stay cheap.
 */
export function logRefusals({ db, clock, report }: CoreServices): LogRefusal {
  const lately = new Map<string, number>();
  return async (c, { householdId, actor }, { status }) => {
    const problem: unknown = c.get("problem");
    // What the plan does not have is no attempt at anything.
    if ((status !== 403 && status !== 429) || problem === "pro_required") return;
    const [action, at] = [ACTIONS[status], clock()];
    const key = `${action} ${actor.type} ${actor.id} ${householdId}`;
    if (at.getTime() - (lately.get(key) ?? 0) < HTTP_LIMITS.refusalEntrySeconds * 1_000) return;
    if (lately.size >= HTTP_LIMITS.refusalEntryKeysMax) lately.clear();
    lately.set(key, at.getTime());
    const details = { reason: String(problem ?? status), method: c.req.method };
    await logActivity(db, { householdId, at, actor, action, subject: null, details }).catch(
      (error: unknown) => report({ level: "warn", event: "refusal_not_logged", error: messageOf(error) }),
    );
  };
}
