import type { Context, Env } from "hono";
import { callReceipt, isMissed, keyTwiml } from "../../lib/channels/call/spoken.ts";
import { readMailEvent } from "../../lib/channels/email/rules.ts";
import { receiptUrl } from "../../lib/channels/message-parts.ts";
import type { IsTelegrams, VerifyResend, VerifyTwilio } from "../../lib/channels/ports.ts";
import { recordReceipt } from "../../lib/channels/record-receipt.queries.ts";
import { isNumberGone, textReceipt, textTwiml } from "../../lib/channels/twiml.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import type { SharedLimiter } from "../../lib/kernel/ports.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { answerAlertLink, answerText } from "../../lib/messages/answer-link.actions.ts";
import { markGone } from "../../lib/messages/contact-points.queries.ts";
import { takeUpdate } from "../../lib/messages/contacts/telegram.actions.ts";
import { callAgain } from "../../lib/messages/deliveries.actions.ts";
import { findNumberLanguage } from "../../lib/messages/numbers.queries.ts";
import { isAlertToken } from "../../lib/outbox/links/tokens.ts";
import { decodeBody } from "../../lib/readings/json.ts";
import { LIMITS, RATE_LIMITS } from "../../schema/limits.ts";
import { type AckPath, type Channel, LANGUAGES } from "../../schema/vocabulary.ts";
import { Ok } from "../../schema/wire/text.ts";
import { refusal, wakeInBackground } from "../_http/app.ts";
import { hashHex, readBytes } from "../_http/body.ts";
import { clientIp } from "../_http/caller.ts";
import { routesFor } from "../_http/mounted-routes.ts";

/** The last path segment for texts that people send us; a status has its message's id there. */
const REPLIES = "replies";
const MESSAGE_ID = /^msg_\w{8,40}$/;

export type PublicServices = Services & {
  /** Null if text messages and calls aren't configured. */
  verifyTwilio: VerifyTwilio | null;
  verifyResend: VerifyResend | null;
  /** Null if no Redis is configured. */
  redis: SharedLimiter | null;
  isTelegrams: IsTelegrams;
};

type Door = (c: Context, services: PublicServices, token: string) => Promise<Response>;

/** A handler for each channel whose messages can be answered, or whose provider reports a message's status. */
const DOORS: { readonly [C in (AckPath & Channel) | "email" | "sms"]: Door } = {
  email: resendDoor,
  sms: twilioDoor("sms"),
  call: twilioDoor("call"),
  // The button of a message. Everyone with the message has its token.
  ntfy: (...given) => take(...given, "ntfy"),
  pushover: pushoverDoor,
  telegram: telegramDoor,
};

/** Callbacks from providers and message buttons. A forged call costs a signature check or an index lookup. */
export const CHANNEL_CALLS = {
  "channels.callBack": routesFor<PublicServices, Env>()({
    on: "POST /api/channels/:channel/:token",
    limit: RATE_LIMITS.channelCalls,
    summary: "Receive a provider's callback",
    about:
      "For message providers and the buttons in messages: statuses, replies to texts, acknowledgements. Twilio's calls need Twilio's signature; the others need the message's token.",
    headers: { "X-Twilio-Signature": "Signs the address and each field of what Twilio posts" },
    answers: { 200: { description: "Done; a text's answer is TwiML", json: Ok, types: ["text/xml"] } },
    refusals: [400, 401, 403, 404, 409, 410, 413, 429, 500],
    answer: async (services, c) => {
      c.header("Cache-Control", "no-store");
      const { channel = "", token = "" } = c.req.param() as { channel?: string; token?: string };
      const door = Object.hasOwn(DOORS, channel) ? DOORS[channel as keyof typeof DOORS] : undefined;
      return door === undefined ? refusal(c, { name: "not_found" }) : await door(c, services, token);
    },
  }),
};

/** Handles Pushover's callback after somebody confirmed an emergency (pushover.net/api/receipts). */
async function pushoverDoor(c: Context, services: PublicServices, token: string): Promise<Response> {
  const form = await formOf(c);
  if (!form.ok) return refusal(c, form.problem);
  if (form.value.get("acknowledged") !== "1") return refusal(c, { name: "invalid_request" });
  const answer = await take(c, services, token, "pushover");
  const receipt = form.value.get("receipt");
  if (answer.ok && receipt !== null)
    await recordReceipt(services.db, {
      channel: "pushover",
      of: { providerId: receipt },
      receipt: "read",
      at: services.clock(),
    });
  return answer;
}

async function take(c: Context, services: PublicServices, token: string, via: AckPath): Promise<Response> {
  if (!isAlertToken(token)) return refusal(c, { name: "dead_link" });
  const taken = await answerAlertLink(services, token, clientIp(c, services.edge), via);
  if (!taken.ok) return refusal(c, taken.problem);
  wakeInBackground(c, services);
  return c.json<Ok>({ ok: true });
}

/** Answers an update in our response (core.telegram.org/bots/api#making-requests-when-getting-updates). */
async function telegramDoor(c: Context, services: PublicServices, token: string): Promise<Response> {
  if (token !== "updates") return refusal(c, { name: "not_found" });
  if (!(await services.isTelegrams(c.req.header("X-Telegram-Bot-Api-Secret-Token") ?? null)))
    return refusal(c, { name: "bad_signature" });
  const bytes = await bytesOf(c);
  const update = bytes.ok ? decodeBody(bytes.value) : bytes;
  if (!update.ok) return refusal(c, update.problem);
  const reply = await takeUpdate(services, update.value);
  wakeInBackground(c, services);
  return c.json(reply ?? ({ ok: true } satisfies Ok));
}

/** Handles Resend's events about mails. A repeated event, or one out of order, changes nothing. */
async function resendDoor(c: Context, services: PublicServices, token: string): Promise<Response> {
  if (token !== "events") return refusal(c, { name: "not_found" });
  const bytes = await bytesOf(c);
  if (!bytes.ok) return refusal(c, bytes.problem);
  const [id, timestamp, signature] = ["svix-id", "svix-timestamp", "svix-signature"].map(
    (name) => c.req.header(name) ?? null,
  ) as [string | null, string | null, string | null];
  const now = services.clock();
  const body = new TextDecoder().decode(bytes.value);
  if (services.verifyResend?.({ id, timestamp, signature }, body, now) !== true)
    return refusal(c, { name: "bad_signature" });
  const told = decodeBody(bytes.value);
  if (!told.ok) return refusal(c, told.problem);
  const event = readMailEvent(told.value);
  if (event === null) return c.json<Ok>({ ok: true });
  const { providerId, receipt, isGone } = event;
  const of = await recordReceipt(services.db, { channel: "email", of: { providerId }, receipt, at: now });
  if (of !== null && isGone) await markGone(services.db, { channel: "email", ...of, at: now });
  return c.json<Ok>({ ok: true });
}

/** Handles Twilio's callbacks. Looks nothing up before the signature is verified. */
function twilioDoor(channel: "sms" | "call"): Door {
  return async (c, services, token) => {
    const form = await formOf(c);
    if (!form.ok) return refusal(c, form.problem);
    const url = receiptUrl(services.baseUrl, channel, token);
    const isSigned = services.verifyTwilio?.(url, form.value, c.req.header("X-Twilio-Signature") ?? null);
    if (isSigned !== true) return refusal(c, { name: "bad_signature" });
    if (channel === "sms" && token === REPLIES) return await textDoor(c, services, form.value);
    if (channel === "call" && isAlertToken(token)) return await keyDoor(c, services, token, form.value);
    if (!MESSAGE_ID.test(token)) return refusal(c, { name: "not_found" });
    await keepStatus(services, channel, token, form.value);
    return c.json<Ok>({ ok: true });
  };
}

/** Handles a key pressed in a call about the token's alert: 1 acknowledges it. */
async function keyDoor(
  c: Context,
  services: PublicServices,
  token: string,
  form: URLSearchParams,
): Promise<Response> {
  const language = (await findNumberLanguage(services.db, form.get("To") ?? "")) ?? LANGUAGES[0];
  const isOne = form.get("Digits") === "1";
  const taken = isOne ? await answerAlertLink(services, token, null, "call") : null;
  if (taken?.ok === true) wakeInBackground(c, services);
  const said = taken === null ? "again" : taken.ok ? taken.value : "over";
  return twiml(c, keyTwiml(said, language, receiptUrl(services.baseUrl, "call", token)));
}

const twiml = (c: Context, text: string): Response =>
  c.body(text, 200, { "Content-Type": "text/xml; charset=utf-8" });

async function textDoor(c: Context, services: PublicServices, form: URLSearchParams): Promise<Response> {
  const [from, body] = [form.get("From") ?? "", form.get("Body") ?? ""];
  const answer = await answerText(services, { from, body, optOut: form.get("OptOutType") });
  wakeInBackground(c, services);
  const { allowed } = await services.limiter(RATE_LIMITS.textReplies, await hashHex(from));
  return twiml(c, textTwiml(allowed ? answer : null));
}

/** Stores the status of a text or a call. A missed call is repeated while nobody has acknowledged the alert. */
async function keepStatus(
  services: PublicServices,
  channel: "sms" | "call",
  id: string,
  form: URLSearchParams,
): Promise<void> {
  const receipt =
    channel === "sms"
      ? textReceipt(form.get("MessageStatus"))
      : callReceipt(form.get("CallStatus"), form.get("AnsweredBy"));
  if (receipt === null) return;
  const at = services.clock();
  const of = await recordReceipt(services.db, { channel, of: { id }, receipt, at });
  if (of === null) return;
  if (channel === "call" && isMissed(receipt)) await callAgain(services, id);
  if (channel === "sms" && isNumberGone(form.get("ErrorCode")))
    await markGone(services.db, { channel, ...of, at });
}

async function formOf(c: Context): Promise<Outcome<URLSearchParams>> {
  const bytes = await bytesOf(c);
  if (!bytes.ok) return bytes;
  const form = new URLSearchParams(new TextDecoder().decode(bytes.value));
  // PostgreSQL's text can't hold U+0000: a statement with it fails, whatever it looks for.
  const isText = [...form.values()].every((value) => !value.includes("\u0000"));
  return isText ? done(form) : refuse("invalid_request");
}

const bytesOf = (c: Context) => readBytes(c.req.raw, LIMITS.channelCallBytesMax);
