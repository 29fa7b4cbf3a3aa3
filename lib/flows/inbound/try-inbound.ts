import type { ActingMember } from "../../domain/account/member.ts";
import { hexText } from "../../domain/byte-text.ts";
import { signedContent } from "../../domain/inbound-signature/read-signature.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { QuietWish } from "../../domain/quiet/apply-action.ts";
import type { QuietAnswered } from "../../domain/quiet/home-status.ts";
import type { SignHmac } from "../../ports.ts";
import { findOwnInbound, type InboundHome } from "../../store/inbound.ts";
import type { QuietPorts } from "../quiet/change-quiet.ts";
import { actOnWebhook } from "./act-on-webhook.ts";
import { type AdmitPorts, admitFound } from "./admit-webhook.ts";

export type TryInboundPorts = AdmitPorts & QuietPorts & { signHmac: SignHmac };

/**
 * The call as an automation would make it: `headers` are those of the signature, none where none is asked
 * for.
 */
export type InboundSample = { headers: Record<string, string>; body: string };

/** `answer`: what the caller would have been told. */
export type InboundTried = { sample: InboundSample; answer: Outcome<QuietAnswered> };

/**
 * Signs a sample as the token asks for it and takes it in as if it had come from outside: it does what it
 * says.
 */
export async function tryInbound(
  ports: TryInboundPorts,
  { member, actor }: ActingMember,
  tokenId: string,
  wish: QuietWish,
): Promise<Outcome<InboundTried>> {
  const { householdId } = member;
  const found = await findOwnInbound(ports.db, { householdId, tokenId });
  if (found === null) return refuse("not_found");
  const { action, hours } = wish;
  const body = JSON.stringify(hours === null ? { action } : { action, hours });
  const headers = await signatureOf(ports, found, body);
  const call = { headers: new Headers(headers), body: new TextEncoder().encode(body), ip: actor.ip };
  const admitted = await admitFound(ports, found, call);
  const sample = { headers, body };
  if (!admitted.ok) return done({ sample, answer: admitted });
  // The activity names the person who pressed the button.
  const acting = { householdId, actor };
  return done({ sample, answer: done(await actOnWebhook(ports, { ...admitted.value, acting }, wish)) });
}

/** Gives none where no secret can be opened: the call is refused then, as every other one is. */
async function signatureOf(
  { clock, serverVault, signHmac, signatureHeaders }: TryInboundPorts,
  { tokenId, sealedSigningSecret }: InboundHome,
  body: string,
): Promise<Record<string, string>> {
  if (sealedSigningSecret === null) return {};
  const secret = await serverVault.open("inbound-secret", tokenId, sealedSigningSecret);
  if (secret === null) return {};
  const seconds = Math.floor(clock().getTime() / 1_000);
  const content = signedContent(seconds, new TextEncoder().encode(body));
  const signature = hexText(await signHmac(secret.bytes, content));
  const [name = ""] = signatureHeaders.signature;
  return { [name]: signature, [signatureHeaders.timestamp]: String(seconds) };
}
