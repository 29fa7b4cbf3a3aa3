import { LIMITS } from "../../../../schema/limits.ts";
import type { MessageContent } from "../message.ts";
import { mailOf } from "./mail-layout.ts";

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
    ...mailOf({
      title: "Confirm your subscription",
      paragraphs: [
        "Somebody, probably you, asked to be told here of incidents of Hearthwatch: their beginning, news of them and their end.",
        `To confirm, open this page within ${hours} hours and press its button.`,
      ],
      button: { label: "Confirm", url: confirmUrl },
      footer: [
        "If it wasn't you, do nothing: you will not hear from us again.",
        { label: "Forget this address at once", url: unsubscribeUrl },
      ],
    }),
    unsubscribeUrl,
  };
}
