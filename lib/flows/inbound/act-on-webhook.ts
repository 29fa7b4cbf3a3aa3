import { replaySeconds } from "../../domain/quiet/acts.ts";
import type { QuietWish } from "../../domain/quiet/apply-action.ts";
import type { QuietAnswered } from "../../domain/quiet/home-status.ts";
import type { CallReceipt } from "../../store/quiet/change-quiet.ts";
import { changeLoaded, type QuietPorts } from "../quiet/change-quiet.ts";
import type { AdmittedWebhook } from "./admit-webhook.ts";

/** The same signed call again is answered alike and acts no more. */
export async function actOnWebhook(
  ports: QuietPorts,
  admitted: AdmittedWebhook,
  wish: QuietWish,
): Promise<QuietAnswered> {
  const receipt = await receiptOf(admitted, wish);
  return await changeLoaded(ports, admitted.acting, { home: admitted.home, wish, receipt });
}

async function receiptOf(
  { tokenId, signed }: AdmittedWebhook,
  { action }: QuietWish,
): Promise<CallReceipt | null> {
  const seconds = signed === null ? null : replaySeconds(action, signed.isTimestamped);
  if (signed === null || seconds === null) return null;
  const hash = await crypto.subtle.digest("SHA-256", Uint8Array.from(signed.content));
  return { tokenId, contentHash: new Uint8Array(hash), seconds };
}
