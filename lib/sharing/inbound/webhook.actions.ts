import { changeLoaded } from "../../alerts/quiet/quiet.actions.ts";
import { type HomeNow, type QuietWish, replaySeconds } from "../../alerts/quiet/quiet.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { effectivePlan } from "../../kernel/plan.ts";
import type { CoreServices, Services } from "../../kernel/services.actions.ts";
import type { Acting } from "../../people/activity.ts";
import { planAllows } from "../../people/entitlement.ts";
import { findInboundHome } from "./inbound-tokens.queries.ts";
import { readSignature, signedContent } from "./signature.ts";

type InboundServices = CoreServices & Pick<Services, "signatureHeaders">;

/** An inbound call. `token` is well-formed; `body` is raw. */
type WebhookCall = {
  token: string;
  headers: { get(name: string): string | null };
  body: Uint8Array;
  ip: string | null;
};

/** The signed content of a verified call. */
type SignedCall = { content: Uint8Array; isTimestamped: boolean };

type AdmittedWebhook = { acting: Acting; tokenId: string; home: HomeNow; signed: SignedCall | null };

/** Authenticates a call before its body is parsed: token, then signature, then plan. */
export async function admitWebhook(services: InboundServices, call: WebhookCall) {
  const found = await findInboundHome(services.db, call.token);
  if (found === null) return refuse("bad_inbound_token");
  const { tokenId, householdId, home } = found;
  const signed = await checkSignature(services, found, call);
  if (!signed.ok) return signed;
  if (!planAllows("use_inbound", effectivePlan(found, services.clock()))) return refuse("pro_required");
  const actor = { type: "inbound_token", id: tokenId, ip: call.ip } as const;
  return done({ acting: { householdId, actor }, tokenId, home, signed: signed.value });
}

/** Checks the signature if the token requires one. Refuses with `Invalid signature`; only the log has the reason. */
async function checkSignature(
  { clock, report, serverVault, verifyHmac, signatureHeaders }: InboundServices,
  { tokenId, sealedSigningSecret }: NonNullable<Awaited<ReturnType<typeof findInboundHome>>>,
  { headers, body }: WebhookCall,
): Promise<Outcome<SignedCall | null>> {
  if (sealedSigningSecret === null) return done(null);
  const refused = (reason: string) => {
    report({ level: "warn", event: "inbound_signature_refused", token_id: tokenId, reason });
    return refuse("bad_signature");
  };
  const claimed = readSignature(headers, clock(), signatureHeaders);
  if (!claimed.ok) return refused(claimed.reason);
  const secret = await serverVault.open("inbound-secret", tokenId, sealedSigningSecret);
  if (secret === null) return refused("secret_unreadable");
  const content = signedContent(claimed.timestamp, body);
  const isGenuine = await verifyHmac(secret.bytes, content, claimed.signatures);
  return isGenuine ? done({ content, isTimestamped: claimed.timestamp !== null }) : refused("wrong");
}

/** Acts on a call. A replay of the same signed call gets the same answer and changes nothing. */
export async function actOnWebhook(services: CoreServices, admitted: AdmittedWebhook, wish: QuietWish) {
  const receipt = await receiptOf(admitted, wish);
  return await changeLoaded(services, admitted.acting, { home: admitted.home, wish, receipt });
}

async function receiptOf({ tokenId, signed }: AdmittedWebhook, { action }: QuietWish) {
  const seconds = signed === null ? null : replaySeconds(action, signed.isTimestamped);
  if (signed === null || seconds === null) return null;
  const hash = await crypto.subtle.digest("SHA-256", Uint8Array.from(signed.content));
  return { tokenId, contentHash: new Uint8Array(hash), seconds };
}
