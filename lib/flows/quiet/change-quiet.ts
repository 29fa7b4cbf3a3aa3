import type { Acting } from "../../domain/acting.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { QUIET_ACTS, quietDetails } from "../../domain/quiet/acts.ts";
import { applyAction, type QuietWish } from "../../domain/quiet/apply-action.ts";
import { type HomeNow, homeStatus, type QuietAnswered } from "../../domain/quiet/home-status.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { type CallReceipt, changeQuiet as commitChange } from "../../store/quiet/change-quiet.ts";
import { findHomeNow } from "../../store/quiet/home-now.ts";

export type QuietPorts = { db: Db; clock: Clock };

/** Snooze and vacation by a session or an API key; `status` only tells. */
export async function changeQuiet(
  ports: QuietPorts,
  acting: Acting,
  wish: QuietWish,
): Promise<Outcome<QuietAnswered>> {
  const home = await findHomeNow(ports.db, acting.householdId);
  return home === null
    ? refuse("not_found")
    : done(await changeLoaded(ports, acting, { home, wish, receipt: null }));
}

/** `receipt`: of a signed call, which acts once. */
export type LoadedWish = { home: HomeNow; wish: QuietWish; receipt: CallReceipt | null };

export async function changeLoaded(
  { db, clock }: QuietPorts,
  { householdId, actor }: Acting,
  { home, wish, receipt }: LoadedWish,
): Promise<QuietAnswered> {
  const now = clock();
  const act = QUIET_ACTS[wish.action];
  const next = applyAction(wish, home.quiet, now);
  const entry = { householdId, at: now, actor, subject: householdId, details: quietDetails(wish) };
  const hasActed =
    act !== null &&
    (await commitChange(db, {
      mode: act.mode,
      next,
      receipt,
      entry: { ...entry, action: act.activity },
    }));
  const quiet = hasActed ? next : home.quiet;
  return { ok: true, action: wish.action, status: homeStatus({ ...home, quiet }, now) };
}
