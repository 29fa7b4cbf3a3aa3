import { createTransport } from "nodemailer";
import type { OutgoingMessage, SendMessage } from "../../kernel/ports.ts";
import { MESSAGE_LIMITS } from "../../messages/limits.ts";
import { within } from "../within.vendor.ts";
import { classifySmtp } from "./smtp-classes.vendor.ts";

export type SmtpOptions = {
  /** `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465`; nodemailer's options as a query. */
  url: string;
  /** The sender, such as `Hearthwatch <alerts@your.domain>`. */
  from: string;
  timeoutMs?: number;
};

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Mail through a server that speaks SMTP. SMTP knows no idempotency key: every attempt of a message has the same
 * Message-ID, by which a mail program shows one that arrives twice once. Never throws.
 */
export function smtpEmail({
  url,
  from,
  timeoutMs = MESSAGE_LIMITS.providerTimeoutMs,
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

/** A password is never sent in clear over a network, unless the address says `ignoreTLS=true` itself. */
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
    // Vacation notices and mailing lists leave it alone (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(content.unsubscribeUrl) },
    ...(content.html === undefined ? {} : { html: content.html }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 8058: one click in the mail program, no page in between. */
const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined
    ? {}
    : { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
