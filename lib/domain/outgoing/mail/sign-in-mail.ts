import { LIMITS } from "../../../../schema/limits.ts";
import { escapeHtml } from "../../digest/escape-html.ts";
import type { MessageContent } from "../message.ts";

export type SignInMail = { code: string; url: string };

/** The link and the code in one message: the code is for whoever reads mail on another machine. */
export function signInMail({ code, url }: SignInMail): MessageContent {
  const expiry = `Both work once, for ${LIMITS.signInMinutes} minutes.`;
  const ignore = "If you did not ask for this, ignore it: nobody gets in without it.";
  return {
    subject: `${code} is your Hearthwatch sign-in code`,
    text: `Sign in to Hearthwatch:\n\n${url}\n\nOr type this code: ${code}\n\n${expiry}\n${ignore}\n`,
    html:
      `<p><a href="${escapeHtml(url)}">Sign in to Hearthwatch</a></p>` +
      `<p>Or type this code: <strong>${escapeHtml(code)}</strong></p><p>${expiry}<br>${ignore}</p>`,
  };
}
