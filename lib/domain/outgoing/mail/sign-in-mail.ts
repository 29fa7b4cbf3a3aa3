import { LIMITS } from "../../../../schema/limits.ts";
import type { MessageContent } from "../message.ts";
import { mailOf } from "./mail-layout.ts";

export type SignInMail = { code: string; url: string };

/** The link and the code in one message: the code is for whoever reads mail on another machine. */
export const signInMail = ({ code, url }: SignInMail): MessageContent => ({
  subject: `${code} is your Hearthwatch sign-in code`,
  ...mailOf({
    title: "Sign in to Hearthwatch",
    paragraphs: [
      `Type this code: ${code}`,
      `Or follow the link. Both work once, for ${LIMITS.signInMinutes} minutes.`,
    ],
    button: { label: "Sign in", url },
    footer: ["If you did not ask for this, ignore it: nobody gets in without it."],
  }),
});
