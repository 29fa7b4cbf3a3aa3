import { MACHINE_PROBLEMS } from "../../../schema/machine-problems.ts";
import { lettersBy, toldBy, withTexts } from "../with-texts.ts";
import texts from "./mails.json" with { type: "json" };

/** A language's words for what is written about accounts and homes. Times are UTC, as they are given. */
export const EN_MAILS = /* @__PURE__ */ withTexts(
  withTexts(texts.mails, toldBy(texts.told.mails)),
  lettersBy(texts.letters),
);
export type MailWords = typeof EN_MAILS;

export const EN_ONBOARDING = /* @__PURE__ */ lettersBy(texts.onboarding);

export const EN_BLOCKED = (reason: string): string => `${MACHINE_PROBLEMS.blocked.error}: ${reason}`;

/** A language's words for the pages that the links in mails lead to. */
export const EN_LINK_PAGES = texts.linkPages;
export type LinkPageWords = typeof EN_LINK_PAGES;
