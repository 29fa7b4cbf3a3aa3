import type { Role } from "../../schema/vocabulary.ts";
import type { LifecycleEmail, WayIn } from "../messages/mail/lifecycle-email.ts";

type Mail = { subject: string; title: string; paragraphs: readonly string[] };
type Acting = Mail & { button: string; footer: string };

/** A language's words for what is written about accounts and homes. Times are UTC, as they are given. */
export type MailWords = {
  /** Stand where a name says nothing. */
  yourHome: string;
  aHome: string;
  anAlert: string;
  accountDeleted: (when: string) => Mail;
  homeDeleted: (home: string, by: string, when: string) => Mail;
  code: (code: string, minutes: number) => { subject: string; text: string };
  handOver: (alert: string, home: string, by: string) => Acting;
  invitation: (home: string, by: string, role: Role, days: number) => Acting & { decline: string };
  signIn: (code: string, minutes: number) => Acting;
  openHome: string;
  waysIn: Record<WayIn, { subject: string; what: string }>;
  wayInDone: (when: string) => string;
  wayInThen: string;
};

/** Apart from the others, which more functions write. */
export type OnboardingWords = Record<LifecycleEmail, (home: string) => { subject: string; text: string }>;
