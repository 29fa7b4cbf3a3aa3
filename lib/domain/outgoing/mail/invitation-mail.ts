import { LIMITS } from "../../../../schema/limits.ts";
import type { Role } from "../../../../schema/vocabulary.ts";
import { escapeHtml } from "../../digest/escape-html.ts";
import type { MessageContent } from "../message.ts";
import { subjectText } from "./subject-text.ts";

export type InvitationMail = { home: string; invitedBy: string; role: Role; url: string };

/** Holds nothing that opens anything: whoever reads it still has to sign in with the address. */
export function invitationMail({ home, invitedBy, role, url }: InvitationMail): MessageContent {
  const asWhat = role === "owner" ? "an owner" : `a ${role}`;
  const sentence = `${invitedBy} invites you to ${subjectText(home)} on Hearthwatch as ${asWhat}.`;
  const how = `Sign in with this address within ${LIMITS.invitationDays} days to join:`;
  return {
    subject: subjectText(`You are invited to ${home} on Hearthwatch`),
    text: `${sentence}\n\n${how}\n${url}\n`,
    html: `<p>${escapeHtml(sentence)}</p><p>${how} <a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`,
  };
}
