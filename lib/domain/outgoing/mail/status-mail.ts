import { LIMITS } from "../../../../schema/limits.ts";
import type { MessageContent } from "../message.ts";

/** The double opt-in: nobody is written to again before they have pressed its button. */
export function statusConfirmMail(
  baseUrl: string,
  tokens: { confirm: string; unsubscribe: string },
): MessageContent {
  const confirmUrl = `${baseUrl}/api/status/confirm/${tokens.confirm}`;
  const unsubscribeUrl = `${baseUrl}/api/status/unsubscribe/${tokens.unsubscribe}`;
  const hours = LIMITS.statusConfirmHours;
  return {
    subject: "Confirm: news of Hearthwatch's system status",
    text: [
      "Somebody, probably you, asked to be told here when Hearthwatch has an outage or maintenance.",
      `To confirm, open this page within ${hours} hours and press its button:\n${confirmUrl}`,
      "If it wasn't you, do nothing: you will not hear from us again.",
      `To be forgotten at once: ${unsubscribeUrl}`,
    ].join("\n\n"),
    html: [
      "<p>Somebody, probably you, asked to be told here when Hearthwatch has an outage or maintenance.</p>",
      `<p><a href="${confirmUrl}">Confirm the subscription</a> within ${hours} hours.</p>`,
      "<p>If it wasn't you, do nothing: you will not hear from us again.</p>",
      `<p><a href="${unsubscribeUrl}">Forget this address at once</a></p>`,
    ].join("\n"),
    unsubscribeUrl,
  };
}
