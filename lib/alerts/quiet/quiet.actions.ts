import type { QuietAction, QuietAnswer } from "../../../schema/wire/quiet.ts";
import { done, refuse } from "../../kernel/outcome.ts";
import type { CoreServices } from "../../kernel/services.actions.ts";
import type { Acting } from "../../people/activity.ts";
import { type CallReceipt, changeQuiet as commitChange, findHomeNow } from "./quiet.queries.ts";
import { type HomeNow, homeStatus, QUIET_ACTS, type QuietWish, quietDetails } from "./quiet.ts";

/** Sets or clears snooze or vacation for a session or an API key. The action `status` changes nothing. */
export async function changeQuiet(services: CoreServices, acting: Acting, { action, hours }: QuietAction) {
  const wish: QuietWish = { action, hours: hours ?? null };
  const home = await findHomeNow(services.db, acting.householdId);
  return home === null
    ? refuse("not_found")
    : done(await changeLoaded(services, acting, { home, wish, receipt: null }));
}

/** `receipt`: identifies a signed call that may take effect only once; null if every call may. */
type LoadedWish = { home: HomeNow; wish: QuietWish; receipt: CallReceipt | null };

export async function changeLoaded(
  { db, clock }: CoreServices,
  { householdId, actor }: Acting,
  { home, wish, receipt }: LoadedWish,
): Promise<QuietAnswer> {
  const now = clock();
  const act = QUIET_ACTS[wish.action];
  const sets = act?.sets(wish, home.quiet, now) ?? {};
  const entry = { householdId, at: now, actor, subject: householdId, details: quietDetails(wish) };
  const hasActed =
    act !== null && (await commitChange(db, { sets, receipt, entry: { ...entry, action: act.activity } }));
  const quiet = hasActed ? { ...home.quiet, ...sets } : home.quiet;
  return { ok: true, action: wish.action, status: homeStatus({ ...home, quiet }, now) };
}

/** Returns the home's snooze and vacation, its open alerts, and how many of its devices are offline. */
export async function showQuiet({ db, clock }: CoreServices, householdId: string) {
  const home = await findHomeNow(db, householdId);
  return home === null ? refuse("not_found") : done({ status: homeStatus(home, clock()) });
}
