import type { Receipt } from "../../../schema/vocabulary.ts";
import { objectOf } from "../answers.ts";
import { type ChannelRules, FREE_CHANNEL } from "../rules.ts";

const RECEIPTS_BY_TYPE = new Map<unknown, Receipt>([
  ["email.delivered", "delivered"],
  ["email.bounced", "failed"],
  ["email.failed", "failed"],
  ["email.suppressed", "failed"],
  ["email.complained", "complained"],
]);
const ENDS = ["email.bounced", "email.suppressed", "email.complained"];
/** A full mailbox or a busy server: the next mail may arrive (resend.com/docs/dashboard/emails/email-bounces). */
const PASSES = "Transient";

export const EMAIL: ChannelRules<"email"> = {
  ...FREE_CHANNEL,
  label: "Email",
  needs: ["RESEND_API_KEY"],
  contacts: null,
  write: ({ subject, text, html }) => ({ subject, text, html }),
  mask: (address) => address.replace(/^(.).*(?=@[^@]*$)/, "$1…"),
};

/** One-click unsubscribe in the mail client, without a page in between (RFC 8058). */
export const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined
    ? {}
    : { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };

export type SvixHeaders = { id: string | null; timestamp: string | null; signature: string | null };

/** Reads an event of Resend, or returns null if it says nothing about a mail's delivery. */
export function readMailEvent(event: unknown) {
  const { type, data } = objectOf(event);
  const { email_id: providerId, bounce } = objectOf(data);
  const receipt = RECEIPTS_BY_TYPE.get(type);
  if (receipt === undefined || typeof providerId !== "string" || providerId === "") return null;
  const isGone = ENDS.includes(String(type)) && objectOf(bounce).type !== PASSES;
  return { providerId, receipt, isGone };
}
