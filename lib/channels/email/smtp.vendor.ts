import { createTransport } from "nodemailer";
import { FETCH_LIMITS } from "../../guarded-fetch/limits.ts";
import { within } from "../../kernel/runtime.vendor.ts";
import type { SendResult } from "../content.ts";
import type { OutgoingMessage, SendMessage } from "../ports.ts";
import { unsubscribeHeaders } from "./rules.ts";

/** Authentication is required, too weak or refused (RFC 4954). */
const AUTHENTICATION: readonly number[] = [530, 534, 535, 538];
const NO_SUCH_MAILBOX: readonly number[] = [550, 551, 553];
/** Enhanced codes (RFC 3463) for an address that doesn't exist, has moved or is misspelled. */
const BAD_ADDRESS = /\b5\.1\.\d{1,3}\b/;
const ENHANCED = /\b[245]\.\d{1,3}\.\d{1,3}\b/;
/** nodemailer's codes for wrong settings of ours, noticed before the server replies. */
const MISCONFIGURED: readonly string[] = ["ETLS", "ECONFIG", "EAUTH", "ENOAUTH", "EOAUTH2", "EREQUIRETLS"];

type SmtpFailure = { code?: unknown; responseCode?: unknown; response?: unknown; command?: unknown };

export type SmtpOptions = {
  /** `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465`; nodemailer's options as a query. */
  url: string;
  /** The sender, such as `Hearthwatch <alerts@your.domain>`. */
  from: string;
  timeoutMs?: number;
};

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Classifies an SMTP error. If the connection fails after the whole message was sent, its fate is unknown: it is
 * retried under the same Message-ID.
 */
export function classifySmtp(error: unknown): SendResult {
  const { code, responseCode, response, command } = (error ?? {}) as SmtpFailure;
  const reply = typeof responseCode === "number" ? responseCode : null;
  const enhanced = ENHANCED.exec(String(response ?? ""))?.[0];
  const told = reply === null ? String(code ?? "no answer") : [reply, enhanced].filter(Boolean).join(" ");
  const reason = `SMTP: ${told}`;
  if (reply === null) return withoutReply(error, String(code ?? ""), reason);
  if (reply >= 400 && reply < 500) return { kind: "retry", reason };
  if (AUTHENTICATION.includes(reply) || isBeforeRecipient(String(command ?? "")))
    return { kind: "configuration", reason };
  const isGone =
    NO_SUCH_MAILBOX.includes(reply) && String(command).startsWith("RCPT") && BAD_ADDRESS.test(enhanced ?? "");
  return isGone ? { kind: "permanent", reason, recipientGone: "unreachable" } : { kind: "permanent", reason };
}

/** True if the server refused the greeting, the login or the sender: that is our fault, not the recipient's. */
const isBeforeRecipient = (command: string): boolean => /^(CONN|EHLO|HELO|STARTTLS|AUTH|MAIL)/.test(command);

/** Classifies an error without a server reply: no connection, a broken connection, or a bad certificate. */
function withoutReply(error: unknown, code: string, reason: string): SendResult {
  const isCertificate = error instanceof Error && /certificate|self.signed/i.test(error.message);
  return isCertificate || MISCONFIGURED.includes(code)
    ? { kind: "configuration", reason: isCertificate ? "SMTP: the server's certificate is refused" : reason }
    : { kind: "retry", reason };
}

/**
 * Sends mail through an SMTP server. SMTP has no idempotency key: all attempts of a message have the same Message-ID,
 * so that mail clients show a duplicate only once. Never throws.
 */
export function smtpEmail({
  url,
  from,
  timeoutMs = FETCH_LIMITS.mailServerTimeoutMs,
}: SmtpOptions): SendMessage {
  const transport = createTransport({ url: withTls(url), ...timeLimits(timeoutMs) });
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? "hearthwatch.invalid";
  return async (message) => {
    try {
      const sent = await within(timeoutMs, transport.sendMail(mailOf(message, from, domain)));
      return { kind: "sent", providerId: sent.messageId };
    } catch (error) {
      return classifySmtp(error);
    }
  };
}

/** Requires TLS if there is a password to send over a network, unless the URL sets `ignoreTLS=true`. */
function withTls(given: string): string {
  const url = new URL(given);
  const isOpen = url.protocol === "smtp:" && !LOOPBACK.test(url.hostname);
  if (isOpen && url.username !== "" && !url.searchParams.has("ignoreTLS"))
    url.searchParams.set("requireTLS", "true");
  return url.href;
}

const timeLimits = (timeoutMs: number) => ({
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  socketTimeout: timeoutMs,
  dnsTimeout: timeoutMs,
});

function mailOf({ id, recipient, content }: OutgoingMessage, from: string, domain: string) {
  return {
    from,
    to: recipient,
    subject: content.subject,
    text: content.text,
    messageId: `<${id}@${domain}>`,
    // Prevents vacation replies and other automatic replies (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(content.unsubscribeUrl) },
    ...(content.html === undefined ? {} : { html: content.html }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
