import type { Acting } from "../../domain/acting.ts";
import { effectivePlan, planAllows } from "../../domain/entitlement.ts";
import {
  readSignature,
  type SignatureHeaders,
  signedContent,
} from "../../domain/inbound-signature/read-signature.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { HomeNow } from "../../domain/quiet/home-status.ts";
import type { Clock, Report, Vault, VerifyHmac } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { findInboundHome, type InboundHome } from "../../store/inbound.ts";

export type AdmitPorts = {
  db: Db;
  clock: Clock;
  report: Report;
  serverVault: Vault;
  verifyHmac: VerifyHmac;
  signatureHeaders: SignatureHeaders;
};

/** Its token has passed the form check; the body is as it came. */
export type WebhookCall = {
  token: string;
  headers: { get(name: string): string | null };
  body: Uint8Array;
  ip: string | null;
};

/** What was signed, where a signature is asked for. */
export type SignedCall = { content: Uint8Array; isTimestamped: boolean };

export type AdmittedWebhook = { acting: Acting; tokenId: string; home: HomeNow; signed: SignedCall | null };

/** Finds out who calls before a byte of the body is believed: token, then signature, then plan. */
export async function admitWebhook(ports: AdmitPorts, call: WebhookCall): Promise<Outcome<AdmittedWebhook>> {
  const found = await findInboundHome(ports.db, call.token);
  return found === null ? refuse("bad_inbound_token") : await admitFound(ports, found, call);
}

/** The token is known: its signature, then its plan. */
export async function admitFound(
  ports: AdmitPorts,
  found: InboundHome,
  call: Omit<WebhookCall, "token">,
): Promise<Outcome<AdmittedWebhook>> {
  const { tokenId, householdId, home } = found;
  const signed = await checkSignature(ports, found, call);
  if (!signed.ok) return signed;
  if (!planAllows("use_inbound", effectivePlan(found, ports.clock()))) return refuse("pro_required");
  const actor = { type: "inbound_token", id: tokenId, ip: call.ip } as const;
  return done({ acting: { householdId, actor }, tokenId, home, signed: signed.value });
}

/** The caller hears `Invalid signature` whatever it was; the log hears which. */
async function checkSignature(
  { clock, report, serverVault, verifyHmac, signatureHeaders }: AdmitPorts,
  { tokenId, sealedSigningSecret, requiresTimestamp }: InboundHome,
  { headers, body }: Omit<WebhookCall, "token">,
): Promise<Outcome<SignedCall | null>> {
  if (sealedSigningSecret === null) return done(null);
  const refused = (reason: string) => {
    report({ level: "warn", event: "inbound_signature_refused", token_id: tokenId, reason });
    return refuse("bad_signature");
  };
  const claimed = readSignature(headers, clock(), signatureHeaders);
  if (!claimed.ok) return refused(claimed.reason);
  if (requiresTimestamp && claimed.timestamp === null) return refused("no_timestamp");
  const secret = await serverVault.open("inbound-secret", tokenId, sealedSigningSecret);
  if (secret === null) return refused("secret_unreadable");
  const content = signedContent(claimed.timestamp, body);
  const isGenuine = await verifyHmac(secret.bytes, content, claimed.signatures);
  return isGenuine ? done({ content, isTimestamped: claimed.timestamp !== null }) : refused("wrong");
}
