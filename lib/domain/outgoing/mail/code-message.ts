import { LIMITS } from "../../../../schema/limits.ts";
import type { MessageContent } from "../message.ts";

/** Names nobody and nothing: whoever has the number now may not be who typed it. */
export const codeMessage = (code: string): MessageContent => ({
  subject: "Your Hearthwatch code",
  text: `${code} is your Hearthwatch code. It works for ${LIMITS.contactCodeMinutes} minutes. If you did not ask for it, ignore it.`,
});
