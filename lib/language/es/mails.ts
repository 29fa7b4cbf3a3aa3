import type { LinkPageWords, MailWords } from "../en/mails.ts";
import { lettersBy, toldBy, withTexts } from "../with-texts.ts";
import texts from "./mails.json" with { type: "json" };

export const ES_MAILS: MailWords = /* @__PURE__ */ withTexts(
  withTexts(texts.mails, toldBy(texts.told.mails)),
  lettersBy(texts.letters),
);

export const ES_ONBOARDING = /* @__PURE__ */ lettersBy(texts.onboarding);

export const ES_BLOCKED = (reason: string): string => `Esta cuenta está bloqueada: ${reason}`;

export const ES_LINK_PAGES: LinkPageWords = texts.linkPages;
