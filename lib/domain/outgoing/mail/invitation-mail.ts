import { LIMITS } from "../../../../schema/limits.ts";
import type { Role } from "../../../../schema/vocabulary.ts";
import type { MessageContent } from "../message.ts";
import { nameText } from "../notice/plain-text.ts";
import { mailOf } from "./mail-layout.ts";

export type InvitationMail = { home: string; invitedBy: string; role: Role; url: string; declineUrl: string };

/** Holds nothing that opens anything: whoever reads it still has to sign in with the address. */
export function invitationMail({ home, invitedBy, role, url, declineUrl }: InvitationMail): MessageContent {
  const asWhat = role === "owner" ? "an owner" : `a ${role}`;
  const name = nameText(home, "a home");
  return {
    subject: `You are invited to ${name} on Hearthwatch`,
    ...mailOf({
      title: `You are invited to ${name}`,
      paragraphs: [
        `${invitedBy} invites you as ${asWhat}.`,
        `Sign in with this address within ${LIMITS.invitationDays} days to accept.`,
      ],
      button: { label: "Sign in", url },
      footer: [
        "You do not know them? Do nothing, or decline so that they cannot invite you again.",
        { label: "Decline", url: declineUrl },
      ],
    }),
  };
}
